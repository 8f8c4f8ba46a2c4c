import { z } from "zod";
import { oncePerChallenge } from "../challenges/fields.ts";
import { InvalidValue, wireName } from "../fields/kind.ts";
import { DIFFICULTIES, type Difficulty } from "../game/facts.ts";
import { SEEDS, UNDONE_FILTERS } from "../lists/filters.ts";
import { readAllSearchTexts, readAs } from "../lists/parameters.ts";
import { shareOf } from "../lists/share.ts";
import { Grid } from "./completions.ts";
import {
  allOf,
  count,
  DONE,
  type Endpoint,
  flag,
  get,
  type Parameter,
  parsed,
  post,
  searchText,
  shape,
  text,
} from "./define.ts";
import { api } from "./routes.ts";
import { FilterShape } from "./search.ts";

const PLAYER = searchText("Only what this player has done, or has pending, in any spelling of the name.");

const Triangle = shape(
  "Pairs",
  z.object({
    names: z
      .array(wireName(z, "tower"))
      .readonly()
      .describe("Every name that the form takes, in the order of the shop."),
    cells: z
      .string()
      .describe(
        "Base64, a byte a pair: row by row, the names up to the row's own. The low seven bits say on how many maps the pair is done, 127 that it cannot be; the high bit, that something is pending.",
      ),
    possible: z.int().describe("Pairs that can be."),
    done: z.int().describe("Of these, done on at least one map."),
  }),
);
export type TriangleAnswer = z.infer<typeof Triangle>;

/** How far a challenge is done, by its towers: pairs by pairs, or names by maps; null where its maps alone count. */
export const challengeCoverage = oncePerChallenge((definition) => {
  const { key, label } = definition;
  const of = shareOf(definition);
  return {
    pairs:
      of === "pairs"
        ? get(
            api.challengeCoverage(key),
            { player: PLAYER },
            { summary: `${label}: on how many maps each pair is done`, result: Triangle },
          )
        : null,
    names:
      of === "names"
        ? get(
            api.challengeCoverage(key),
            { player: PLAYER },
            { summary: `${label}: which tower is done on which map`, result: Grid },
          )
        : null,
  };
});

const MapCoverage = z.object({
  map: wireName(z, "map"),
  difficulty: z.string().nullable(),
  records: z
    .array(z.object({ amount: z.number(), filekey: z.string() }).nullable())
    .readonly()
    .describe("The record of each column; null: there is none yet. Of equals, who was first."),
  verified: z.record(z.string(), z.int()).describe("Verified completions by challenge; 0 is left out."),
  pending: z.record(z.string(), z.int()).describe("Pending ones."),
});
export type MapCoverage = z.infer<typeof MapCoverage>;

const Coverage = z.object({
  columns: z
    .array(
      z.object({
        challenge: z.string(),
        label: z.string().describe("LTC heroless"),
        completiontype: z.string().nullable().describe("The type that the record is of; null: of any."),
        major: z.int().nullable().describe("The version that the record is of; null: of any."),
      }),
    )
    .readonly(),
  results: z.array(MapCoverage).readonly().describe("The easiest first."),
});
export type CoverageAnswer = z.infer<typeof Coverage>;

export const coverage = get(
  api.coverage(),
  { map: searchText("A map's name or abbreviation; absent: all maps.") },
  { summary: "How far each challenge is done on each map", result: Coverage },
);

function readSeed(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidValue("not-a-whole-number");
  if (Number(text) >= SEEDS) throw new InvalidValue("too-large-a-number", { most: SEEDS - 1 });
  return Number(text);
}

function readDifficulty(text: string): Difficulty {
  const found = DIFFICULTIES.find((each) => each === text.toLowerCase());
  if (!found) throw new InvalidValue("not-a-choice", { choices: DIFFICULTIES });
  return found;
}

const texts = (note: string): Parameter<readonly string[]> => ({
  ...searchText(note),
  read: readAllSearchTexts,
});

const Undone = z.object({
  challenge: z.string(),
  label: z.string(),
  heading: z.string().describe("Absolute Zero and Quincy 2TC on Quad"),
  towers: z
    .array(
      shape(
        "PricedTower",
        z.object({
          name: wireName(z, "tower"),
          cost: z.int().nullable().describe("Cash on hard, without upgrades; null: not known."),
        }),
      ),
    )
    .readonly(),
  map: wireName(z, "map").nullable().describe("Null: it is open on every map."),
  difficulty: z.string().nullable(),
  startCash: z.int().nullable().describe("Cash that the game starts with; null: no towers are drawn."),
  isHardMap: z.boolean().describe("The rules name its map among the hard ones."),
  recording: z.array(z.string()).readonly().describe("Why the rules ask for a recording of the full run."),
  submit: z.array(FilterShape).readonly().describe("Fields of the form that are known."),
  filters: z.array(FilterShape).readonly().describe("Parameters of the challenge's list that ask for it."),
});
export type UndoneResult = z.infer<typeof Undone>;

const OpenCombinationsAnswer = allOf(Undone).extend({
  seed: z.int(),
  emptied: z
    .array(z.enum(UNDONE_FILTERS))
    .readonly()
    .describe(
      "Where nothing is left: the filters of which each, left out, leaves something; or all of them together.",
    ),
});
export type OpenCombinationsAnswer = z.infer<typeof OpenCombinationsAnswer>;

export const undone = get(
  api.undone(),
  {
    challenge: text("A challenge's key, such as 2tc; absent: any that has something open."),
    tower: texts("A tower or a tower type; given again, both must be there."),
    map: searchText("A map's name or abbreviation."),
    difficulty: parsed(readDifficulty, "beginner, intermediate, advanced or expert."),
    not: texts("A tower, a tower type or a map to leave out; may be given again."),
    affordable: flag("1 or true: every tower can be bought with the cash that CHIMPS starts with."),
    player: searchText("Open to this player: neither done by them nor pending, whoever else has done it."),
    seed: {
      ...parsed(
        readSeed,
        `0 to ${SEEDS - 1}: the same seed draws the same, as long as it is open. 0 if absent.`,
      ),
      read: (given, name) => readAs(given, name, readSeed) ?? 0,
      schema: z
        .int()
        .min(0)
        .max(SEEDS - 1),
    } as Parameter<number>,
  },
  {
    summary: "One that is not in this index yet, and not pending, drawn by a seed",
    result: OpenCombinationsAnswer,
  },
);

const WishedCombination = Undone.extend({ wishes: z.int().describe("How many people wish for it.") });
export type WishedCombination = z.infer<typeof WishedCombination>;

const WantedAnswer = allOf(WishedCombination).describe(
  "Those that are not verified yet, what most wish for first.",
);
export type WantedAnswer = z.infer<typeof WantedAnswer>;

const MOST_WANTED = 100;

// Not cached: wishes are private, and no tag of the public index moves with them.
export const wishes = get(
  api.wishes(),
  {
    challenge: text("A challenge's key, such as 2tc; absent: all."),
    towers: searchText("Only of these towers, divided by a comma."),
    map: searchText("Only on this map: its name or abbreviation."),
    count: count(MOST_WANTED, MOST_WANTED, "Results wanted, at most 100."),
  },
  { summary: "What people wish somebody did", result: WantedAnswer, isCached: false },
);

const OwnWish = z.object({
  wish: z.string(),
  challenge: z.string(),
  heading: z.string(),
  towers: z.array(z.string()).readonly(),
  map: z.string().nullable(),
  at: z.string().describe("ISO 8601, UTC."),
  filekey: z.string().nullable().describe("A verified completion that fulfils it; null: none does."),
  reason: z.string().nullable().describe("Why a helper removed it; null: none did."),
});
export type OwnWish = z.infer<typeof OwnWish>;

const OwnWishes = allOf(OwnWish);
export type OwnWishesAnswer = z.infer<typeof OwnWishes>;

export const ownWishes = get(
  api.ownWishes(),
  {},
  { access: "member", summary: "What one wishes for, the newest first, at most 100", result: OwnWishes },
);

export const wish = post(api.wish(), {
  access: "member",
  summary: "Wishes for one that is open, as /fetch-undone draws it: towers divided by a comma",
  result: DONE,
  fields: ["challenge", "towers", "map"],
});

export const endWish = post(api.endWish(), {
  access: "member",
  summary: "Takes a wish back",
  result: DONE,
  fields: ["wish"],
  own: ["wish"],
});

export const removeWishes = post(api.removeWishes(), {
  access: "helper",
  summary: "Removes everybody's wish for one, with a reason",
  result: DONE,
  fields: ["challenge", "towers", "map", "reason"],
});

export const coverageAddresses: readonly Endpoint[] = [
  ...[coverage, undone, wishes, ownWishes, wish, endWish, removeWishes],
] as readonly Endpoint[];

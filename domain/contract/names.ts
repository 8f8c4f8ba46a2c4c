import { z } from "zod";
import { TIER_KEYS } from "../game/facts.ts";
import { readAllSearchTexts } from "../lists/parameters.ts";
import { type Endpoint, get, type Parameter } from "./define.ts";
import { gameVersionRow } from "./reference.ts";
import { api } from "./routes.ts";

const Spelled = z
  .array(z.string())
  .readonly()
  .describe("Its name, then the spellings that say more than the name does.");

const Mark = z.string().describe("The two letters of its mark.");

const Type = z.object({
  category: z.enum(["primary", "military", "magic", "support"]),
  mark: Mark,
  names: Spelled,
  tiers: z.partialRecord(z.enum(TIER_KEYS), Spelled),
});

const NamedMap = z.object({
  names: Spelled,
  abbreviation: z.string().nullable(),
  difficulty: z.string().nullable(),
});

const Names = z.object({
  types: z.array(Type).readonly(),
  heroes: z.array(Spelled).readonly(),
  heroMarks: z.array(Mark).readonly().describe("In the order of the heroes."),
  maps: z.array(NamedMap).readonly(),
  challenges: z.array(z.object({ key: z.string(), label: z.string(), name: z.string() })).readonly(),
  pages: z.array(z.object({ label: z.string(), path: z.string() })).readonly(),
  newestVersion: z.string().describe("The newest version of the game that is known here."),
  released: z
    .array(gameVersionRow.pick({ version: true, releasedOn: true }))
    .readonly()
    .describe("When versions came out, newest first, as far as helpers know."),
});
/** Everything that a search suggests while somebody types, except players. */
export type NamesAnswer = z.infer<typeof Names>;

export const names = get(
  api.names(),
  {},
  {
    summary: "All names and spellings of towers, maps, challenges and pages, for suggestions",
    result: Names,
  },
);

const Counted = z.record(z.string(), z.int());

const NameCounts = z
  .object({ towers: Counted, maps: Counted, challenges: Counted })
  .describe("Completions by name, challenges by key. What has none is not in it. Pending ones count, too.");
export type NameCountsAnswer = z.infer<typeof NameCounts>;

export const nameCounts = get(
  api.nameCounts(),
  {},
  { summary: "How many completions each tower, map and challenge has", result: NameCounts },
);

const PlayerNames = z.object({
  results: z.array(z.string()).readonly(),
  counts: z
    .array(
      z.object({
        verified: z.int(),
        originals: z.int(),
        matched: z.string().describe("The name of the player that begins so: they may have several."),
      }),
    )
    .readonly()
    .describe("Each one's verified completions and the originals among these, in the order of the results."),
});
export type PlayerNamesAnswer = z.infer<typeof PlayerNames>;

/** The most endings of the typed text in one request. */
const MOST_PREFIXES = 3;

const prefixes: Parameter<readonly string[]> = {
  read: (given, name) => readAllSearchTexts(given, name).slice(0, MOST_PREFIXES),
  schema: z.string(),
  note: "The beginning of a name, whatever its letter case and accents; given again (3 at most), names that begin as one of them, those of the first first.",
};

export const playerNames = get(
  api.playerNames(),
  { prefix: prefixes },
  {
    summary: "At most 8 players whose names begin so",
    result: PlayerNames,
    isSmall: true,
  },
);

export const nameAddresses: readonly Endpoint[] = [names, nameCounts, playerNames] as readonly Endpoint[];

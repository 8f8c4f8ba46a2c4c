import { z } from "zod";
import { wireName } from "../fields/kind.ts";
import { TIER_KEYS } from "../game/facts.ts";
import { MOST_GAME_BYTES } from "../limits.ts";

import { allOf, DONE, type Endpoint, get, post, shape, text } from "./define.ts";
import { api } from "./routes.ts";

const Price = shape(
  "TowerPrice",
  z.object({
    tiers: z.string().nullable().describe('"040" of an upgrade; null: of the tower or hero itself.'),
    version: z.string().describe("The version of the game in which the price was first seen."),
    cost: z.int().describe("Cash on medium difficulty."),
  }),
);

const Exclusion = shape(
  "Exclusion",
  z.object({
    challenge: z.string().describe("A challenge's key."),
    from: z.string().nullable().describe("The first version; null: from the beginning."),
    until: z
      .string()
      .nullable()
      .describe("The first version that accepts it again; null: until further notice."),
  }),
);

const Shared = {
  name: wireName(z, "tower"),
  gameId: z.string().nullable().describe("The game's own id."),
  cost: z.int().nullable().describe("Cash on medium difficulty today, without upgrades; null: not known."),
  hardCost: z.int().nullable().describe("The same on hard difficulty and in CHIMPS."),
  version: z.string().nullable().describe("The version of the game that brought it."),
  date: z.string().nullable().describe("The day on which it came, yyyy-mm-dd."),
  mark: z.string().describe("The two letters of its mark."),
  prices: z.array(Price).readonly().describe("Every price that is known, oldest first."),
  excluded: z.array(Exclusion).readonly().describe("The challenges that do not accept it."),
};

/** A tower type on the wire. */
export const towerRow = shape(
  "Tower",
  z.object({
    ...Shared,
    category: z.enum(["primary", "military", "magic", "support"]),
    names: z
      .partialRecord(z.enum(TIER_KEYS), wireName(z, "tower"))
      .describe("Its names by tiers: base, 300 to 005, and 555 of its paragon."),
  }),
);
export type TowerInfo = z.infer<typeof towerRow>;

/** A hero on the wire. */
export const heroRow = shape("Hero", z.object({ ...Shared, fullName: z.string().nullable() }));
export type HeroInfo = z.infer<typeof heroRow>;

const CatalogueShape = z.object({
  towers: z.array(towerRow).readonly().describe("In the order of the game's shop."),
  heroes: z.array(heroRow).readonly().describe("In the order in which they came."),
});
export type CatalogueAnswer = z.infer<typeof CatalogueShape>;

export const catalogue = get(
  api.catalogue(),
  {},
  {
    summary: "The game's towers and heroes with their names, prices and who is excluded",
    result: CatalogueShape,
    takesNames: true,
  },
);

// A file under its hash is cached for ever by itself.
export const catalogueFile = get(
  "/fetch-catalogue-file",
  { of: text("The hash of what the file is to hold.") },
  {
    summary: "The game's towers and heroes as the site's own pages read them",
    result: null,
    isCached: false,
    isSmall: true,
    isInternal: true,
  },
);

/** What a form says of a tower or a hero besides its upgrades and its full name. A field that is not sent stays. */
const FIELDS = [
  ...(["name", "former", "gameId", "cost", "hardCost", "version", "date", "mark", "spelling"] as const),
  ...(["prices", "excluded", "revision"] as const),
];

export const saveTower = post(api.saveTower(), {
  access: "helper",
  summary: "Adds a tower type, or changes the one that `former` names",
  result: DONE,
  fields: [...FIELDS, "category", "upgrades"],
});
export const saveHero = post(api.saveHero(), {
  access: "helper",
  summary: "Adds a hero, or changes the one that `former` names",
  result: DONE,
  fields: [...FIELDS, "fullName"],
});
export const deleteTower = post(api.deleteTower(), {
  access: "helper",
  summary: "Deletes a tower type; completions keep its names",
  result: DONE,
  fields: ["name"],
});
export const deleteHero = post(api.deleteHero(), {
  access: "helper",
  summary: "Deletes a hero; completions keep its name",
  result: DONE,
  fields: ["name"],
});

const EditableShape = z.object({
  results: z
    .array(
      z.object({
        ...Shared,
        kind: z.enum(["tower", "hero"]),
        category: z.string().nullable(),
        fullName: z.string().nullable(),
        spelling: z.string().nullable().describe("As the community's index spells it, where that differs."),
        names: z.record(z.string(), z.string()),
        revision: z.int().describe("What an edit of it is based on."),
        renaming: z.boolean().describe("Whether completions still have a former name."),
      }),
    )
    .readonly(),
});
export type EditableAnswer = z.infer<typeof EditableShape>;
/** A tower or hero as helpers edit it. */
export type EditableEntry = EditableAnswer["results"][number];

/** What helpers keep of the game. */
export const editableCatalogue = get(
  api.editableCatalogue(),
  {},
  { access: "helper", summary: "Towers and heroes as helpers edit them", result: EditableShape },
);

const DifferenceShape = z.object({
  key: z.string().describe("What `chosen` names it by; the same whenever it is found."),
  kind: z.enum(["new", "changed", "gone"]),
  of: z.enum(["tower", "hero", "upgrade", "price", "map"]),
  name: z.string().describe("The tower, hero or map, as it is called here."),
  part: z.string().nullable().describe('What of it: "name", "0-5-0"; null: the whole.'),
  before: z.string().nullable(),
  after: z.string().nullable(),
  isTicked: z.boolean().describe("Whether it is chosen unless a person says otherwise."),
});
export type DifferenceInfo = z.infer<typeof DifferenceShape>;

export const compareGame = post(api.compareGame(), {
  access: "helper",
  summary: "Where the game's data differs from the towers, heroes and maps that are here",
  result: allOf(DifferenceShape),
  fields: ["game"],
  valueBytes: MOST_GAME_BYTES,
});
export const takeGame = post(api.takeGame(), {
  access: "helper",
  summary: "Takes over chosen differences of the game's data as one act",
  result: DONE,
  fields: ["game", "chosen", "version"],
  valueBytes: MOST_GAME_BYTES,
});

export const catalogueAddresses: readonly Endpoint[] = [
  ...[catalogue, catalogueFile, saveTower, saveHero, deleteTower, deleteHero, editableCatalogue],
  ...[compareGame, takeGame],
] as readonly Endpoint[];

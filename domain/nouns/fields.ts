import { CATEGORIES, DIFFICULTIES, NATURES } from "../game/facts.ts";
import type { NounFields } from "./define.ts";

const REMARK = { kind: "remark", optional: true, max: 2_000 } as const;
const COUNT = { kind: "whole", unrecorded: true } as const;
const FACT = { kind: "fact", optional: true } as const;

/** A map (SPEC section 3, "Map"), but for its picture, which is a file. A new attribute is a line and a migration. */
export const MAP_FIELDS = {
  map: { kind: "line", label: "Name", storedAs: "name", max: 60, names: "map" },
  abbreviation: { kind: "line", label: "Abbreviation", max: 20 },
  gameId: { kind: "line", label: "The game's id", storedAs: "game_id", max: 60, optional: true },
  difficulty: { kind: "choice", label: "Difficulty", choices: DIFFICULTIES },
  version: { kind: "version", label: "Version added", optional: true, isMajor: true },
  hasLOS: {
    ...FACT,
    label: "Has obstacles that block the line of sight",
    column: "Blocks line of sight",
    storedAs: "has_los",
  },
  hasWater: { ...FACT, label: "Has water", column: "Water", storedAs: "has_water" },
  length: {
    kind: "decimal",
    label: "Average path length (RBS)",
    column: "Length",
    unit: "RBS",
    unrecorded: true,
  },
  lengthNotes: { ...REMARK, label: "About the length", storedAs: "length_notes" },
  numEntrances: { ...COUNT, label: "Number of entrances", column: "Entrances", storedAs: "num_entrances" },
  numExits: { ...COUNT, label: "Number of exits", column: "Exits", storedAs: "num_exits" },
  numObjects: { ...COUNT, label: "Number of removable objects", column: "Objects", storedAs: "num_objects" },
  removalCost: {
    kind: "cost",
    label: "Cost of removing the objects",
    column: "Removal cost",
    storedAs: "removal_cost",
    max: 200,
    optional: true,
  },
  removalCostNotes: { ...REMARK, label: "About the removal cost", storedAs: "removal_cost_notes" },
  miscNotes: { ...REMARK, label: "Other notes", storedAs: "misc_notes" },
} as const satisfies NounFields;

const OF_BOTH = {
  name: { kind: "line", label: "Name", max: 60, names: "tower" },
  gameId: { kind: "line", label: "The game's id", max: 60, optional: true },
  cost: { kind: "whole", label: "Cost (medium)", optional: true },
  hardCost: { kind: "whole", label: "Cost (hard), if not 8% more", column: "Cost (hard)", optional: true },
  version: { kind: "version", label: "Version added", optional: true, isMajor: true },
  date: { kind: "date", label: "Day added", optional: true },
  mark: { kind: "line", label: "Letters of its mark", column: "Mark", max: 2, optional: true },
  spelling: {
    kind: "line",
    label: "The community's spelling, if another",
    column: "Community",
    max: 60,
    optional: true,
  },
} as const satisfies NounFields;

/** A tower type of the game, but for its names by tier, its prices and who is excluded, which are lists. */
export const TOWER_FIELDS = {
  ...OF_BOTH,
  category: { kind: "choice", label: "Category", choices: CATEGORIES },
} as const satisfies NounFields;

/** A hero of the game. */
export const HERO_FIELDS = {
  ...OF_BOTH,
  fullName: { kind: "line", label: "Full name", max: 60, optional: true },
} as const satisfies NounFields;

/** How somebody began a CHIMPS game on a map, as shown at a link (SPEC section 3). */
export const START_FIELDS = {
  map: { kind: "map", label: "Map" },
  title: { kind: "line", label: "Title", max: 200 },
  link: { kind: "link", label: "Link" },
} as const satisfies NounFields;

/** What a version of the game changed about a tower or hero (SPEC section 3). The version may be new to the index. */
export const BALANCE_FIELDS = {
  tower: { kind: "towertype", label: "Tower or hero", column: "Tower" },
  version: { kind: "version", label: "Version" },
  change: { kind: "remark", label: "Change", max: 1_000, placeholder: "040 Snowstorm …" },
  nature: { kind: "choice", label: "Nature", choices: NATURES },
} as const satisfies NounFields;

/** When a version of the game came out, and where that is to be read. */
export const GAME_VERSION_FIELDS = {
  version: { kind: "version", label: "Version" },
  releasedOn: { kind: "date", label: "Came out on", column: "Day", storedAs: "released_on" },
  source: { kind: "link", label: "Source" },
} as const satisfies NounFields;

/** What people type instead of the name of a tower, an upgrade, a hero or a map, so that a search finds it. */
export const SPELLING_FIELDS = {
  spelling: { kind: "line", label: "Spelling", max: 60 },
  name: { kind: "nameable", label: "Stands for" },
} as const satisfies NounFields;

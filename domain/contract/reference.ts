import { z } from "zod";
import { wireName } from "../fields/kind.ts";
import { versionsMeant } from "../fields/version/kind.ts";
import {
  BALANCE_FIELDS,
  GAME_VERSION_FIELDS,
  MAP_FIELDS,
  SPELLING_FIELDS,
  START_FIELDS,
} from "../nouns/fields.ts";
import { nounShape } from "../submissions/noun-form.ts";
import { allOf, DONE, get, parsed, post, required, shape, text } from "./define.ts";
import { api } from "./routes.ts";

/** A map on the wire (SPEC section 3, "Map"). Null where nothing is recorded; notes are empty if there are none. */
export const mapRow = shape(
  "Map",
  z.object({
    ...nounShape(MAP_FIELDS),
    image: z.string().nullable().describe("Media key of its picture."),
  }),
);
export type MapInfo = z.infer<typeof mapRow>;

const InfoToEdit = mapRow.extend({ revision: z.int().describe("What an edit of it is based on.") });
export type MapInfoAnswer = z.infer<typeof InfoToEdit>;

const AllMaps = allOf(mapRow);

const Names = allOf(wireName(z, "map"));

export const mapNames = get(
  api.maps(),
  { difficulty: text("beginner, intermediate, advanced or expert.") },
  { summary: "Names of all maps", result: Names, isLegacy: true },
);
export const allMaps = get(api.allMaps(), {}, { summary: "All maps with their details", result: AllMaps });
export const mapInfo = get(
  api.mapInfo(),
  { map: required(text("A map's name or abbreviation.")) },
  { summary: "One map's details", result: InfoToEdit, isLegacy: true },
);

const save = {
  access: "helper",
  summary: "Adds a map, or changes one",
  result: DONE,
  // `name` is another name of `map`.
  fields: [...Object.keys(MAP_FIELDS), "name", "oldMap", "revision"],
  files: ["image"],
} as const;
export const addMap = post(api.addMap(), save);
export const addMapToo = post(api.addMapToo(), save);
export const deleteMap = post(api.deleteMap(), {
  access: "helper",
  summary: "Deletes a map",
  result: DONE,
  fields: ["map"],
});

export const chimpsStartRow = z.object({ uuid: z.string(), ...nounShape(START_FIELDS) });
/** How somebody began a CHIMPS game on a map, shown at a link (SPEC section 3). */
export type ChimpsStart = z.infer<typeof chimpsStartRow>;
const Starts = allOf(chimpsStartRow);

export const chimpsStarts = get(
  api.chimpsStarts(),
  { map: text("A map's name or abbreviation.") },
  {
    summary: "CHIMPS starts, of one map or all",
    result: Starts,
    isLegacy: true,
  },
);
export const addChimpsStart = post(api.addChimpsStart(), {
  access: "helper",
  summary: "Adds a CHIMPS start",
  result: DONE,
  fields: Object.keys(START_FIELDS),
});
export const deleteChimpsStart = post(api.deleteChimpsStart(), {
  access: "helper",
  summary: "Deletes a CHIMPS start",
  result: DONE,
  fields: ["uuid"],
});

export const balanceChangeRow = z.object({ uuid: z.string(), ...nounShape(BALANCE_FIELDS) });
/** What one version of the game changed about a tower or hero (SPEC section 3). */
export type BalanceChange = z.infer<typeof balanceChangeRow>;
const Changes = allOf(balanceChangeRow);
const Versions = allOf(z.string());

const tower = text("A tower type or hero, by any spelling.");

/** The bounds of a range that contains no version. */
const NO_VERSION = { from: Number.MAX_SAFE_INTEGER, to: -1 } as const;

const versions = (note: string) => parsed((text) => versionsMeant(text) ?? NO_VERSION, note);

export const balanceChanges = get(
  api.balanceChanges(),
  {
    tower,
    version: versions("A version, or a bare major number for all its minors."),
    version_end: versions("With version: the last version of the range, both ends included, by number."),
  },
  {
    summary: "Balance changes, newest version first",
    result: Changes,
    isLegacy: true,
  },
);
export const balanceChangeVersions = get(
  api.balanceChangeVersions(),
  { tower },
  {
    summary: "Versions with balance changes, oldest first",
    result: Versions,
  },
);
export const addBalanceChange = post(api.addBalanceChange(), {
  access: "helper",
  summary: "Adds a balance change",
  result: DONE,
  fields: Object.keys(BALANCE_FIELDS),
});
export const deleteBalanceChange = post(api.deleteBalanceChange(), {
  access: "helper",
  summary: "Deletes a balance change",
  result: DONE,
  fields: ["uuid"],
});

export const gameVersionRow = z.object(nounShape(GAME_VERSION_FIELDS));
const GameVersions = allOf(gameVersionRow);

export const gameVersions = get(
  api.gameVersions(),
  {},
  {
    summary: "When versions of the game came out, newest first, as far as helpers know",
    result: GameVersions,
  },
);
export const addGameVersion = post(api.addGameVersion(), {
  access: "helper",
  summary: "Adds the day on which a version of the game came out",
  result: DONE,
  fields: Object.keys(GAME_VERSION_FIELDS),
});
export const deleteGameVersion = post(api.deleteGameVersion(), {
  access: "helper",
  summary: "Deletes the day on which a version of the game came out",
  result: DONE,
  fields: ["version"],
});

const NamedThing = z.object({
  kind: z.enum(["tower", "map"]).describe("A tower type, an upgrade or a hero; or a map."),
  name: z.string(),
});
/** What a spelling stands for. */
export type NamedThing = z.infer<typeof NamedThing>;

export const spellingRow = z.object({ id: z.int(), ...nounShape(SPELLING_FIELDS), ...NamedThing.shape });
/** What people type for a tower or a map besides its name. */
export type ListedSpelling = z.infer<typeof spellingRow>;
const Spellings = allOf(spellingRow);

export const spellings = get(
  api.spellings(),
  {},
  {
    summary: "What stands for towers and maps in a search, besides their names",
    result: Spellings,
  },
);

const Added = spellingRow.extend({
  also: z.array(NamedThing).readonly().describe("What else a search for it finds."),
});
export type AddedSpelling = z.infer<typeof Added>;
export const addSpelling = post(api.addSpelling(), {
  access: "helper",
  summary: "Adds a spelling",
  result: Added,
  fields: Object.keys(SPELLING_FIELDS),
});

const Deleted = z.object({
  seq: z.int().describe("The number of this change in the log: with it it is undone."),
});
export type DeletedSpelling = z.infer<typeof Deleted>;
export const deleteSpelling = post(api.deleteSpelling(), {
  access: "helper",
  summary: "Deletes a spelling",
  result: Deleted,
  fields: ["id"],
});

export const referenceAddresses = [
  ...[mapNames, allMaps, mapInfo, addMap, addMapToo, deleteMap],
  ...[chimpsStarts, addChimpsStart, deleteChimpsStart],
  ...[balanceChanges, balanceChangeVersions, addBalanceChange, deleteBalanceChange],
  ...[gameVersions, addGameVersion, deleteGameVersion],
  ...[spellings, addSpelling, deleteSpelling],
];

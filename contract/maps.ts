import { z } from "zod";
import { DIFFICULTIES } from "../game/facts.ts";
import { api } from "../routes.ts";
import { allOf, DONE, get, post, required, text } from "./define.ts";

const Whole = z.int().min(0).nullable();
const Fact = z.union([z.literal(0), z.literal(1)]).nullable();

/** A map on the wire (SPEC section 3, "Map"). Null where nothing is recorded; notes are empty where there are none. */
const Info = z.object({
  map: z.string(),
  abbreviation: z.string(),
  difficulty: z.enum(DIFFICULTIES),
  version: z.string().nullable(),
  hasLOS: Fact,
  hasWater: Fact,
  length: z.number().nullable().describe("Average path length in RBS."),
  lengthNotes: z.string(),
  numEntrances: Whole,
  numExits: Whole,
  numObjects: Whole,
  removalCost: z.string().nullable(),
  removalCostNotes: z.string(),
  miscNotes: z.string(),
  image: z.string().nullable().describe("Media key of its picture."),
});
export type MapInfo = z.infer<typeof Info>;

const InfoToEdit = Info.extend({ revision: z.int().describe("What an edit of it is based on.") });
export type MapInfoAnswer = z.infer<typeof InfoToEdit>;

const All = allOf(Info);

const Names = allOf(z.string());

export const mapNames = get(api.maps(), {}, { summary: "Names of all maps", result: Names });
export const allMaps = get(api.allMaps(), {}, { summary: "All maps with their details", result: All });
export const mapInfo = get(
  api.mapInfo(),
  { map: required(text("A map's name or abbreviation.")) },
  { summary: "One map's details", result: InfoToEdit },
);

const save = {
  access: "helper",
  summary: "Adds a map, or changes one",
  result: DONE,
  files: ["image"],
} as const;
export const addMap = post(api.addMap(), save);
export const addMapToo = post(api.addMapToo(), save);
export const deleteMap = post(api.deleteMap(), { access: "helper", summary: "Deletes a map", result: DONE });

export const mapAddresses = [mapNames, allMaps, mapInfo, addMap, addMapToo, deleteMap];

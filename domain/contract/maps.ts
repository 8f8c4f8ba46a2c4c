import { z } from "zod";
import { wireName } from "../fields/wire-name.ts";
import { MAP_FIELDS } from "../nouns/map.ts";
import { nounShape } from "../submissions/noun-form.ts";
import { allOf, DONE, get, post, required, text } from "./define.ts";
import { api } from "./routes.ts";

/** A map on the wire (SPEC section 3, "Map"). Null where nothing is recorded; notes are empty if there are none. */
export const mapRow = z.object({
  ...nounShape(MAP_FIELDS),
  image: z.string().nullable().describe("Media key of its picture."),
});
export type MapInfo = z.infer<typeof mapRow>;

const InfoToEdit = mapRow.extend({ revision: z.int().describe("What an edit of it is based on.") });
export type MapInfoAnswer = z.infer<typeof InfoToEdit>;

const All = allOf(mapRow);

const Names = allOf(wireName(z, "map"));

export const mapNames = get(
  api.maps(),
  { difficulty: text("beginner, intermediate, advanced or expert.") },
  { summary: "Names of all maps", result: Names, isEstablished: true },
);
export const allMaps = get(api.allMaps(), {}, { summary: "All maps with their details", result: All });
export const mapInfo = get(
  api.mapInfo(),
  { map: required(text("A map's name or abbreviation.")) },
  { summary: "One map's details", result: InfoToEdit, isEstablished: true },
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

export const mapAddresses = [mapNames, allMaps, mapInfo, addMap, addMapToo, deleteMap];

import { z } from "zod";
import { SPELLING_FIELDS } from "../nouns/spelling.ts";
import { nounShape } from "../submissions/noun-form.ts";
import { allOf, get, post } from "./define.ts";
import { api } from "./routes.ts";

const NamedThing = z.object({
  kind: z.enum(["tower", "map"]).describe("A tower type, an upgrade or a hero; or a map."),
  name: z.string(),
});
/** What a spelling stands for. */
export type NamedThing = z.infer<typeof NamedThing>;

export const spellingRow = z.object({ id: z.int(), ...nounShape(SPELLING_FIELDS), ...NamedThing.shape });
/** What people type for a tower or a map besides its name. */
export type ListedSpelling = z.infer<typeof spellingRow>;
const All = allOf(spellingRow);

export const spellings = get(
  api.spellings(),
  {},
  {
    summary: "What stands for towers and maps in a search, besides their names",
    result: All,
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

export const spellingAddresses = [spellings, addSpelling, deleteSpelling];

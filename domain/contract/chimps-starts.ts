import { z } from "zod";
import { START_FIELDS } from "../nouns/chimps-start.ts";
import { nounShape } from "../submissions/noun-form.ts";
import { allOf, DONE, get, post, text } from "./define.ts";
import { api } from "./routes.ts";

export const chimpsStartRow = z.object({ uuid: z.string(), ...nounShape(START_FIELDS) });
/** How somebody began a CHIMPS game on a map, shown at a link (SPEC section 3). */
export type ChimpsStart = z.infer<typeof chimpsStartRow>;
const All = allOf(chimpsStartRow);
export type ChimpsStartsAnswer = z.infer<typeof All>;

export const chimpsStarts = get(
  api.chimpsStarts(),
  { map: text("A map's name or abbreviation.") },
  {
    summary: "CHIMPS starts, of one map or all",
    result: All,
    isEstablished: true,
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

export const chimpsStartAddresses = [chimpsStarts, addChimpsStart, deleteChimpsStart];

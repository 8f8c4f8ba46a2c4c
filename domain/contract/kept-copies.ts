import { z } from "zod";
import { count, DONE, type Endpoint, get, post, text } from "./define.ts";
import { Named } from "./notices.ts";
import { api } from "./routes.ts";

// Copies of pictures behind links to proof, for those who submitted them.

/** The most copies that are listed. */
const MOST_COPIES = 100;

const Copy = Named.extend({
  url: z.string().describe("The link, as the site watches it."),
  state: z.enum(["due", "copied", "failed"]),
  why: z.string().nullable().describe("Why there is no copy, in a sentence."),
  bytes: z.int().nullable(),
  at: z.string().describe("When it was asked for, copied, or failed: ISO 8601, UTC."),
});
export type KeptCopy = z.infer<typeof Copy>;

const KeptCopies = z.object({
  isPossible: z.boolean().describe("Whether this site makes copies."),
  isOn: z.boolean().describe("Whether one wants copies of what one submits, as one said last."),
  copies: z.int(),
  bytes: z.int().describe("Of all copies together."),
  results: z.array(Copy).readonly().describe(`The last first; at most ${MOST_COPIES}.`),
});
export type KeptCopiesAnswer = z.infer<typeof KeptCopies>;

export const keptCopies = get(
  api.keptCopies(),
  {
    filekey: text("Of one completion alone."),
    count: count(MOST_COPIES, MOST_COPIES, "Copies wanted, 0 to 100; 0 asks for the rest alone."),
  },
  {
    access: "member",
    summary: "The copies of pictures behind one's links, and whether one wants them",
    result: KeptCopies,
    mayNameOthers: ["filekey"],
  },
);

export const keepCopies = post(api.keptCopies(), {
  access: "member",
  summary:
    "With on=1 has the pictures behind one's links copied, of one completion or of all; with on=0 removes the copies",
  result: DONE,
  fields: ["on", "filekey"],
  mayNameOthers: ["filekey"],
});

export const keptCopyAddresses: readonly Endpoint[] = [keptCopies, keepCopies] as readonly Endpoint[];

import { z } from "zod";
import { MOST_ROWS_OF_PAGE } from "../limits.ts";

import { count, type Endpoint, get, offset, pageOf, post } from "./define.ts";
import { api } from "./routes.ts";

// Names that rows were moved in with and that nobody has resolved yet: of no tower of the game, and of maps that are not
// listed.

/** What a name in a row names. */
export const NAME_KINDS = ["tower", "map"] as const;

const Unresolved = z.object({
  kind: z.enum(NAME_KINDS),
  name: z.string().describe("As the rows have it."),
  rows: z
    .array(z.object({ challenge: z.string(), label: z.string(), count: z.int() }))
    .readonly()
    .describe("How many completions have it, by challenge."),
  nearest: z
    .array(z.string())
    .readonly()
    .describe("What it may be meant for, the nearest first; three at most."),
});
/** A name that is not resolved. */
export type UnresolvedName = z.infer<typeof Unresolved>;

const UnresolvedPage = pageOf(Unresolved);
export type UnresolvedAnswer = z.infer<typeof UnresolvedPage>;

/** Names of a page, unless the request says otherwise. */
const UNRESOLVED_PAGE = 20;

export const unresolved = get(
  api.unresolved(),
  { offset, count: count(MOST_ROWS_OF_PAGE, UNRESOLVED_PAGE) },
  {
    access: "helper",
    summary:
      "Names in completions that are of no tower and of no listed map, those of the most completions first",
    result: UnresolvedPage,
  },
);

const WithoutProofPage = pageOf(
  z.object({
    challenge: z.string(),
    filekey: z.string(),
    heading: z.string().describe("Absolute Zero and Quincy 2TC on Quad."),
    players: z.string(),
    pending: z.boolean(),
  }),
);
export type WithoutProofAnswer = z.infer<typeof WithoutProofPage>;

export const withoutProof = get(
  api.withoutProof(),
  { offset, count: count(MOST_ROWS_OF_PAGE, UNRESOLVED_PAGE) },
  {
    access: "helper",
    summary: "Completions with neither a link nor a file as their proof, the oldest first",
    result: WithoutProofPage,
  },
);

const Accepted = z.object({
  changed: z.int().describe("How many completions have the other name now."),
  left: z
    .array(z.object({ challenge: z.string(), filekey: z.string(), heading: z.string(), error: z.string() }))
    .readonly()
    .describe("Completions that stay as they are, each with the reason."),
  next: z.int().nullable().describe("There are more: pass it as `after`; null at the end."),
  name: z.string().describe("What they are called now."),
  spelling: z
    .object({ kept: z.boolean(), error: z.string().nullable() })
    .nullable()
    .describe(
      "Whether searches understand the old name from now on, and if not, why; null: nobody asked for it.",
    ),
});
export type AcceptedAnswer = z.infer<typeof Accepted>;

export const acceptName = post(api.acceptName(), {
  access: "helper",
  summary:
    "Gives completions with a name that is not resolved the name that is meant, up to 99 at once, as one act",
  result: Accepted,
  fields: ["kind", "name", "as", "keepSpelling", "after"],
});

export const unresolvedAddresses: readonly Endpoint[] = [
  unresolved,
  withoutProof,
  acceptName,
] as readonly Endpoint[];

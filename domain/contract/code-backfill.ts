import { z } from "zod";
import { count, type Endpoint, get, post, text } from "./define.ts";
import { api } from "./routes.ts";

// Codes of completions from before codes were asked for, and what their documents teach of completions.

const Backfill = z.object({
  isOn: z.boolean(),
  isPossible: z.boolean().describe("False: the site is set to ask nobody."),
  stopReason: z
    .string()
    .nullable()
    .describe(
      "Why the game's server could not be asked the last time, as in challenge-code; null: it could, or was not.",
    ),
  codes: z.int().describe("Codes of completions."),
  asked: z.int().describe("Of these, those that were asked for, or are known without that."),
  found: z.int(),
  gone: z.int().describe("Those that have no challenge any more."),
  isMore: z.boolean().describe("There are more codes than were counted."),
  perHour: z.int().describe("Codes that are asked for in an hour."),
});
/** How far the codes of completions are asked for. */
export type BackfillAnswer = z.infer<typeof Backfill>;

export const codeBackfill = get(
  api.codeBackfill(),
  {},
  {
    access: "helper",
    summary: "Whether the codes of old completions are asked for, and how far that is",
    result: Backfill,
  },
);

export const switchCodeBackfill = post(api.switchCodeBackfill(), {
  access: "administrator",
  summary: "Has the codes of old completions asked for (on=1), or no more (on=0)",
  result: z.object({}),
  fields: ["on"],
});

const named = {
  challenge: z.string(),
  filekey: z.string(),
  heading: z.string().describe("Absolute Zero and Quincy 2TC on Quad."),
  players: z.string(),
  pending: z.boolean(),
  code: z.string(),
  foundAt: z.string().describe("When the document was fetched (ISO 8601, UTC)."),
};

const Proposed = z.object({
  ...named,
  proposals: z
    .array(
      z.object({
        name: z.string().describe("The field."),
        label: z.string(),
        text: z.string().describe("As the edit form takes it."),
        shown: z.string().describe("As people read it."),
      }),
    )
    .readonly(),
});
/** A completion that has not what the document of its code says. */
export type ProposedCompletion = z.infer<typeof Proposed>;

const Differing = z.object({ ...named, differences: z.array(z.string()).readonly() });

const next = z.string().nullable().describe("Pass it as `after` for the next page; null at the end.");
const ProposedPage = z.object({ results: z.array(Proposed).readonly(), next });
export type ProposedAnswer = z.infer<typeof ProposedPage>;
const DifferingPage = z.object({ results: z.array(Differing).readonly(), next });
export type DifferingAnswer = z.infer<typeof DifferingPage>;

/** Completions of a page. */
export const CODE_PAGE = 50;
const page = {
  after: text("The `next` of the page before."),
  count: count(CODE_PAGE, CODE_PAGE),
};

export const codeProposals = get(api.codeProposals(), page, {
  access: "helper",
  summary:
    "Completions without a version, a date or upgrades that the document of their code says, by their filekeys",
  result: ProposedPage,
});

export const codeDifferences = get(api.codeDifferences(), page, {
  access: "helper",
  summary: "Completions that the document of their code does not agree with, by their filekeys",
  result: DifferingPage,
});

const Taken = z.object({
  changed: z.int().describe("How many completions were changed."),
  left: z
    .array(z.object({ challenge: z.string(), filekey: z.string(), heading: z.string(), error: z.string() }))
    .readonly()
    .describe("Completions that stay as they are, each with the reason."),
  act: z.string().nullable().describe("By what all of it is undone; null: nothing was changed."),
});
export type TakenAnswer = z.infer<typeof Taken>;

export const takeFromCodes = post(api.takeFromCodes(), {
  access: "helper",
  summary: `Edits up to ${CODE_PAGE} completions, as one act: each gets what the document of its code says. entries is JSON: [{ filekey, values: { version: "54.3" } }], with the texts of the proposals`,
  result: Taken,
  fields: ["entries"],
});

export const codeBackfillAddresses = [
  ...[codeBackfill, switchCodeBackfill, codeProposals, codeDifferences, takeFromCodes],
] as readonly Endpoint[];

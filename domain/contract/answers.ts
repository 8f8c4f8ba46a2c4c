import { z } from "zod";
import { type Endpoint, get, searchText } from "./define.ts";
import { api } from "./routes.ts";
import { FilterShape, Understood } from "./search.ts";

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const Found = z.object({
  completion: Row.describe("As in the challenge's list."),
  heading: z.string().describe("Absolute Zero and Quincy 2TC on Quad"),
  players: z.string().describe("Ada and Zoë"),
  at: z
    .string()
    .nullable()
    .describe("When it was verified, of a pending one when it was recorded: ISO 8601, UTC. Null: unknown."),
  sample: z.boolean().describe("It is one of the labelled samples, which nobody played."),
});

const Near = z.object({
  without: FilterShape.describe("The filter that is left out."),
  filters: z.array(FilterShape).readonly().describe("The others."),
  verified: z.int(),
  pending: z.int(),
  /** What the first matches have in place of the left-out filter: other maps, other partners. */
  examples: z.array(z.string()).readonly(),
});

const Answer = z.object({
  challenge: z.string(),
  label: z.string(),
  state: z
    .enum(["done", "pending", "not-yet", "cannot-say"])
    .describe(
      "done: verified. pending: only claims that a helper has yet to verify. not-yet: not in this index, and everything asked was understood and could be. cannot-say: something was not understood, or the challenge does not record it.",
    ),
  reason: z.string().nullable().describe("Why it cannot be said."),
  verified: z.int(),
  pending: z.int(),
  found: z.array(Found).readonly().describe("The first of them: verified ones, then claims."),
  near: z.array(Near).readonly().describe("What there is with one thing less, where nothing was found."),
  filters: z.array(FilterShape).readonly().describe("Parameters of the challenge's list that ask the same."),
  submit: z
    .array(FilterShape)
    .readonly()
    .nullable()
    .describe("Fields of the form that are known, where it could be submitted; null: it could not."),
});
export type ChallengeAnswer = z.infer<typeof Answer>;

const AskedAnswer = z.object({
  text: z.string(),
  understood: Understood,
  summary: z.string().nullable().describe("The answer in one line; null where there was no question."),
  answers: z.array(Answer).readonly(),
});
export type AskedAnswerResult = z.infer<typeof AskedAnswer>;

export const answer = get(
  api.answer(),
  { q: searchText("What is asked, in the words of a search: abs zero quincy quad.") },
  {
    summary: "Whether something has been done, in each challenge",
    result: AskedAnswer,
  },
);

export const answerAddresses: readonly Endpoint[] = [answer] as readonly Endpoint[];

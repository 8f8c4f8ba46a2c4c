import { z } from "zod";
import { DONE, type Endpoint, get, post } from "./define.ts";
import { Named } from "./notices.ts";
import { api } from "./routes.ts";

// What a player says of completions that others submitted under their name.

/** The most completions that are listed in each part, and that one answer is for. */
export const MOST_PLAYED_WITH = 100;

const PlayedWith = Named.extend({
  pending: z.boolean(),
  at: z.string().describe("When it was answered, else when it was submitted: ISO 8601, UTC."),
});
export type PlayedWith = z.infer<typeof PlayedWith>;

const PlayedWithAnswer = z.object({
  asked: z
    .array(PlayedWith.extend({ mayMute: z.boolean().describe("Whether an account submitted it.") }))
    .readonly()
    .describe(`What is not answered, the last recorded first; at most ${MOST_PLAYED_WITH}.`),
  more: z.boolean().describe("Whether more is not answered."),
  answered: z
    .array(PlayedWith.extend({ answer: z.enum(["yes", "no"]) }))
    .readonly()
    .describe(`The last answers; at most ${MOST_PLAYED_WITH}.`),
  muted: z
    .array(PlayedWith)
    .readonly()
    .describe(`One of each account about whose submissions one is not asked; at most ${MOST_PLAYED_WITH}.`),
});
export type PlayedWithAnswer = z.infer<typeof PlayedWithAnswer>;

export const playedWith = get(
  api.playedWith(),
  {},
  {
    access: "member",
    summary: "What others submitted with one's name, and what one says of it",
    result: PlayedWithAnswer,
  },
);

export const ANSWERS = ["yes", "no", "none"] as const;

export const answerPlayedWith = post(api.playedWith(), {
  access: "member",
  summary:
    "Says of completions that others submitted with one's name that they are right (yes) or not one's own (no), or takes that back (none); entries: filekeys as a JSON array, at most 100",
  result: DONE,
  fields: ["entries", "answer"],
  mayNameOthers: ["entries"],
});

export const mutePlayedWith = post(api.mutePlayedWith(), {
  access: "member",
  summary:
    "With muted=1, one is not asked any more about what the account submits that submitted a completion; with 0 again",
  result: DONE,
  fields: ["filekey", "muted"],
  mayNameOthers: ["filekey"],
});

export const playedWithAddresses: readonly Endpoint[] = [
  ...[playedWith, answerPlayedWith, mutePlayedWith],
] as readonly Endpoint[];

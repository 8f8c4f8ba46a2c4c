import { z } from "zod";
import { ASKED_KINDS } from "../search/asked.ts";
import { PART_KINDS } from "../search/understand.ts";
import { REASONS } from "../search/verdicts.ts";
import { AnyCompletion, type Endpoint, get, searchText, shape } from "./define.ts";
import { api } from "./routes.ts";

export const FilterShape = shape("Filter", z.object({ parameter: z.string(), value: z.string() }));

const Part = z.object({
  kind: z
    .enum(PART_KINDS)
    .describe(
      "reading: rows match its words or what they are read as. filter: a key, exactly. words: words that rows are searched for. text: words in quotes, or after a minus. either: several things at once. unknown: it names nothing here. unknown-key: no key of this list. unread: too much to be read.",
    ),
  label: z.string().describe("What it is one of: Tower, Map, Player …"),
  value: z.string(),
  typed: z.string(),
  corrected: z.boolean().describe("It was misspelt by one letter."),
  guess: z.boolean().describe("Only the beginning of a word of the name was typed, so another may be meant."),
  filter: FilterShape.nullable().describe("The parameter of the list that asks for it exactly."),
  near: z
    .array(
      z.object({
        name: z.string(),
        text: z.string(),
        filter: FilterShape.nullable().describe("The parameter of the list that asks for it exactly."),
      }),
    )
    .readonly()
    .describe("What may have been meant, each with the text that asks for it."),
  without: z.string().describe("The text without this part."),
});

export const Understood = shape(
  "Understood",
  z.object({
    parts: z.array(Part).readonly(),
    filters: z.array(FilterShape).readonly().describe("What its keys set, as parameters of the list."),
  }),
);
export type UnderstoodAnswer = z.infer<typeof Understood>;
export type UnderstoodPartAnswer = UnderstoodAnswer["parts"][number];

export const CorrectedShape = shape("Correction", z.object({ typed: z.string(), read: z.string() }));
export type Corrected = z.infer<typeof CorrectedShape>;

const Found = shape(
  "FoundCompletion",
  z.object({
    completion: AnyCompletion.describe("As in the challenge's list."),
    heading: z.string().describe("Absolute Zero and Quincy 2TC on Quad"),
    players: z.string().describe("Ada and Zoë"),
    at: z
      .string()
      .nullable()
      .describe("When it was verified, of a pending one when it was recorded: ISO 8601, UTC. Null: unknown."),
    sample: z.boolean().describe("It is one of the labelled samples, which nobody played."),
  }),
);

const Near = shape(
  "NearMiss",
  z.object({
    without: FilterShape.describe("The filter that is left out."),
    filters: z.array(FilterShape).readonly().describe("The others."),
    verified: z.int(),
    pending: z.int(),
    /** What the first matches have in place of the left-out filter: other maps, other partners. */
    examples: z.array(z.string()).readonly(),
  }),
);

/** What can be said of a question. */
const Said = z.object({
  state: z
    .enum(["done", "pending", "not-yet", "cannot-say"])
    .describe(
      "done: verified. pending: only claims that a helper has yet to verify. not-yet: not in this index, and everything asked was understood and could be. cannot-say: something was not understood, or the challenge does not record it.",
    ),
  why: z
    .enum(REASONS)
    .nullable()
    .describe(
      "Why it cannot be said; null where it can. not-tracked: the challenge records no such thing. which-one: a word fits several names. not-understood: a word names nothing here, or is only the beginning of a name. not-possible: the rules allow no such completion. not-at-todays-prices: the first tower costs too much today, and older prices are not known. no-answer: anything else.",
    ),
  reason: z.string().nullable().describe("The same as a sentence."),
  verified: z.int(),
  pending: z.int(),
  filters: z.array(FilterShape).readonly().describe("Parameters of the challenge's list that ask the same."),
});

const AnswerToPart = Said.extend({
  found: z.array(Found).readonly().describe("The first of them: verified ones, then claims."),
  near: z.array(Near).readonly().describe("What there is with one thing less, where nothing was found."),
});

const Without = z
  .array(z.string())
  .readonly()
  .describe("What it leaves out of the question, as it was typed.");

const Answer = AnswerToPart.extend({
  challenge: z.string(),
  label: z.string(),
  submit: z
    .array(FilterShape)
    .readonly()
    .nullable()
    .describe("Fields of the form that are known, where it could be submitted; null: it could not."),
  partly: AnswerToPart.extend({ without: Without })
    .nullable()
    .describe(
      "Where a word is not understood or fits several names: the answer to the rest of the question. Null where all was understood, or nothing.",
    ),
  each: z
    .array(
      Said.extend({
        meant: z.array(z.string()).readonly().describe("What the words are taken for, a name for each."),
        text: z.string().describe("The question that asks for this meaning alone."),
        without: Without,
      }),
    )
    .readonly()
    .describe("Where a word fits several names: the answer for each of them."),
});
export type ChallengeAnswer = z.infer<typeof Answer>;
export type AnswerInPart = NonNullable<ChallengeAnswer["partly"]>;
export type AnswerOfMeaning = ChallengeAnswer["each"][number];

const HeadlineShape = z.object({
  label: z.string().describe("The answer in one line: LCC on Quad, least cost: $130,869 by Ada."),
  number: z.number().nullable().describe("The number in it: how many, or the record. Null: there is none."),
  link: z.string().nullable().describe("The page of this site that shows it."),
  links: z
    .array(z.object({ label: z.string(), link: z.string() }))
    .readonly()
    .describe("Further pages, such as the forms of several challenges."),
  ignored: z.array(z.string()).readonly().describe("What it leaves out of the question, as it was typed."),
});
export type Headline = z.infer<typeof HeadlineShape>;

const AskedAnswer = z.object({
  text: z.string(),
  kind: z
    .enum(ASKED_KINDS)
    .describe(
      "What the question asks for. done: whether it is done. who: a name. count: how many. record: the best. board: who, or which map, has most. left: what is open. form: how to submit. rules: what a challenge is. player: what somebody has done. map: facts of a map. newest: what came last. page: a page of the site. cannot-say: nothing that the index knows.",
    ),
  headline: HeadlineShape.nullable().describe(
    "The answer to what was understood of the question; null where that is nothing.",
  ),
  understood: Understood,
  question: z
    .string()
    .nullable()
    .describe("What was understood of the question, in words; null where there was none."),
  summary: z.string().nullable().describe("The answer in one line; null where there was no question."),
  answers: z.array(Answer).readonly(),
});
export type AnswerResult = z.infer<typeof AskedAnswer>;

export const answer = get(
  api.answer(),
  { q: searchText("What is asked, in the words of a search: abs zero quincy quad.") },
  {
    summary: "Whether something has been done, in each challenge",
    result: AskedAnswer,
  },
);

export const answerAddresses: readonly Endpoint[] = [answer] as readonly Endpoint[];

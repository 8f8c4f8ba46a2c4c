import { z } from "zod";
import { MAX_PAGE } from "../lists/page-sizes.ts";
import type { QUEUE_FILTERS } from "../lists/queue.ts";
import { count, type Endpoint, flag, get, type Parameter, pageOf, required, text } from "./define.ts";
import { api } from "./routes.ts";

// What verifiers and helpers see of what waits for them. None of it is public.

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const Claims = z.object({
  original: z.boolean().describe("Claims to be an original of which no other is verified."),
  record: z.boolean().describe("Would beat every verified completion in a scope of its challenge's record."),
  first: z.boolean().describe("Is its account's first submission."),
});

const Queued = Claims.extend({
  challenge: z.string(),
  completion: Row.describe("As in the challenge's list, without its notes."),
  submitted: z.string().describe("ISO 8601, UTC."),
});
/** A completion that waits for a helper. */
export type QueuedCompletion = z.infer<typeof Queued>;

const QueuePage = pageOf(Queued).extend({
  waiting: z.int().describe("All that wait, whatever the parameters ask for."),
});
export type QueueAnswer = z.infer<typeof QueuePage>;

const FILTERS = {
  challenge: text("A challenge's key, such as 2tc."),
  map: text("A map's name or abbreviation."),
  og: flag("1 or true: those alone that would be an original."),
  record: flag("1 or true: those alone that would be a record."),
  first: flag("1 or true: accounts' first submissions alone."),
} satisfies Readonly<Record<(typeof QUEUE_FILTERS)[number], Parameter<unknown>>>;

/** Rows of a page of the queue, unless the request says otherwise. */
const QUEUE_PAGE = 30;

export const queue = get(
  api.queue(),
  {
    ...FILTERS,
    after: text("A completion's filekey: what was submitted after it. Absent: from the oldest one on."),
    count: count(MAX_PAGE, QUEUE_PAGE, "Rows wanted, 0 to 100 (30 if absent); 0 asks for the numbers alone."),
  },
  {
    access: "verifier",
    summary: "What waits for a helper, the oldest first",
    result: QueuePage,
  },
);

const Named = z.object({
  challenge: z.string(),
  filekey: z.string(),
  heading: z.string().describe("Its towers or its cost, its challenge and its map."),
  players: z.string(),
});

const QueueFacts = Claims.extend({
  submitted: z.string().describe("ISO 8601, UTC."),
  takenBy: Named.nullable().describe("The verified completion of the same combination."),
  originalBy: Named.nullable().describe("The verified original, if this one claims to be it."),
  others: z.array(Named).readonly().describe("Other open claims of the same, the oldest first."),
  submitter: z
    .object({
      verified: z.int(),
      rejected: z.int(),
      last: z
        .array(
          Named.extend({
            state: z.enum(["verified", "rejected"]),
            reason: z.string().nullable().describe("Why it was rejected."),
            day: z.string().describe("When it was last changed: yyyy-mm-dd."),
          }),
        )
        .readonly()
        .describe("What was decided last, five at most."),
    })
    .nullable()
    .describe("What else its account submitted; null where no account is known."),
});
/** What a helper wants to know of a completion that waits. */
export type QueueFactsAnswer = z.infer<typeof QueueFacts>;
/** A completion by what people call it. */
export type NamedCompletion = z.infer<typeof Named>;

export const queueFacts = get(
  api.queueFacts(),
  { filekey: required(text("The completion's filekey.")) },
  {
    access: "verifier",
    summary: "What a helper wants to know of a completion that waits",
    result: QueueFacts,
  },
);

export const reviewAddresses: readonly Endpoint[] = [queue, queueFacts] as readonly Endpoint[];

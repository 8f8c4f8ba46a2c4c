import { z } from "zod";
import { MOST_ROWS_OF_PAGE } from "../limits.ts";
import { QUEUE_FILTERS } from "../lists/filters.ts";
import { FINDINGS } from "../submissions/findings.ts";
import { SECOND_LOOKS } from "../submissions/policy.ts";

import { notOriginal, rivals } from "./completions.ts";
import {
  AnyCompletion,
  count,
  DONE,
  type Endpoint,
  flag,
  get,
  type Parameter,
  pageOf,
  post,
  required,
  text,
} from "./define.ts";
import { fieldChange } from "./history.ts";
import { Named, SubmissionOutcome } from "./notices.ts";
import { api } from "./routes.ts";

// What verifiers and helpers see of what waits for them. But for the first, none of it is public.

const Waiting = z.object({
  waiting: z.int().describe("How many completions are pending, in all challenges."),
  oldest: z
    .string()
    .nullable()
    .describe("When the oldest of them was submitted: ISO 8601, UTC; null: none is, or nobody knows."),
  decided: z.int().describe("How many of the last verdicts were looked at: 100 at most."),
  median: z.int().nullable().describe("Seconds from its submission within which half of these were given."),
});
export type WaitingAnswer = z.infer<typeof Waiting>;

export const waiting = get(
  api.waiting(),
  {},
  { summary: "How many completions wait for a helper, since when, and how long that takes", result: Waiting },
);

const Claims = z.object({
  original: z.boolean().describe("Claims to be an original of which no other is verified."),
  record: z.boolean().describe("Would beat every verified completion in a scope of its challenge's record."),
  first: z.boolean().describe("Is the first submission of an account that has at most 50."),
});

const Findings = z
  .array(z.enum(FINDINGS))
  .readonly()
  .describe(
    "What to look at, the worst first. banned: it names a banned player, or its account owns their name. banned-before: its account submitted under a banned name before. another-account: its account seems to be none of its players'. denied: a player of it says that they did not play it. same-proof: another completion has the same link or file. same-picture: another one on its map has a picture that looks the same. code-differs: its challenge code is for another map or other towers. code-of-another: whoever made the challenge made others, and these are of other players. same-code: another completion has the same code. code-of-another-time: the challenge was made later, or in another version. no-recording: the rules ask for a recording, and nothing is known to be one.",
  );

const Queued = Claims.extend({
  findings: Findings,
  banned: z.string().nullable().describe("The banned player, if there is one."),
  challenge: z.string(),
  completion: AnyCompletion.describe("As in the challenge's list, without its notes."),
  revision: z.int().describe("What a verdict on it names."),
  submitted: z.string().nullable().describe("ISO 8601, UTC; null: nobody knows, as of what was moved in."),
  heldBy: z.string().nullable().describe("Another helper who is looking at it."),
  skipped: z.boolean().describe("Whoever asks put it off for a day, or has it put off."),
  rejected: z
    .boolean()
    .describe(
      "It is put off because whoever asks rejected it before its player appealed: another helper decides.",
    ),
  question: z
    .enum(["answered", "no-answer", "appealed"])
    .nullable()
    .describe(
      "What came of a question to its player, within the two days that they have; or that they appealed.",
    ),
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
  first: flag("1 or true: first submissions alone, of accounts that have at most 50."),
  answered: flag("1 or true: those alone whose player answered a question."),
  code: flag("1 or true: those alone whose challenge code agrees with them."),
} satisfies Readonly<Record<(typeof QUEUE_FILTERS)[number], Parameter<unknown>>>;

/** Rows of a page of the queue, unless the request says otherwise. */
const QUEUE_PAGE = 30;

export const queue = get(
  api.queue(),
  {
    ...FILTERS,
    after: text("A completion's filekey: what was submitted after it. Absent: from the oldest one on."),
    count: count(
      MOST_ROWS_OF_PAGE,
      QUEUE_PAGE,
      "Rows wanted, 0 to 100 (30 if absent); 0 asks for the numbers alone.",
    ),
  },
  {
    access: "verifier",
    summary: "What waits for a helper, the oldest first",
    result: QueuePage,
  },
);

/** A question to a player: until when they have to answer it, and when they did. */
const Question = z.object({
  until: z.string().describe("ISO 8601, UTC."),
  answeredAt: z.string().nullable().describe("ISO 8601, UTC; null: not yet."),
});

const QueueFacts = Claims.extend({
  looked: z.array(z.string()).readonly().describe("The checks whose warnings its sender has looked at."),
  question: Question.nullable().describe("What its player was asked last."),
  submitted: z.string().nullable().describe("ISO 8601, UTC; null: nobody knows, as of what was moved in."),
  held: z
    .object({ by: z.string(), until: z.string().describe("ISO 8601, UTC.") })
    .nullable()
    .describe("Which other helper is looking at it, and at least until when."),
  refusal: z.string().nullable().describe("Why whoever asks may not decide on it."),
  findings: Findings,
  partners: z
    .array(z.object({ name: z.string(), answer: z.enum(["yes", "no"]).nullable() }))
    .readonly()
    .describe(
      "Of several players, those whose names have owners who did not submit it, and what these say of it; null: nothing yet.",
    ),
  takenBy: Named.nullable().describe("The verified completion of the same combination."),
  originalBy: Named.nullable().describe("The verified original of the same pair or tower."),
  verified: z.int().describe("How many of the same pair or tower are verified, on any map."),
  records: z
    .array(
      z.object({
        within: z
          .string()
          .nullable()
          .describe("What it is compared within besides its map, such as v54; null: nothing."),
        amount: z.int().describe("What the record goes by: the less the better."),
        best: Named.extend({ amount: z.int() })
          .nullable()
          .describe("The best verified one; null: there is none."),
      }),
    )
    .readonly()
    .describe("How it compares in each scope of its challenge's record, the widest first."),
  takes: z
    .array(Named)
    .readonly()
    .describe(
      "Whose records it would take: also of those who had them since the day on which it was played.",
    ),
  others: z.array(Named).readonly().describe("Other open claims of the same, the oldest first."),
  submitter: z
    .object({
      name: z.string().nullable().describe("What the account is called; null: it has no name."),
      address: z.string().nullable().describe("Its address, for administrators alone."),
      owns: z.string().nullable().describe("The player whose name it owns."),
      submits: z
        .array(z.object({ name: z.string(), completions: z.int() }))
        .readonly()
        .describe("The players whose verified runs it submitted, the most frequent first."),
      banned: z
        .string()
        .nullable()
        .describe(
          "The banned player: one whom the completion names or whose name the account owns, else one under whose name the account submitted before.",
        ),
      open: z
        .array(z.object({ filekey: z.string(), revision: z.int() }))
        .readonly()
        .describe("If there is a banned player: what is pending of them, and from this account."),
      isBlocked: z.boolean().describe("Their account is blocked here: they can neither answer nor resubmit."),
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
export type { NamedCompletion } from "./notices.ts";

export const queueFacts = get(
  api.queueFacts(),
  { filekey: required(text("The completion's filekey.")) },
  {
    access: "verifier",
    summary: "What a helper wants to know of a completion that waits",
    result: QueueFacts,
  },
);

const VerdictGiven = z.object({
  filekey: z.string(),
  heading: z
    .string()
    .describe("Its towers or its cost, its challenge and its map; its filekey, if it is not there."),
  outcome: z
    .enum(["done", "stale", "held", "gone", "not-allowed"])
    .describe(
      "stale: it was changed since that revision. held: another helper is looking at it. gone: it is no longer pending. not-allowed: `error` says why, for instance that another completion has its place.",
    ),
  error: z.string().nullable().describe("Why it is not done, in a sentence."),
  differs: z.array(fieldChange).readonly().describe("If stale: what has changed since that revision."),
  by: z.string().nullable().describe("If held: who is looking at it."),
  change: z.int().nullable().describe("Its number in the log: /admin/undo-change takes it."),
  original: z.boolean().describe("Is now, or would be, the OG."),
  records: z.array(Named).readonly().describe("In a preview: whose records it would take."),
  takenBy: Named.nullable().describe("The verified completion of the same combination."),
});
/** What became, or would become, of one verdict. */
export type VerdictGiven = z.infer<typeof VerdictGiven>;

const Verdicts = z.object({
  results: z.array(VerdictGiven).readonly().describe("In the order of the entries."),
  act: z.string().nullable().describe("What the log knows all of them by; null for a single one."),
  notOriginal,
  rivals,
});
export type VerdictsAnswer = z.infer<typeof Verdicts>;

export const giveVerdicts = post(api.giveVerdicts(), {
  access: "verifier",
  summary: "Verifies and rejects pending completions, each by itself; with preview=1 says what that would do",
  result: Verdicts,
  fields: ["entries", "preview"],
});

const Claim = z.object({
  filekey: z.string().nullable().describe("What is to be looked at; null: nothing is free."),
  until: z
    .string()
    .nullable()
    .describe(
      "Until when it is held (ISO 8601, UTC); null: it is not pending, or one's own, or nothing is free.",
    ),
  heldBy: z.string().nullable().describe("Another helper who has it, until then."),
  held: z.int().describe("If nothing is free: how many others are looking at."),
  skipped: z.int().describe("If nothing is free: how many one put off for a day."),
  rejected: z.int().describe("If nothing is free: how many one rejected, which another helper decides."),
  own: z.int().describe("If nothing is free: how many are one's own."),
});
export type ClaimAnswer = z.infer<typeof Claim>;

export const claimReview = post(api.claimReview(), {
  access: "verifier",
  summary:
    "Takes the oldest free completion under the filters for a quarter of an hour, or the one that is named; take=1 takes it from another helper",
  result: Claim,
  fields: [...QUEUE_FILTERS, "filekey", "take"],
});

export const releaseReview = post(api.releaseReview(), {
  access: "verifier",
  summary: "Gives back what one took",
  result: DONE,
  fields: ["filekey"],
});

export const skipReview = post(api.skipReview(), {
  access: "verifier",
  summary: "Puts a completion off for a day, for oneself",
  result: DONE,
  fields: ["filekey"],
});

const Message = z.object({
  id: z.string(),
  at: z.string().describe("ISO 8601, UTC."),
  side: z.enum(["player", "helper"]),
  kind: z
    .enum(["text", "ask", "answer", "appeal", "verified", "rejected", "removed", "returned"])
    .describe("returned: it is pending again."),
  private: z.boolean().describe("For helpers alone."),
  by: z.string().nullable().describe("Who wrote it. Players are not told which helper did."),
  body: z.string(),
});
/** What was said of a completion, or decided. */
export type Message = z.infer<typeof Message>;

const OwnThread = z.object({
  challenge: z.string(),
  heading: z.string().describe("Its towers or its cost, its challenge and its map."),
  state: z.enum(["pending", "verified", "rejected"]),
  reason: z.string().nullable().describe("Why it was rejected."),
  place: z.int().nullable().describe("Its place among all that are pending, from 1."),
  question: Question.nullable().describe("What helpers asked last."),
  mayAppeal: z.boolean().describe("Of what another one has the place of, nobody may."),
  came: SubmissionOutcome,
  messages: z.array(Message).readonly().describe("The oldest first, 200 at most."),
});
/** What the submitter of a completion sees of it alone. */
export type OwnThreadAnswer = z.infer<typeof OwnThread>;

export const ownThread = get(
  api.ownThread(),
  { filekey: required(text("The filekey of one's own submission.")) },
  {
    access: "member",
    summary: "How one's own submission stands, and what helpers asked and decided",
    result: OwnThread,
    own: ["filekey"],
  },
);

export const writeOwn = post(api.ownThread(), {
  access: "member",
  summary:
    "Writes to the helpers about one's own pending submission, which answers their question; with appeal=1 has a rejected one looked at again",
  result: DONE,
  fields: ["filekey", "body", "appeal"],
  own: ["filekey"],
});

const Thread = z.object({
  question: Question.nullable(),
  differs: z
    .array(fieldChange)
    .readonly()
    .describe("If it is pending: what has changed since helpers asked last, or rejected it."),
  reader: z
    .object({
      hasAccount: z.boolean().nullable().describe("null: the accounts are not kept here."),
      isBlocked: z.boolean().describe("Their account is blocked here: they cannot answer."),
      getsMail: z.boolean().describe("Whether a question is mailed to them."),
      seen: z.string().nullable().describe("When they were last heard of here: ISO 8601, UTC."),
    })
    .nullable()
    .describe("Who reads what is written to the player; null: nobody does."),
  messages: z.array(Message).readonly().describe("The oldest first, 200 at most."),
});
/** What helpers see of what was said of a completion. */
export type ThreadAnswer = z.infer<typeof Thread>;

export const thread = get(
  api.thread(),
  { filekey: required(text("The completion's filekey.")) },
  { access: "verifier", summary: "What was said of a completion, and decided", result: Thread },
);

export const writeToPlayer = post(api.thread(), {
  access: "verifier",
  summary: "Writes to a completion's player, or with private=1 to the other helpers alone",
  result: DONE,
  fields: ["filekey", "body", "private"],
});

const Asked = z.object({ until: z.string().describe("Until when the player may answer: ISO 8601, UTC.") });
export type AskedAnswer = z.infer<typeof Asked>;

export const askPlayer = post(api.askPlayer(), {
  access: "verifier",
  summary:
    "Asks the player of a pending completion, which leaves the queue until they answer, two days at most",
  result: Asked,
  fields: ["filekey", "body"],
});

const Reported = Named.extend({
  report: z.string().describe("The report's id."),
  reason: z.string(),
  link: z.string().nullable(),
  at: z.string().describe("ISO 8601, UTC."),
  isPending: z.boolean(),
  canWait: z
    .boolean()
    .describe("Whether it can be set back to pending: it is verified, and its submitter is known."),
  isDoubt: z.boolean().describe("A helper's, at the second look."),
  by: z.string().nullable().describe("The display name of whoever reported or doubted it."),
  account: z.string().nullable().describe("The reporter's address, for administrators alone."),
});
const Reports = z.object({
  results: z.array(Reported).readonly(),
  count: z.int().describe("How many are open."),
});
export type ReportsAnswer = z.infer<typeof Reports>;

export const reportCompletion = post(api.report(), {
  access: "member",
  summary: "Reports a completion to the helpers",
  result: DONE,
  fields: ["filekey", "reason", "link"],
  mayNameOthers: ["filekey"],
});

export const reports = get(
  api.reports(),
  { count: count(MOST_ROWS_OF_PAGE, MOST_ROWS_OF_PAGE, "Rows wanted; 0 asks for the number alone.") },
  { access: "helper", summary: "Open reports, the oldest first", result: Reports },
);

export const decideReport = post(api.decideReport(), {
  access: "helper",
  summary:
    "Closes a report: its completion stands, is pending again, or is removed with a reason (stands, pending, removed)",
  result: DONE,
  fields: ["report", "outcome", "reason"],
});

const SecondLook = z.object({
  challenge: z.string(),
  completion: AnyCompletion.describe("As in the challenge's list, without its notes."),
  verified: z.string().describe("ISO 8601, UTC."),
  why: z.array(z.enum(SECOND_LOOKS)).readonly(),
});
/** A verified completion that another helper has to look at. */
export type SecondLookAsked = z.infer<typeof SecondLook>;

const SecondLooks = z.object({
  results: z.array(SecondLook).readonly().describe("The one that was verified first comes first."),
  more: z.boolean(),
});
export type SecondLooksAnswer = z.infer<typeof SecondLooks>;

export const secondLooks = get(
  api.secondLooks(),
  {
    late: flag("1 or true: those that nobody looked at twice within 60 days, for 60 days more."),
    count: count(MOST_ROWS_OF_PAGE, MOST_ROWS_OF_PAGE, "Rows wanted."),
  },
  {
    access: "verifier",
    summary: "Verified completions that the site asks another helper to look at, not one's own",
    result: SecondLooks,
  },
);

const Confirmed = z.object({
  change: z.int().nullable().describe("Its number in the log: /admin/undo-change takes it."),
});
export type ConfirmedAnswer = z.infer<typeof Confirmed>;

export const confirm = post(api.confirm(), {
  access: "verifier",
  summary: "Says that one looked at a verified completion at that revision, and that it is in order",
  result: Confirmed,
  fields: ["filekey", "revision"],
});

export const doubt = post(api.doubt(), {
  access: "verifier",
  summary:
    "Says what seems wrong with a verified completion at that revision, which stays verified: helpers decide as of a report",
  result: DONE,
  fields: ["filekey", "revision", "reason"],
});

const CheckException = z.object({
  check: z.string().describe("The check's id."),
  whether: z.string().describe('What it tells, after "whether".'),
  reason: z.string(),
  by: z.string().describe("The helper who excepts it."),
  at: z.string().describe("ISO 8601, UTC."),
});
/** That a completion is excepted from a check, and why. */
export type CheckException = z.infer<typeof CheckException>;

const CheckExceptions = z.object({ results: z.array(CheckException).readonly() });
export type CheckExceptionsAnswer = z.infer<typeof CheckExceptions>;

export const exceptions = get(
  api.exceptions(),
  { filekey: required(text("The completion's filekey.")) },
  {
    access: "verifier",
    summary: "The checks that helpers except a completion from, as it is now",
    result: CheckExceptions,
  },
);

export const exceptCheck = post(api.exceptCheck(), {
  access: "helper",
  summary:
    "Excepts a completion, as it is at that revision, from a check, and says why; with an empty reason excepts it no more",
  result: DONE,
  fields: ["filekey", "revision", "check", "reason"],
});

const KINDS_OF_REASON = ["reject", "ask"] as const;
/** Where a canned reason is offered. */
export type ReasonKind = (typeof KINDS_OF_REASON)[number];
export const readReasonKind = (text: string): ReasonKind | null =>
  KINDS_OF_REASON.find((each) => each === text) ?? null;

const ReasonVersion = z.object({
  version: z.int(),
  challenge: z.string().nullable().describe("null: of every challenge."),
  kind: z.enum(KINDS_OF_REASON),
  title: z.string(),
  text: z.string().describe("Empty: it was removed."),
  at: z.string().describe("ISO 8601, UTC."),
  by: z.string().describe("The helper who wrote it."),
});
/** A canned reason as somebody wrote it. */
export type ReasonVersion = z.infer<typeof ReasonVersion>;

const CannedReason = ReasonVersion.extend({
  reason: z.string().describe("Its id."),
  former: z.array(ReasonVersion).readonly().describe("If they were asked for: the newest first."),
});
export type CannedReason = z.infer<typeof CannedReason>;
const CannedReasons = z.object({ results: z.array(CannedReason).readonly() });
export type CannedReasonsAnswer = z.infer<typeof CannedReasons>;

export const cannedReasons = get(
  api.cannedReasons(),
  {
    challenge: text("A challenge's key: its own and those of every challenge. Absent: all."),
    kind: text("reject or ask: what is offered there. Absent: all."),
    former: flag("1 or true: with former versions, and what was removed."),
  },
  {
    access: "verifier",
    summary: "What helpers say often when they reject or ask, by title",
    result: CannedReasons,
  },
);

export const keepCannedReason = post(api.keepCannedReason(), {
  access: "helper",
  summary:
    "Adds a canned reason, or with reason and version changes it, or with an empty text removes it; former versions stay",
  result: z.object({ reason: z.string(), version: z.int() }),
  fields: ["reason", "version", "challenge", "kind", "title", "text"],
});

/** The parameters that narrow the queue, as a form has them. Throws BadParameter. */
export const readQueueFilters = (given: URLSearchParams) => ({
  challenge: FILTERS.challenge.read(given, "challenge"),
  map: FILTERS.map.read(given, "map"),
  og: FILTERS.og.read(given, "og"),
  record: FILTERS.record.read(given, "record"),
  first: FILTERS.first.read(given, "first"),
  answered: FILTERS.answered.read(given, "answered"),
  code: FILTERS.code.read(given, "code"),
});

export const reviewAddresses: readonly Endpoint[] = [
  waiting,
  queue,
  queueFacts,
  giveVerdicts,
  claimReview,
  releaseReview,
  skipReview,
  ...[ownThread, writeOwn, thread, writeToPlayer, askPlayer],
  reportCompletion,
  reports,
  decideReport,
  ...[secondLooks, confirm, doubt, exceptions, exceptCheck, cannedReasons, keepCannedReason],
] as readonly Endpoint[];

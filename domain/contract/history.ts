import { z } from "zod";
import { InvalidValue } from "../fields/kind.ts";
import { isDay, readPeriods } from "../game/dates-and-numbers.ts";
import { Links } from "./completions.ts";
import { allOf, count, get, parsed, post, required, shape, text } from "./define.ts";
import { api } from "./routes.ts";

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export const fieldChange = shape("FieldChange", z.object({ label: z.string(), before: Value, after: Value }));
/** One field that a change touched. Null: no value. */
export type FieldChange = z.infer<typeof fieldChange>;

/** What changes call the verdict on a completion, and the second look at it. */
export const VERDICT_LABELS = { verified: "Verified", confirmed: "Looked at twice" } as const;

const Change = z.object({
  seq: z.int(),
  at: z.string().describe("ISO 8601, UTC."),
  who: z
    .string()
    .describe("The name that the person chose to show; else a member, a verifier, a helper or the index."),
  action: z
    .string()
    .describe("unknown: the change was recorded in a form that this version of the site does not know."),
  changes: z.array(fieldChange).readonly(),
  reason: z
    .string()
    .nullable()
    .describe("Why it was rejected, which only helpers read (in all changes); null otherwise."),
});
/** A change as everybody may read it: no ids of people, no addresses. */
export type PublicChange = z.infer<typeof Change>;
const History = allOf(Change);

export const history = get(
  api.history(),
  { filekey: required(text()) },
  {
    summary: "What happened to one completion, newest first",
    result: History,
  },
);

export const changeFeedRow = z.object({
  seq: z.int().describe("Its number: later changes have higher ones."),
  at: z.string().describe("ISO 8601, UTC."),
  kind: z
    .string()
    .describe(
      "completion, map, chimps-start, balance-change, game-version, spelling, player or proof (of a completion, by its filekey: added when it cannot be found any more, removed when it is found again).",
    ),
  action: z.enum(["added", "changed", "removed"]),
  challenge: z.string().nullable().describe("Of a completion: its challenge's key."),
  id: z.string().describe("The same in every change of one thing; of a completion its filekey."),
  row: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), Links]))
    .nullable()
    .describe(
      "What the change made of it, by the names that lists use: its own fields alone, and mapId, the id of its map, and of a completion its links to further proof. " +
        "Null where the change removed it, and where it has been removed since, or changed in a way that is not known here.",
    ),
});
/** A change as programs follow it: what the thing became, and nothing about who did it. */
export type ChangeFeedRow = z.infer<typeof changeFeedRow>;
const ChangeFeed = z.object({
  results: z.array(changeFeedRow).readonly(),
  next: z.int().describe("Pass it as `since` for what comes after these."),
  more: z.boolean().describe("Whether there is more already."),
});

/** The most changes in one answer. */
export const FEED_PAGE = 500;

export const publicChanges = get(
  api.publicChanges(),
  {
    since: count(
      Number.MAX_SAFE_INTEGER,
      0,
      "Changes after this number; 0, or none: from the first one on. 409 where there is no such place in them.",
    ),
    challenge: text("A challenge's key, such as 2tc: its completions and the maps alone."),
  },
  {
    summary: `Every public change, oldest first, ${FEED_PAGE} at a time`,
    result: ChangeFeed,
  },
);

const Listed = Change.extend({
  noun: z
    .string()
    .describe(
      "completion, map, chimps-start, balance-change, game-version, spelling, player, report (helpers' doubts, and decisions on reports), code-backfill (whether codes of old completions are asked for) or import; for administrators account, too.",
    ),
  account: z
    .string()
    .nullable()
    .describe("The address of who did it, for administrators alone and where they have an account here."),
  title: z.string().describe("What it was about."),
  page: z.string().nullable().describe("Where that can be seen; null when it is not there."),
  undo: z
    .enum(["request", "never"])
    .describe(
      "By what it is undone: a request, or nothing. An import is undone by restoring the backup before it.",
    ),
  id: z.string().describe("Of what it was about; of an import the backup that was taken before it."),
  act: z
    .object({
      id: z.string(),
      size: z.int().describe("How many changes it is."),
      actions: z.array(z.string()).readonly().describe("What was done, each once."),
    })
    .nullable()
    .describe(
      "The changes that one request made together, of which this is the last; null: there was no other.",
    ),
});
/** A change as helpers and verifiers see it in the list of the latest ones. */
export type ListedChange = z.infer<typeof Listed>;
const ListedPage = z.object({
  results: z.array(Listed).readonly(),
  next: z.int().nullable().describe("Pass it as `before` for the next page; null at the end."),
  nextAccount: z
    .int()
    .nullable()
    .describe("For administrators: pass it as `beforeAccount` with `before`; null: no entries of accounts."),
});
export type ChangesAnswer = z.infer<typeof ListedPage>;

const PAGE = 50;

const day = (note: string) =>
  parsed((given) => {
    const [found] = readPeriods(given);
    if (found === undefined || !isDay(found)) throw new InvalidValue("not-a-day");
    return found;
  }, note);

export const changes = get(
  api.changes(),
  {
    before: count(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    beforeAccount: count(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    count: count(PAGE, PAGE),
    act: text("An act's id: its changes, each by itself, and all of them."),
    who: text("A person's display name, or helper, verifier or member; for administrators an address, too."),
    action: text("What was done: add, edit, verify, reject, delete, undo …"),
    noun: text("To what: completion, map, chimps-start, balance-change …"),
    id: text("To which of that noun: of a completion its filekey."),
    from: day("The first day (yyyy-mm-dd, UTC)."),
    until: day("The last day."),
  },
  { access: "verifier", summary: "What people changed lately", result: ListedPage },
);

const Undone = z
  .object({
    undone: z.int().describe("How many changes of the act were undone."),
    left: z
      .array(z.object({ seq: z.int(), title: z.string(), error: z.string() }))
      .readonly()
      .describe("Those that were not, and why: each is undone by itself."),
    next: z
      .int()
      .describe(
        "A large act is undone in several requests: the next one sends this as `seq`; absent: all is done.",
      ),
    into: z.string().describe("What these requests undo is one act: the next one sends this, too."),
  })
  .partial();
export type UndoneAnswer = z.infer<typeof Undone>;

export const undoChange = post(api.undoChange(), {
  access: "verifier",
  summary: "Undoes a change, or those of an act that can be: helpers any, verifiers their own verdicts",
  result: Undone,
  fields: ["seq", "whole", "act", "into"],
});

export const bringBack = post(api.bringBack(), {
  access: "member",
  summary: "Brings back a submission that one withdrew: pending again, since when it was submitted",
  result: z.object({}),
  fields: ["filekey"],
  own: ["filekey"],
});

const Preview = z.object({ changes: z.array(fieldChange).readonly() });
export type UndoPreviewAnswer = z.infer<typeof Preview>;
export const undoPreview = get(
  api.undoPreview(),
  { seq: required(text()) },
  {
    access: "verifier",
    summary: "What bringing all back as it was before a change would do",
    result: Preview,
  },
);

export const historyAddresses = [history, publicChanges, changes, undoChange, undoPreview, bringBack];

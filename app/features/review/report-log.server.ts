import { z } from "zod";
import { pages } from "../../../domain/contract/routes.ts";
import { REPORT } from "../../../domain/lists/filters.ts";
import { insertChangeOf } from "../../../server/db/changes.ts";
import { Conflict } from "../../../server/errors.ts";
import { entryFor, type WriteContext } from "../../api/router.server.ts";
import type { AnyNounLog } from "../../audit/types.server.ts";
import { UNKNOWN, warnOfUnknown } from "../../audit/unknown.server.ts";
import type { StoredCompletion } from "../completions/repository/stored-completion.server.ts";
import { nameOf } from "../completions/submission-outcome.server.ts";
import { openReportId, type ReportOutcome } from "./repository/reports.server.ts";

/** A doubt, or the decision on a report, in the change log. Who reported something, and why, is not in it. */
const Logged = z.object({
  challenge: z.string(),
  completion: z.string(),
  heading: z.string(),
  isDoubt: z.boolean(),
  /** The doubting helper's words; null: a member's report. */
  reason: z.string().nullable(),
  /** Null: it is open. */
  outcome: z.enum(["stands", "pending", "removed"]).nullable(),
});

/** What became of the completion, in words. */
const OUTCOMES: Readonly<Record<ReportOutcome, string>> = {
  stands: "Kept",
  pending: "Set back to pending",
  removed: "Removed",
};

const refuse = (): never => {
  throw new Conflict("report-not-undone");
};

/**
 * Doubts and decisions on reports in the change log, for helpers alone. What a decision does to the completion has an entry
 * of the completion's, and that one is undone.
 */
export const reportLog: AnyNounLog = {
  noun: REPORT,
  isPublic: false,
  findThere: async () => new Set(),
  describe({ action, shape, after }, { challenges }) {
    const { data: logged } = Logged.safeParse(after);
    if (!logged) {
      warnOfUnknown(`${REPORT}, ${action}`, shape, []);
      return UNKNOWN;
    }
    const { challenge, completion, heading, isDoubt, reason, outcome } = logged;
    return {
      title: `${isDoubt ? "Second look at" : "Report of"} ${heading}`,
      page: challenges.has(challenge) ? pages.notes(challenge, { filekey: completion }) : null,
      changes: outcome === null ? [] : [{ label: "Decision", before: null, after: OUTCOMES[outcome] }],
      credits: [],
      reason: outcome === null ? reason : null,
      undo: "never",
    };
  },
  tell: () => null,
  valuesBefore: () => ({}),
  undo: async () => refuse(),
  preview: async () => refuse(),
};

/**
 * The statement that logs a doubt that its batch has just written, or the decision on a report that its batch is about to
 * write. It fails the batch where that is closed already.
 */
export function logReport(
  { id, isDoubt, reason }: { readonly id: string; readonly isDoubt: boolean; readonly reason: string },
  outcome: ReportOutcome | null,
  stored: StoredCompletion,
  context: WriteContext,
) {
  const after: z.input<typeof Logged> = {
    challenge: stored.challenge,
    completion: stored.id,
    isDoubt,
    outcome,
    heading: nameOf(stored, context)?.heading ?? stored.challenge,
    reason: isDoubt ? reason : null,
  };
  const entry = { ...entryFor(context, outcome === null ? "question" : "decide"), noun: REPORT };
  return insertChangeOf({ ...entry, before: null, after }, openReportId(id));
}

import { decideReport, reportCompletion, reports } from "../../../domain/contract/review.ts";
import { asWritten, webAddress } from "../../../domain/game/typed-text.ts";
import { BadForm, Conflict, NotFound } from "../../../server/errors.ts";
import { textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { definitionOf, entryFor, type WriteContext } from "../../api/write-context.server.ts";
import { nameOf } from "../completions/came.server.ts";
import {
  type CompletionState,
  type StoredCompletion,
  updateCompletion,
} from "../completions/repository/stored-completion.server.ts";
import { write } from "../completions/save.server.ts";
import { readReason } from "../completions/submission-form.server.ts";
import { closeReportStatement, type Outcome } from "./repository/reports.server.ts";

/** How many reports of a member may be open. */
const MOST_OPEN = 5;
const MOST_LISTED = 100;
const LONGEST_LINK = 2_000;

const OUTCOMES: readonly Outcome[] = ["stands", "pending", "removed"];

function readLink(text: string): string | null {
  const link = asWritten(text);
  if (link === "") return null;
  if (link.length > LONGEST_LINK || webAddress(link) === null)
    throw new BadForm("not-a-link", { subject: { field: "link" } });
  return link;
}

/** Registers what members report, and what helpers decide of it. */
export function reportRoutes(router: Router, { data, challenges, signIn }: Deps): void {
  router.act(reportCompletion, async (form, { user, now }) => {
    const { filekey = "", reason = "", link = "" } = textsOf(form);
    const completion = asWritten(filekey);
    const report = {
      ...{ id: crypto.randomUUID(), completion, reporter: user.id, at: now.toISOString() },
      ...{ reason: readReason(reason), link: readLink(link) },
    };
    if (await data.reports.add(report, MOST_OPEN)) return;
    const [found] = await data.completions.findAllByIds([completion]);
    if (!found || found.state.deleted_at !== null) throw new NotFound("no-such-filekey");
    if (await data.reports.hasOpen(completion, user.id)) throw new Conflict("already-reported");
    throw new Conflict("too-many-reports", { most: MOST_OPEN });
  });

  router.personal(reports, async ({ count }, user) => {
    const [open, total] = await Promise.all([
      count === 0 ? [] : data.reports.listOpen(Math.min(count, MOST_LISTED)),
      data.reports.countOpen(),
    ]);
    const stored = await data.completions.findAllByIds(open.map(({ completion }) => completion));
    const ofId = new Map(stored.map((each) => [each.id, each]));
    const known = open.filter(({ doubted_revision }) => user.isAdministrator || doubted_revision !== null);
    const reporters = [...new Set(known.map(({ reporter }) => reporter))];
    const [names, addresses] = await Promise.all([
      signIn.names?.knownNames(reporters),
      user.isAdministrator ? signIn.people?.addresses(reporters) : undefined,
    ]);
    const results = open.flatMap((report) => {
      const { id, completion, reporter, reason, link, at } = report;
      const isDoubt = report.doubted_revision !== null;
      const each = ofId.get(completion);
      const name = nameOf(each, { challenges });
      if (!each || !name) return [];
      const { pending, submitted_by: submitter } = each.state;
      const by = isDoubt || user.isAdministrator ? (names?.get(reporter) ?? null) : null;
      const account = addresses?.get(reporter) ?? null;
      const canWait = pending === null && submitter !== null;
      return [
        { ...name, report: id, reason, link, at, canWait, isPending: pending !== null, isDoubt, by, account },
      ];
    });
    return { results, count: total };
  });

  router.act(decideReport, async (form, context) => {
    const { report: given = "", outcome: chosen = "", reason = "" } = textsOf(form);
    const outcome = OUTCOMES.find((each) => each === asWritten(chosen));
    if (!outcome) throw new BadForm("not-an-outcome");
    const why = outcome === "removed" ? readReason(reason) : "";
    const report = await data.reports.findOpen(asWritten(given));
    const [stored] = report ? await data.completions.findAllByIds([report.completion]) : [];
    if (!report || !stored || stored.state.deleted_at !== null) throw new NotFound("no-such-report");
    const closed = { outcome, by: context.user.id, at: context.now.toISOString() };
    // It closes before the completion changes: with its deletion it would close by itself.
    const close = closeReportStatement(report.id, closed);
    await (outcome === "stands" ? data.write([close]) : change(stored, outcome, why, close, context));
  });
}

/** Sets a reported completion back to pending, or removes it, and closes the report: both or neither. It is logged. */
async function change(
  stored: StoredCompletion,
  outcome: "pending" | "removed",
  reason: string,
  close: ReturnType<typeof closeReportStatement>,
  context: WriteContext,
): Promise<void> {
  const { state } = stored;
  const at = context.now.toISOString();
  if (outcome === "pending" && (state.pending !== null || state.submitted_by === null))
    throw new Conflict("cannot-wait-again");
  const after: CompletionState =
    outcome === "removed"
      ? { ...state, deleted_at: at, rejection: reason }
      : { ...state, pending: state.submitted_by, verified_by: null, verified_at: null };
  const entry = entryFor(context, outcome === "removed" ? "reject" : "edit");
  const definition = definitionOf(stored.challenge, context);
  const statements = [close, ...updateCompletion(stored, after, context.user, entry)];
  const done = await write(statements, definition, null, context);
  if (done !== "done") throw new Conflict("cannot-wait-again");
}

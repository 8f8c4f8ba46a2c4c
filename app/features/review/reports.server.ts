import {
  type ConfirmedAnswer,
  confirm,
  decideReport,
  doubt,
  reportCompletion,
  reports,
  secondLooks,
} from "../../../domain/contract/review.ts";
import { MAX_LINK } from "../../../domain/fields/link/kind.ts";
import { asWritten, webAddress } from "../../../domain/game/typed-text.ts";
import { MOST_OPEN_REPORTS, SECOND_LOOK_DAYS } from "../../../domain/limits.ts";
import { presentRow } from "../../../domain/lists/row.ts";
import { SECOND_LOOKS } from "../../../domain/submissions/policy.ts";
import { ConstraintError } from "../../../server/db/database.ts";
import { BadForm, Conflict, NotFound } from "../../../server/errors.ts";
import { type ReceivedForm, textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import { definitionOf, entryFor, type Router, type WriteContext } from "../../api/router.server.ts";
import { changesSince, Stale } from "../../audit/stale.server.ts";
import { completionLog, valuesOfCompletion } from "../completions/audit.server.ts";
import type { BatchPart } from "../completions/repository/effects.server.ts";
import {
  type CompletionState,
  completionOf,
  type StoredCompletion,
  updateCompletion,
} from "../completions/repository/stored-completion.server.ts";
import { write } from "../completions/save.server.ts";
import { readReason } from "../completions/submission-form.server.ts";
import { nameOf } from "../completions/submission-outcome.server.ts";
import { authorizeConcern, authorizeVerdicts, ownersOf } from "../completions/verdict-guard.server.ts";
import { logReport } from "./report-log.server.ts";
import { decideOnReport, type ReportOutcome } from "./repository/reports.server.ts";

const MOST_LISTED = 100;

const OUTCOMES: readonly ReportOutcome[] = ["stands", "pending", "removed"];

function readLink(text: string): string | null {
  const link = asWritten(text);
  if (link === "") return null;
  if (link.length > MAX_LINK || webAddress(link) === null)
    throw new BadForm("not-a-link", { subject: { field: "link" } });
  return link;
}

export function reportRoutes(router: Router, { data, challenges, signIn }: Deps): void {
  router.act(reportCompletion, async (form, { user, now }) => {
    const { filekey = "", reason = "", link = "" } = textsOf(form);
    const completion = asWritten(filekey);
    const report = {
      id: crypto.randomUUID(),
      completion,
      reporter: user.id,
      at: now.toISOString(),
      reason: readReason(reason, "no-report-reason"),
      link: readLink(link),
    };
    if (await data.reports.add(report, MOST_OPEN_REPORTS)) return;
    const [found] = await data.completions.findAllByIds([completion]);
    if (!found || found.state.deleted_at !== null) throw new NotFound("no-such-filekey");
    if (await data.reports.hasOpen(completion, user.id)) throw new Conflict("already-reported");
    throw new Conflict("too-many-reports", { most: MOST_OPEN_REPORTS });
  });

  router.personal(reports, async ({ count }, user) => {
    const [open, total] = await Promise.all([
      count === 0 ? [] : data.reports.listOpen(Math.min(count, MOST_LISTED)),
      data.reports.countOpen(),
    ]);
    const stored = await data.completions.findAllByIds(open.map(({ completion }) => completion));
    const ofId = new Map(stored.map((each) => [each.id, each]));
    const reporters = [...new Set(open.map(({ reporter }) => reporter))];
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
      const by = names?.get(reporter) ?? null;
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
    const { doubted_revision, at } = report;
    await authorizeConcern({ people: await concernedBy(stored, context), at }, "own-concern", context);
    const closed = { outcome, by: context.user.id, at: context.now.toISOString() };
    const isDoubt = doubted_revision !== null;
    // It closes before the completion changes: with its deletion it would close by itself.
    const close = [
      logReport({ id: report.id, isDoubt, reason: report.reason }, outcome, stored, context),
      decideOnReport(report.id, closed),
    ];
    if (outcome !== "stands") await change(stored, outcome, why, close, context);
    else
      await data.write(close).catch((error: unknown) => {
        throw error instanceof ConstraintError ? new NotFound("no-such-report") : error;
      });
  });
}

/** The people whom a report of a completion is about: who submitted or verified it, and who own the names of its players. */
const concernedBy = async ({ state }: StoredCompletion, { data }: WriteContext) => [
  ...[state.submitted_by, state.verified_by],
  ...(await ownersOf(state, data)),
];

/** Sets a reported completion back to pending, or removes it, and closes the report: both or neither. It is logged. */
async function change(
  stored: StoredCompletion,
  outcome: "pending" | "removed",
  reason: string,
  close: readonly BatchPart[],
  context: WriteContext,
): Promise<void> {
  const { state } = stored;
  const at = context.now.toISOString();
  if (outcome === "removed" && state.pending !== null) await authorizeVerdicts([stored], context);
  if (outcome === "pending" && (state.pending !== null || state.submitted_by === null))
    throw new Conflict("cannot-wait-again");
  const after: CompletionState =
    outcome === "removed"
      ? { ...state, deleted_at: at, rejection: reason }
      : { ...state, pending: state.submitted_by, verified_by: null, verified_at: null };
  const entry = entryFor(context, outcome === "removed" ? "reject" : "edit");
  const definition = definitionOf(stored.challenge, context);
  const done = await write(
    [...close, updateCompletion(stored, after, context.user, entry)],
    definition,
    null,
    context,
  );
  if (done !== "done") throw new Conflict("cannot-wait-again");
}

/** Where fewer people may verify, nobody is asked: there might be nobody to ask, or to decide on a doubt. */
const FEWEST_VERIFIERS = 3;

const PERIOD = SECOND_LOOK_DAYS * 24 * 60 * 60_000;

/** Finds what waits for a second look by a helper: of the last period, or of the one before it. */
async function findSecondLooks(
  helper: string,
  {
    isLate = false,
    filekey = null as string | null,
    limit,
  }: {
    readonly isLate?: boolean;
    readonly filekey?: string | null;
    readonly limit: number;
  },
  { data, challenges, signIn, secondLook, now }: Deps,
) {
  if (secondLook.length === 0) return [];
  const verifiers = await (signIn.countVerifiers ?? data.secondLooks.countVerifiers)([]);
  if (verifiers < FEWEST_VERIFIERS) return [];
  const ago = (periods: number) => new Date(now().getTime() - periods * PERIOD).toISOString();
  const period = isLate ? { since: ago(2), until: ago(1) } : { since: ago(1), until: ago(0) };
  return data.secondLooks.list({ helper, kinds: secondLook, ...period, filekey, limit }, [
    ...challenges.values(),
  ]);
}

/** Finds the completion that a helper says something of, as they saw it. Throws BadForm, NotFound, Stale, Conflict. */
async function findSeen(form: ReceivedForm, context: WriteContext, deps: Deps): Promise<StoredCompletion> {
  const { filekey = "", revision = "" } = textsOf(form);
  const id = asWritten(filekey);
  if (id === "") throw new BadForm("missing", { subject: { field: "filekey" } });
  if (!/^\d{1,9}$/.test(revision)) throw new BadForm("missing", { subject: { field: "revision" } });
  const stored = await context.data.completions.findById(id);
  if (!stored || stored.state.deleted_at !== null) throw new NotFound("completion-gone");
  if (stored.revision !== Number(revision)) {
    const values = valuesOfCompletion(stored.state, id, context);
    throw new Stale(await changesSince(completionLog, id, Number(revision), values, context), "completion");
  }
  const [found] = await findSecondLooks(context.user.id, { filekey: id, limit: 1 }, deps);
  if (!found) throw new Conflict("no-second-look");
  return stored;
}

async function confirmSeen(form: ReceivedForm, context: WriteContext, deps: Deps): Promise<ConfirmedAnswer> {
  const stored = await findSeen(form, context, deps);
  const { user } = context;
  const after = {
    ...stored.state,
    confirmed_by: user.id,
    confirmed_at: context.now.toISOString(),
    confirmed_revision: stored.revision,
  };
  const act = updateCompletion(stored, after, user, entryFor(context, "confirm"));
  await write([act], definitionOf(stored.challenge, context), null, context);
  const [last] = await context.data.history.findAllLast("completion", [stored.id]);
  return { change: last?.actor === user.id ? last.seq : null };
}

async function doubtSeen(form: ReceivedForm, context: WriteContext, deps: Deps): Promise<void> {
  const { reports } = context.data;
  const reason = readReason(textsOf(form).reason ?? "", "no-report-reason");
  const stored = await findSeen(form, context, deps);
  const { id, revision } = stored;
  const report = {
    id: crypto.randomUUID(),
    completion: id,
    reporter: context.user.id,
    reason,
    link: null,
    at: context.now.toISOString(),
  };
  const log = logReport({ id: report.id, isDoubt: true, reason }, null, stored, context);
  if (await reports.addDoubt(report, revision, log)) return;
  if (await reports.hasOpen(id, context.user.id)) throw new Conflict("already-reported");
  throw new Stale([], "completion");
}

export function secondLookRoutes(router: Router, deps: Deps): void {
  const { data, challenges } = deps;
  router.personal(secondLooks, async ({ late, count }, user) => {
    // One more says whether there are more.
    const found = count === 0 ? [] : await findSecondLooks(user.id, { isLate: late, limit: count + 1 }, deps);
    const shown = found.slice(0, count);
    const stored = await data.completions.findAllByIds(shown.map(({ id }) => id));
    const ofId = new Map(stored.map((each) => [each.id, each]));
    const results = shown.flatMap((look) => {
      const each = ofId.get(look.id);
      const definition = each && challenges.get(each.challenge);
      if (!definition) return [];
      const { notes: _, ...completion } = presentRow(definition, completionOf(each));
      const why = SECOND_LOOKS.filter((kind) => look[kind] === 1);
      return [{ challenge: definition.key, completion, verified: look.verified, why }];
    });
    return { results, more: found.length > count };
  });
  router.write(confirm, (form, context) => confirmSeen(form, context, deps));
  router.act(doubt, (form, context) => doubtSeen(form, context, deps));
}

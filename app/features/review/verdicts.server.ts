import { z } from "zod";
import type { NamedCompletion, VerdictGiven, VerdictsAnswer } from "../../../domain/contract/review.ts";
import { MOST_ENTRIES } from "../../../domain/limits.ts";

import { problem, say } from "../../../domain/messages/index.ts";
import { BadForm } from "../../../server/errors.ts";
import { definitionOf, entryFor, type WriteContext, withActId } from "../../api/router.server.ts";
import { changesSince, Stale } from "../../audit/stale.server.ts";
import { completionLog, valuesOfCompletion } from "../completions/audit.server.ts";
import { secondOriginals } from "../completions/bulk.server.ts";
import {
  type CompletionState,
  type StoredCompletion,
  updateCompletion,
} from "../completions/repository/stored-completion.server.ts";
import { unlistedNames, write } from "../completions/save.server.ts";
import { readReason } from "../completions/submission-form.server.ts";
import { nameOf } from "../completions/submission-outcome.server.ts";
import { type VerdictRefusal, verdictRefusals } from "../completions/verdict-guard.server.ts";

const Entries = z.array(
  z.discriminatedUnion("verdict", [
    z.object({ verdict: z.literal("verify"), filekey: z.string().min(1), revision: z.int() }),
    z.object({
      verdict: z.literal("reject"),
      filekey: z.string().min(1),
      revision: z.int(),
      reason: z.string().default(""),
    }),
  ]),
);

/** A verifier's verdict on a completion at the revision that they saw. */
type Verdict = z.output<typeof Entries>[number];

/** Reads verdicts from a form's JSON array. Throws BadForm. */
export function readVerdicts(text: string): readonly Verdict[] {
  const subject = { field: "entries" };
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Refused below.
  }
  if (Array.isArray(value) && value.length > MOST_ENTRIES)
    throw new BadForm("too-many-entries", { subject, most: MOST_ENTRIES });
  const { data = [] } = Entries.safeParse(value);
  if (data.length === 0 || new Set(data.map(({ filekey }) => filekey)).size < data.length)
    throw new BadForm("not-verdicts", { subject });
  return data.map((each) =>
    each.verdict === "reject" ? { ...each, reason: readReason(each.reason) } : each,
  );
}

type Result = Omit<VerdictGiven, "filekey" | "heading">;

const NOTHING: Result = {
  outcome: "done",
  error: null,
  differs: [],
  by: null,
  change: null,
  original: false,
  records: [],
  takenBy: null,
};

const GONE: Result = { ...NOTHING, outcome: "gone", error: say(problem("does-not-wait")) };

/** Returns why no verdict on a completion can be given at that revision, or by that user; null: it can. */
async function obstacleTo(
  { revision, verdict }: Verdict,
  stored: StoredCompletion | undefined,
  refusal: VerdictRefusal | undefined,
  context: WriteContext,
): Promise<Result | null> {
  if (!stored || stored.state.deleted_at !== null || stored.state.pending === null) return GONE;
  if (refusal) {
    const outcome = refusal.code === "held-by" ? "held" : "not-allowed";
    return { ...NOTHING, outcome, error: say(refusal.problem), by: refusal.by };
  }
  const unlisted = verdict === "verify" ? (await unlistedNames([stored], context)).get(stored.id) : undefined;
  if (unlisted !== undefined) {
    const error = say(problem("tower-not-listed", { name: unlisted }));
    return { ...NOTHING, outcome: "not-allowed", error };
  }
  if (stored.revision === revision) return null;
  const values = valuesOfCompletion(stored.state, stored.id, context);
  const { more, problem: why } = new Stale(
    await changesSince(completionLog, stored.id, revision, values, context),
    "completion",
  );
  return { ...NOTHING, outcome: "stale", error: say(why), differs: more.differs };
}

function decided(
  verdict: Verdict,
  { state }: StoredCompletion,
  isOriginal: boolean,
  { user, now }: WriteContext,
): CompletionState {
  const at = now.toISOString();
  return verdict.verdict === "verify"
    ? { ...state, pending: null, verified_by: user.id, verified_at: at, og: isOriginal ? 1 : 0 }
    : { ...state, deleted_at: at, rejection: verdict.reason };
}

/** Writes one verdict. What the database refuses is a result, too. */
async function decide(
  verdict: Verdict,
  stored: StoredCompletion,
  isOriginal: boolean,
  context: WriteContext,
): Promise<Result> {
  const definition = definitionOf(stored.challenge, context);
  const after = decided(verdict, stored, isOriginal, context);
  const act = updateCompletion(stored, after, context.user, entryFor(context, verdict.verdict));
  try {
    const outcome = await write([act], definition, null, context);
    // Somebody else was faster with the original: this one is verified as not original.
    if (outcome === "original-taken") return await decide(verdict, stored, false, context);
    if (outcome === "done") return { ...NOTHING, original: after.og === 1 && verdict.verdict === "verify" };
    const [lost] = await context.data.completions.findLostClaims([stored.id]);
    const by = lost ? await context.data.completions.findById(lost.by) : null;
    return takenBy(stored, nameOf(by ?? undefined, context), context);
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
    const now = (await context.data.completions.findById(stored.id)) ?? undefined;
    return (
      (await obstacleTo(verdict, now, undefined, context)) ?? {
        ...NOTHING,
        outcome: "stale",
        error: say(error.problem),
      }
    );
  }
}

/** Says that a combination is another completion's. */
function takenBy({ challenge }: StoredCompletion, by: NamedCompletion | null, context: WriteContext): Result {
  const error = say(problem("completion-exists", { challenge: definitionOf(challenge, context).label }));
  return { ...NOTHING, outcome: "not-allowed", error, takenBy: by };
}

/**
 * Gives verdicts, each by itself, in the order in which the completions were submitted; or only says what each would
 * do. A verdict counts for the revision that it names. Verifiers only.
 */
export async function giveVerdicts(
  verdicts: readonly Verdict[],
  isPreview: boolean,
  reviewing: WriteContext,
): Promise<VerdictsAnswer> {
  const { user, data } = reviewing;
  const context = verdicts.length > 1 && !isPreview ? withActId(reviewing) : reviewing;
  const ids = verdicts.map(({ filekey }) => filekey);
  const ofId = new Map((await data.completions.findAllByIds(ids)).map((each) => [each.id, each]));
  const createdAt = ({ filekey }: Verdict): string => ofId.get(filekey)?.state.created_at ?? "";
  const inOrder = verdicts.toSorted((one, other) => (createdAt(one) < createdAt(other) ? -1 : 1));

  const refusals = await verdictRefusals([...ofId.values()], reviewing);
  const results = new Map<string, Result>();
  const possible: { readonly verdict: Verdict; readonly stored: StoredCompletion }[] = [];
  for (const verdict of inOrder) {
    const { filekey } = verdict;
    const stored = ofId.get(filekey);
    const refused = await obstacleTo(verdict, stored, refusals.get(filekey), context);
    if (refused || !stored) results.set(filekey, refused ?? GONE);
    else possible.push({ verdict, stored });
  }

  const verified = possible.flatMap(({ verdict, stored }) => (verdict.verdict === "verify" ? [stored] : []));
  const second = await secondOriginals(verified, context);
  const would = isPreview ? await whatWould(verified, second, context) : null;
  for (const { verdict, stored } of possible) {
    if (would === null)
      results.set(stored.id, await decide(verdict, stored, isOriginal(stored, second), context));
    else results.set(stored.id, verdict.verdict === "verify" ? would(stored) : NOTHING);
  }

  const done = verified.filter(({ id }) => results.get(id)?.outcome === "done");
  const decidedIds = possible.flatMap(({ stored: { id } }) =>
    results.get(id)?.outcome === "done" ? [id] : [],
  );
  const [rivals, last] = await Promise.all([
    data.completions.findCompetingClaims(done.map(({ id }) => id)),
    isPreview ? [] : data.history.findAllLast("completion", decidedIds),
  ]);
  // If somebody else changed one in between, the last change of it is theirs.
  const seqs = new Map(last.flatMap(({ id, seq, actor }) => (actor === user.id ? [[id, seq]] : [])));
  return {
    results: ids.map((filekey) => ({
      filekey,
      heading: nameOf(ofId.get(filekey), context)?.heading ?? filekey,
      ...(results.get(filekey) ?? GONE),
      change: seqs.get(filekey) ?? null,
    })),
    act: context.act ?? null,
    notOriginal: done.flatMap(({ id, state }) => (state.og === 1 && !results.get(id)?.original ? [id] : [])),
    // Those that were decided here, or would be, are no longer open.
    rivals: rivals.filter(({ filekey }) => !decidedIds.includes(filekey)),
  };
}

const isOriginal = ({ id, state }: StoredCompletion, second: ReadonlySet<string>): boolean =>
  state.og === 1 && !second.has(id);

/** Returns a function that says what verifying one of these would do, the earlier ones being verified. */
async function whatWould(
  verified: readonly StoredCompletion[],
  second: ReadonlySet<string>,
  context: WriteContext,
) {
  const { data, challenges } = context;
  const ids = verified.map(({ id }) => id);
  const [lost, falls] = await Promise.all([
    data.completions.findLostClaims(ids),
    data.review.findFalls(ids, challenges.values()),
  ]);
  const others = [...lost.map(({ by }) => by), ...falls.map(({ of }) => of)];
  const named = new Map((await data.completions.findAllByIds(others)).map((each) => [each.id, each]));
  const taken = new Map(lost.map(({ filekey, by }) => [filekey, named.get(by)]));
  const places = new Map<string, StoredCompletion>();
  return (stored: StoredCompletion): Result => {
    const { id, challenge, state } = stored;
    const place = state.identity === null ? null : `${challenge} ${state.identity}`;
    const by = taken.get(id) ?? (place === null ? undefined : places.get(place));
    if (by) return takenBy(stored, nameOf(by, context), context);
    if (place !== null) places.set(place, stored);
    const own = new Set(falls.flatMap(({ filekey, of }) => (filekey === id ? [of] : [])));
    const records = [...own].flatMap((of) => nameOf(named.get(of), context) ?? []);
    return { ...NOTHING, original: isOriginal(stored, second), records };
  };
}

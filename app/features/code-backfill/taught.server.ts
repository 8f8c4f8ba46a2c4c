import { z } from "zod";
import { codeOf } from "../../../domain/challenge-codes/code.ts";
import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import {
  CODE_PAGE,
  type DifferingAnswer,
  type ProposedAnswer,
  type TakenAnswer,
} from "../../../domain/contract/code-backfill.ts";
import type { Completion } from "../../../domain/fields/attributes.ts";
import { headingOf, playersOf, presentRow, wordsOf } from "../../../domain/lists/row.ts";
import { say } from "../../../domain/messages/index.ts";
import { type FormTexts, textsOfRow } from "../../../domain/submissions/form.ts";
import { AppError, BadFields, BadForm } from "../../../server/errors.ts";
import { type WriteContext, withActId } from "../../api/router.server.ts";
import { Stale } from "../../audit/stale.server.ts";
import { type Comparison, compareWithCodes, comparisonsOf } from "../completions/code-checks.server.ts";
import { editCompletion } from "../completions/commands.server.ts";
import * as codeChecks from "../completions/repository/code-checks.server.ts";
import { completionOf, type StoredCompletion } from "../completions/repository/stored-completion.server.ts";
import { readSubmissionForm } from "../completions/submission-form.server.ts";

type Parts = Pick<WriteContext, "data" | "challenges">;

/** A live completion, and what its code's document comes to. */
interface Taught {
  readonly stored: StoredCompletion;
  readonly definition: ChallengeDefinition;
  readonly completion: Completion;
  readonly comparison: Comparison;
}

/** Returns those of these completions that are live and have a document, in their order. */
async function taughtOf(ids: readonly string[], parts: Parts): Promise<readonly Taught[]> {
  const byId = new Map((await parts.data.completions.findAllByIds(ids)).map((each) => [each.id, each]));
  const live = ids.flatMap((id) => {
    const stored = byId.get(id);
    const definition = parts.challenges.get(stored?.challenge ?? "");
    if (!stored || !definition || stored.state.deleted_at !== null) return [];
    return { stored, definition, challenge: stored.challenge, completion: completionOf(stored) };
  });
  const comparisons = await comparisonsOf(live, parts);
  return live.flatMap(({ challenge: _, ...each }, at) => {
    const comparison = comparisons[at];
    return comparison ? { ...each, comparison } : [];
  });
}

function namedOf({ stored: { id, state }, definition, completion, comparison }: Taught) {
  const row = presentRow(definition, completion);
  return {
    challenge: definition.key,
    filekey: id,
    heading: headingOf(definition, row),
    players: playersOf(definition, row),
    pending: state.pending !== null,
    code: codeOf(completion) ?? "",
    foundAt: comparison.foundAt,
  };
}

/** Reads a page of what is marked so, and derives it anew. One that has changed since it was marked may be missing. */
async function pageOf<Row>(
  what: "proposes" | "differs",
  { after, count }: { readonly after: string | null; readonly count: number },
  parts: Parts,
  present: (taught: Taught) => Row | null,
): Promise<{ readonly results: readonly Row[]; readonly next: string | null }> {
  // One more says whether there are more.
  const ids = await codeChecks.findTaught(parts.data.database, what, after ?? "", count + 1);
  const now = ids.slice(0, count);
  const taught = await taughtOf(now, parts);
  return {
    results: taught.flatMap((each) => present(each) ?? []),
    next: ids.length > now.length ? (now.at(-1) ?? null) : null,
  };
}

type Page = { readonly after: string | null; readonly count: number };

/** Returns completions that have not what their documents say, with that. */
export const proposedPage = (page: Page, parts: Parts): Promise<ProposedAnswer> =>
  pageOf("proposes", page, parts, (taught) => {
    const { definition, completion, comparison } = taught;
    const row = presentRow(definition, completion);
    const proposals = Object.entries(comparison.proposals).map(([name, text]) => ({
      name,
      label: definition.fields[name]?.label ?? name,
      text,
      shown: wordsOf(definition, name, { ...row, [name]: text }),
    }));
    return proposals.length === 0 ? null : { ...namedOf(taught), proposals };
  });

/** Returns completions that their documents do not agree with, with what differs. */
export const differingPage = (page: Page, parts: Parts): Promise<DifferingAnswer> =>
  pageOf("differs", page, parts, (taught) => {
    const { differences } = taught.comparison;
    return differences.length === 0 ? null : { ...namedOf(taught), differences };
  });

const Entries = z
  .array(
    z.object({
      filekey: z.string(),
      values: z.record(z.string(), z.string()).refine((values) => Object.keys(values).length > 0),
    }),
  )
  .min(1)
  .refine((entries) => new Set(entries.map(({ filekey }) => filekey)).size === entries.length);
type Entry = z.infer<typeof Entries>[number];

const ENTRIES = { field: "entries" };

/** Reads which proposals are taken over. Throws BadForm. */
export function readTaken(text: string): readonly Entry[] {
  let given: unknown = null;
  try {
    given = JSON.parse(text);
  } catch {
    // Reported below.
  }
  const entries = Entries.safeParse(given);
  if (!entries.success) throw new BadForm("not-proposals", { subject: ENTRIES });
  if (entries.data.length > CODE_PAGE)
    throw new BadForm("too-many-entries", { subject: ENTRIES, most: CODE_PAGE });
  return entries.data;
}

/** Edits one completion as its form does. Throws AppError for whatever the form refuses, and where the document says otherwise. */
async function edit(
  { stored, definition, completion, comparison }: Taught,
  values: FormTexts,
  context: WriteContext,
): Promise<void> {
  const isSaid = Object.entries(values).every(([name, text]) => comparison.proposals[name] === text);
  if (!isSaid) throw new Stale([], "completion");
  const texts = { ...textsOfRow(definition, presentRow(definition, completion)), ...values };
  const given = Object.entries({ ...texts, og: completion.og ? "on" : "" });
  const form = { texts: new Map(given.map(([name, text]) => [name, [text]])), files: [] };
  const submitted = await readSubmissionForm(definition, form, stored, context);
  await editCompletion(definition, submitted, { meant: stored, others: [] }, context);
}

/**
 * Gives completions what the documents of their codes say, each by itself: one that cannot have it stays as it is. All that
 * it changes is one act.
 */
export async function takeOver(entries: readonly Entry[], context: WriteContext): Promise<TakenAnswer> {
  const together = withActId(context);
  const ids = entries.map(({ filekey }) => filekey);
  const taught = new Map((await taughtOf(ids, context)).map((each) => [each.stored.id, each]));
  const left: TakenAnswer["left"][number][] = [];
  const changed: string[] = [];
  for (const { filekey, values } of entries) {
    const each = taught.get(filekey);
    try {
      if (!each) throw new Stale([], "completion");
      await edit(each, values, together);
      changed.push(filekey);
    } catch (error) {
      // Whatever is not about this completion ends all of it.
      const isOfIt = error instanceof BadFields || (error instanceof AppError && error.status < 429);
      if (!isOfIt) throw error;
      const problems = error instanceof BadFields ? Object.values(error.fields) : [error.problem];
      const { challenge = "", heading = "" } = each ? namedOf(each) : {};
      left.push({ challenge, filekey, heading, error: problems.map(say).join(" ") });
    }
  }
  // Where this fails, the job does it.
  await compareWithCodes(changed, context).catch(() => {});
  return { changed: changed.length, left, act: changed.length > 0 ? together.act : null };
}

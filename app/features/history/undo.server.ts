import type { FieldChange, UndoneAnswer } from "../../../domain/contract/history.ts";
import { MOST_ENTRIES } from "../../../domain/fields/text-list.ts";
import { say } from "../../../domain/messages/index.ts";
import { UNDO_DAYS } from "../../../domain/submissions/limits.ts";
import { authorize, type User } from "../../../server/auth/user.ts";
import type { LoggedChange } from "../../../server/db/history.ts";
import { AppError, Conflict, NotFound } from "../../../server/errors.ts";
import { asPartOfAct, type WriteContext } from "../../api/router.server.ts";
import type { AnyNounLog } from "../../audit/types.server.ts";
import { UNKNOWN } from "../../audit/unknown.server.ts";
import { refuseBanned } from "../completions/policy.server.ts";
import { logOf } from "./registry.server.ts";

const DAY = 24 * 60 * 60 * 1000;

/** The most changes of one act that are read or undone at once: as many as a request may write. */
export const MOST_OF_ACT = MOST_ENTRIES;

/** Returns a change with the log of its noun. Throws NotFound, and Conflict for one that is too old. */
function checked(change: LoggedChange | null, { now }: WriteContext): [LoggedChange, AnyNounLog] {
  const log = change && logOf(change.noun);
  if (!change || !log) throw new NotFound("no-such-change");
  if (now.getTime() - Date.parse(change.at) > UNDO_DAYS * DAY)
    throw new Conflict("change-too-old", { days: UNDO_DAYS });
  return [change, log];
}

const find = async (seq: number, context: WriteContext): Promise<[LoggedChange, AnyNounLog]> =>
  checked(await context.data.history.findBySeq(seq), context);

/**
 * Undoes a logged change of any noun; the undo is logged as a change itself. It restores the fields that the change
 * touched, and throws Conflict if they have changed since; `whole` restores everything as it was before the change.
 */
export async function undoChange(seq: number, whole: boolean, context: WriteContext): Promise<void> {
  const [change, log] = await find(seq, context);
  authorize(mayUndo(context.user, change, whole));
  await log.undo(change, whole, context);
}

/**
 * Undoes each change of an act that can be undone by itself, the newest first; the others stay and are named. All that
 * it undoes is one act, too. Of a large one, this undoes some below a number in the log. Throws NotFound.
 * @param begun the act that an earlier request made of what it undid; "": none did
 */
export async function undoAct(
  act: string,
  before: number | undefined,
  begun: string,
  context: WriteContext,
): Promise<UndoneAnswer> {
  const changes = await context.data.history.findAllOfAct(act, MOST_OF_ACT, before);
  if (changes.length === 0 && before === undefined) throw new NotFound("no-such-change");
  const together = await asPartOfAct(begun, "undo", context);
  const left: NonNullable<UndoneAnswer["left"]>[number][] = [];
  for (const change of changes) {
    try {
      const [, log] = checked(change, context);
      authorize(mayUndo(context.user, change));
      await log.undo(change, false, together);
    } catch (error) {
      // Whatever is not about this change ends all of it.
      if (!(error instanceof AppError) || error.status >= 429) throw error;
      const title = logOf(change.noun)?.describe(change, context)?.title ?? UNKNOWN.title;
      left.push({ seq: change.seq, title, error: say(error.problem) });
    }
  }
  const next = changes.length === MOST_OF_ACT ? changes.at(-1)?.seq : undefined;
  const undone = changes.length - left.length;
  const into = undone > 0 ? together.act : begun;
  return { undone, left, ...(next !== undefined && { next, into }) };
}

/** Returns what would change if everything were restored as it was before a change. Throws NotFound, Conflict. */
export async function previewUndo(seq: number, context: WriteContext): Promise<readonly FieldChange[]> {
  const [change, log] = await find(seq, context);
  authorize(mayUndo(context.user, change));
  return log.preview(change, context);
}

/** Brings back what its submitter deleted, as long as an undo works. Throws NotFound, Conflict. */
export async function bringBack(filekey: string, context: WriteContext): Promise<void> {
  const [last] = await context.data.history.findAllLast("completion", [filekey]);
  if (last?.action !== "delete" || last.actor !== context.user.id) throw new NotFound("no-such-change");
  const [change, log] = checked(last, context);
  const stored = await context.data.completions.findById(filekey);
  await refuseBanned(context, stored?.state);
  await log.undo(change, false, context);
}

const VERDICTS: ReadonlySet<string> = new Set(["verify", "reject"]);

/**
 * Helpers may undo any change, and verifiers take back their own verdicts.
 * @param whole everything is put back as it was before, what others did since included
 */
export const mayUndo = (user: User, { noun, action, actor }: LoggedChange, whole = false): boolean =>
  user.isHelper || (!whole && actor === user.id && noun === "completion" && VERDICTS.has(action));

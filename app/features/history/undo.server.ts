import type { FieldChange } from "../../../domain/contract/history.ts";
import { UNDO_DAYS } from "../../../domain/submissions/keeping.ts";
import { authorize } from "../../../server/auth/authorize.ts";
import type { LoggedChange } from "../../../server/db/history.ts";
import { Conflict, NotFound } from "../../../server/errors.ts";
import type { WriteContext } from "../../api/write-context.server.ts";
import type { AnyNounLog } from "../../audit/types.server.ts";
import { logOf } from "./registry.server.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Returns a change with the log of its noun. Throws NotFound, and Conflict for one that is too old. */
async function find(seq: number, { data, now }: WriteContext): Promise<[LoggedChange, AnyNounLog]> {
  const change = await data.history.findBySeq(seq);
  const log = change && logOf(change.noun);
  if (!change || !log) throw new NotFound("no-such-change");
  if (now.getTime() - Date.parse(change.at) > UNDO_DAYS * DAY)
    throw new Conflict("change-too-old", { days: UNDO_DAYS });
  return [change, log];
}

/**
 * Undoes a logged change of any noun; the undo is logged as a change itself. It restores the fields that the change
 * touched, and throws Conflict if they have changed since; `whole` restores everything as it was before the change.
 */
export async function undoChange(seq: number, whole: boolean, context: WriteContext): Promise<void> {
  authorize(mayUndo(context));
  const [change, log] = await find(seq, context);
  await log.undo(change, whole, context);
}

/** Returns what would change if everything were restored as it was before a change. Throws NotFound, Conflict. */
export async function previewUndo(seq: number, context: WriteContext): Promise<readonly FieldChange[]> {
  authorize(mayUndo(context));
  const [change, log] = await find(seq, context);
  return log.preview(change, context);
}

const mayUndo = ({ user }: WriteContext): boolean => user.isHelper;

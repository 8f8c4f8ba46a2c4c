import type { ChallengeDefinition } from "../../challenges/define.ts";
import { undoCompletion } from "../completions/undo.ts";
import { Conflict, NotFound } from "../errors.ts";
import { REFERENCE_NOUNS, undoReference } from "../reference/writes.ts";
import type { WriteContext } from "../write-context.ts";

/** How long a change can be undone, in days: after that its media may be gone. */
const RETENTION_DAYS = 90;

/** What can be undone: nouns of the log. */
export const UNDOABLE: readonly string[] = ["completion", ...REFERENCE_NOUNS];

/** Undoes a change of the log, whatever it was of; the undo is a change itself. Throws NotFound, Conflict. */
export async function undoChange(
  seq: number,
  definitionOf: (challenge: string) => ChallengeDefinition,
  context: WriteContext,
): Promise<void> {
  const change = await context.data.history.findBySeq(seq);
  if (!change || !UNDOABLE.includes(change.noun)) throw new NotFound("There is no such change.");
  if (context.now.getTime() - Date.parse(change.at) > RETENTION_DAYS * 24 * 60 * 60 * 1000)
    throw new Conflict(`A change can be undone for ${RETENTION_DAYS} days.`);
  if (change.noun === "completion") await undoCompletion(change, definitionOf, context);
  else await undoReference(change, context);
}

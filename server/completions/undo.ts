import type { ChallengeDefinition } from "../../challenges/define.ts";
import { identityOf, ogIdentityOf } from "../../derive/identity.ts";
import type { LoggedChange } from "../data/history.ts";
import { type CompletionState, completionOf, updateSubmission } from "../data/submissions.ts";
import { Conflict, NotFound } from "../errors.ts";
import { entryFor, type WriteContext } from "../write-context.ts";
import { type DefinitionOf, runWrite } from "./writes.ts";

/**
 * Brings a completion back to what it was before a change, deletes included, media and all; what was not there before
 * is deleted. Throws NotFound, Conflict.
 */
export async function undoCompletion(
  change: LoggedChange,
  definitionOf: DefinitionOf,
  context: WriteContext,
): Promise<void> {
  const stored = await context.data.submissions.load(change.id);
  if (!stored) throw new NotFound("This completion is no longer there.");
  const definition = definitionOf(stored.challenge);
  const before = change.before as CompletionState | null;
  const after = before
    ? await onItsMap(before, change, definition, context)
    : { ...stored.state, deleted_at: context.now.toISOString() };
  const statements = updateSubmission(stored, after, context.person, entryFor(context, "undo"));
  if (!(await runWrite(statements, definition, after, context))) {
    throw new Conflict(`Another ${definition.label} has taken this one's place. Delete that one first.`);
  }
}

/**
 * A state that the log kept, on the map that is now called what its map was called when the log kept it. Throws Conflict
 * when that map has been deleted.
 */
async function onItsMap(
  state: CompletionState,
  { id, seq }: LoggedChange,
  definition: ChallengeDefinition,
  { data }: WriteContext,
): Promise<CompletionState> {
  const map = await data.maps.findNameSince(state.map, seq);
  if (map === null && (await data.maps.wasDeleted(state.map)))
    throw new Conflict(`Its map ${state.map} is no longer there. Undo that map's deletion first.`);
  if (map === null || map === state.map) return state;
  const moved = completionOf({ id, state: { ...state, map } });
  return {
    ...state,
    map,
    identity: identityOf(definition, moved),
    og_identity: ogIdentityOf(definition, moved),
  };
}

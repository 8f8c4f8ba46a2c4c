import type { ChallengeDefinition } from "../../challenges/define.ts";
import { type CompletionState, GUARD, OG_TAKEN, TAKEN } from "../data/completions/states.ts";
import { ConstraintError } from "../data/database.ts";
import { Conflict } from "../errors.ts";
import { Stale } from "../history/stale.ts";
import type { WriteContext } from "../write-context.ts";

/** Runs a write; answers false when the combination is taken. Throws Conflict, Stale. */
export async function write(
  statements: Parameters<WriteContext["data"]["write"]>[0],
  definition: ChallengeDefinition,
  state: CompletionState | null,
  { data }: WriteContext,
): Promise<boolean> {
  try {
    await data.write(statements);
    return true;
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
    if (error.constraint === GUARD) throw new Stale([], "completion");
    if (error.constraint === TAKEN) return false;
    if (error.constraint !== OG_TAKEN) throw error;
    // Both may be taken at once; that the completion is there is the better answer.
    if (state && (await data.completions.findIdByIdentity(definition.key, state.identity))) return false;
    throw new Conflict("original-exists", { challenge: definition.label });
  }
}

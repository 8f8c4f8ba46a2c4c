import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { ConstraintError } from "../../../server/db/database.ts";
import { Conflict } from "../../../server/errors.ts";
import type { WriteContext } from "../../api/write-context.server.ts";
import { Stale } from "../../audit/stale.server.ts";
import { MOST_CLAIMS } from "./repository/claims.server.ts";
import {
  type CompletionState,
  GUARD,
  OG_TAKEN,
  OWN,
  OWN_OG,
  TAKEN,
} from "./repository/stored-completion.server.ts";

/** The outcome of a write: done, or refused because the combination or the original is taken. */
export type Outcome = "done" | "taken" | "original-taken";

/** A completion as a write leaves it. */
export interface Written {
  readonly id: string;
  readonly state: CompletionState;
}

/** Finds out why a write was refused, whichever constraint the engine reported first. Throws Conflict, Stale. */
async function refusalOf(
  constraint: string,
  { id, state }: Written,
  definition: ChallengeDefinition,
  { data, user }: WriteContext,
): Promise<Outcome> {
  // A helper who edits somebody's claim gets that member's claims, not their own.
  const isOthers = state.pending !== null && state.pending !== user.id;
  const { label: challenge } = definition;
  const { isTaken, isClaimed, isOriginalTaken, hasTooMany } = await data.completions.findObstacles(state, id);
  // Both may be taken; that the completion already exists is the more useful answer.
  if (isTaken) return "taken";
  if (isClaimed || constraint === OWN) {
    if (isOthers) throw new Conflict("member-claims-it", { challenge });
    return "taken";
  }
  if (constraint === OWN_OG)
    throw new Conflict(isOthers ? "member-claims-original" : "original-claimed", { challenge });
  if (isOriginalTaken || constraint === OG_TAKEN) return "original-taken";
  if (hasTooMany && state.pending !== null)
    throw new Conflict(isOthers ? "member-has-too-many" : "too-many-claims", { most: MOST_CLAIMS });
  throw new Stale([], "completion");
}

/** Whether a map that the index listed has been deleted. A map that it never listed does not count. */
export async function isMapGone(id: number, { data }: Pick<WriteContext, "data">): Promise<boolean> {
  const map = await data.maps.findById(id);
  return map !== null && !map.isListed && map.state.difficulty !== null;
}

/** Runs the write of a completion; `written` is null for a write of several. Throws Conflict, Stale. */
export async function write(
  statements: Parameters<WriteContext["data"]["write"]>[0],
  definition: ChallengeDefinition,
  written: Written | null,
  context: WriteContext,
): Promise<Outcome> {
  try {
    await context.data.write(statements);
    return "done";
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
    const { constraint } = error;
    if (constraint === TAKEN) return "taken";
    if (![GUARD, OG_TAKEN, OWN, OWN_OG].includes(constraint)) throw error;
    if (written) return refusalOf(constraint, written, definition, context);
    if (constraint === OG_TAKEN) return "original-taken";
    throw new Stale([], "completion");
  }
}

/** Whether the write was done; false if the combination is taken. Throws Conflict if the original is. */
export function isDone(outcome: Outcome, definition: ChallengeDefinition): boolean {
  if (outcome === "original-taken") throw new Conflict("original-exists", { challenge: definition.label });
  return outcome === "done";
}

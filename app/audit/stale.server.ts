import type { FieldChange } from "../../domain/contract/history.ts";
import { ConstraintError } from "../../server/db/database.ts";
import { Conflict } from "../../server/errors.ts";
import type { WriteContext } from "../api/router.server.ts";
import { differencesOf } from "./differences.server.ts";
import type { AnyNounLog, Values } from "./types.server.ts";

/** Thrown when somebody else changed a thing after its edit began; `differs` says what, where known. */
export class Stale extends Conflict {
  override readonly more: { readonly stale: true; readonly differs: readonly FieldChange[] };
  constructor(differs: readonly FieldChange[] = [], noun: "completion" | null = null) {
    super("changed-meanwhile", { labels: differs.map(({ label }) => label), noun });
    this.more = { stale: true, differs };
  }
}

/** Returns what others have changed since the revision that an edit is based on: the values then and now. */
export async function changesSince(
  log: AnyNounLog,
  id: string,
  basis: number,
  now: Values,
  context: Pick<WriteContext, "data" | "challenges">,
): Promise<FieldChange[]> {
  const change = await context.data.history.findFirstAfter(log.noun, id, basis);
  const then = change && log.valuesBefore(change, context);
  return then ? differencesOf(then, now) : [];
}

/** Runs a batch that can fail only because somebody else was faster, and returns its rows. Throws Stale. */
export async function writeUnlessStale(
  statements: Parameters<WriteContext["data"]["write"]>[0],
  { data }: WriteContext,
): ReturnType<WriteContext["data"]["write"]> {
  return data.write(statements).catch((error: unknown) => {
    throw error instanceof ConstraintError ? new Stale() : error;
  });
}

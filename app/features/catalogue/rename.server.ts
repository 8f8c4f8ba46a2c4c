import { ogIdentityOf } from "../../../domain/challenges/fields.ts";
import { ConstraintError } from "../../../server/db/database.ts";
import type { Job } from "../../../server/jobs/job.ts";
import type { Deps } from "../../api/deps.server.ts";
import { columnsOf, completionOf, wordsOf } from "../completions/repository/stored-completion.server.ts";
import type { RenamedRow, Renames, Renaming } from "./repository.server.ts";

type Parts = Pick<Deps, "data" | "challenges">;

const EVERY = 5_000;

/** Completions of one step, and most steps of a request and of one run of the job. */
const AT_ONCE = 100;
const IN_REQUEST = 3;
const IN_JOB = 100;

/** Returns completions with their towers' names of today, and what follows from these. */
async function renamedRows(
  ids: readonly string[],
  renames: Renames,
  { data, challenges }: Parts,
): Promise<readonly RenamedRow[]> {
  const stored = await data.completions.findAllByIds(ids);
  return stored.flatMap(({ id, challenge, state }) => {
    const definition = challenges.get(challenge);
    if (!definition) return [];
    const completion = completionOf({ id, state });
    const towers = completion.towers.map((name) => renames[name] ?? name);
    const columns = columnsOf(definition, { ...completion, towers }, { id: state.map_id, name: state.map });
    const after = { ...state, ...columns };
    const { towers: now, identity, og_identity } = after;
    return { id, before: state.towers, towers: now, identity, og_identity, words: wordsOf(after) };
  });
}

/** Gives up to `AT_ONCE` completions their names of today. A name that another row has the place of stays. */
async function step(renaming: Renaming, parts: Parts): Promise<void> {
  const { data } = parts;
  const found = await data.catalogue.findToRename(renaming, AT_ONCE);
  const last = found.at(-1);
  if (!last) {
    const wishes = await data.catalogue.findWishesNaming(Object.keys(renaming.renames));
    const renamed = wishes.flatMap(({ id, challenge, towers }) => {
      const definition = parts.challenges.get(challenge);
      const names: readonly string[] = JSON.parse(towers)[0] ?? [];
      const now = names.map((name) => renaming.renames[name] ?? name);
      return definition ? { id, towers: ogIdentityOf(definition, { towers: now }) ?? towers } : [];
    });
    return data.catalogue.endRenaming(renaming, renamed);
  }
  const ids = found.map(({ id }) => id);
  const rows = await renamedRows(ids, renaming.renames, parts);
  try {
    await data.catalogue.rename(renaming, rows, last.seq);
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
    // One of them has the place of another that is called so already: each by itself.
    for (const row of rows)
      await data.catalogue.rename(renaming, [row], renaming.renamedTo).catch((failure: unknown) => {
        if (!(failure instanceof ConstraintError)) throw failure;
      });
    await data.catalogue.rename(renaming, [], last.seq);
  }
}

/** Goes on with names that changed, at most so many steps. */
async function goOn(most: number, parts: Parts, signal?: AbortSignal): Promise<void> {
  for (let steps = 0; steps < most && !signal?.aborted; steps += 1) {
    const renaming = await parts.data.catalogue.findRenaming();
    if (!renaming) return;
    await step(renaming, parts);
  }
}

/** Carries out the beginning of what a write has renamed, often all of it. */
export const beginRenaming = (parts: Parts): Promise<void> => goOn(IN_REQUEST, parts);

/** Gives completions the names that towers have now, where that was too long for a request or was cut off. */
export const renaming = (parts: Parts): Job => ({
  name: "renames",
  every: EVERY,
  isPatient: true,
  run: (signal) => goOn(IN_JOB, parts, signal),
});

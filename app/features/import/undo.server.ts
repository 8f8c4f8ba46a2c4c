import { NotFound } from "../../../server/errors.ts";
import type { Data } from "../../api/repositories.server.ts";
import type { CompletionState } from "../completions/repository/stored-completion.server.ts";
import { logOf } from "../history/registry.server.ts";
import type { MapState } from "../maps/repository.server.ts";
import { perform } from "./act.server.ts";
import type { Importing } from "./import.server.ts";
import { chunksOf, derivedOf, keysOf } from "./plan.server.ts";
import type { Act, ActEntry, ActRow } from "./repository/acts.server.ts";

/** Something that taking an import back leaves as it is. */
interface Left {
  readonly noun: string;
  readonly id: string;
  readonly title: string;
}

/** Entries read at once. */
const AT_ONCE = 1_000;

/**
 * Takes an import back as one act: what it added is removed, what it changed is restored, and the sample that it
 * removed comes back. Whatever was changed since stays as it is, and so does a map that such a thing is on.
 * @throws NotFound if it is not an import, or was taken back
 */
export async function undoImport(
  id: string,
  importing: Importing,
): Promise<{ readonly undone: number; readonly left: readonly Left[] }> {
  const { data, challenges } = importing;
  const act = await data.acts.findById(id);
  if (act?.kind !== "import" || act.state !== "done") throw new NotFound("no-such-import", { act: id });
  const entries = await entriesOf(act, data);
  const needed = await neededMaps(entries, data);
  const isLeft = ({ noun, id: thing, isTouched }: ActEntry): boolean =>
    isTouched || (noun === "map" && needed.has(thing));
  const rows = entries.filter((entry) => !isLeft(entry)).map((entry) => undone(entry, importing));
  const before = (await data.history.findBySeq(act.firstSeq ?? 0))?.after ?? null;
  await perform({ kind: "undo", of: id, rows, before, after: null }, importing);
  const left = entries.filter(isLeft).map(({ noun, id: thing, after, before: was, ...entry }) => {
    const change = {
      ...entry,
      noun,
      id: thing,
      before: was,
      after,
      at: "",
      actor: "",
      level: null,
      action: "",
    };
    return { noun, id: thing, title: logOf(noun)?.describe(change, { challenges })?.title ?? "" };
  });
  return { undone: rows.length, left };
}

async function entriesOf(act: Act, { acts }: Data): Promise<ActEntry[]> {
  const entries: ActEntry[] = [];
  for (let after = act.firstSeq ?? 0; ; after = entries.at(-1)?.seq ?? after) {
    const more = await acts.findEntries(act, after, AT_ONCE);
    entries.push(...more);
    if (more.length < AT_ONCE) return entries;
  }
}

/** Returns the maps that the act added and that something that stays is on. */
async function neededMaps(entries: readonly ActEntry[], { acts }: Data): Promise<ReadonlySet<string>> {
  const brought = entries.filter(({ noun, before }) => noun === "map" && before === null).map(({ id }) => id);
  const going = new Set(
    entries.filter(({ before, isTouched }) => before === null && !isTouched).map(({ id }) => id),
  );
  const needed = new Set<string>();
  for (const some of chunksOf(brought, AT_ONCE))
    for (const { map, id } of await acts.findAllOn(some)) if (!going.has(id)) needed.add(map);
  return needed;
}

/** Returns the row that restores a thing to its state before the act. */
function undone({ noun, id, revision, shape, before, after }: ActEntry, { now }: Importing): ActRow {
  const derived =
    before === null
      ? {}
      : noun === "completion"
        ? derivedOf(before as CompletionState, now().toISOString())
        : noun === "map"
          ? keysOf(before as MapState)
          : {};
  return {
    ...{ noun, id, shape, derived, expected: revision },
    ...{ revision: revision + 1, before: after, after: before },
  };
}

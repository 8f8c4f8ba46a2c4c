import { COMMAND_LINE } from "../data/accounts.ts";
import type { Database } from "../data/database.ts";
import {
  type Act,
  type ActRow,
  actReads,
  deleteActRows,
  insertAct,
  insertActRows,
  stagedText,
} from "../data/moving-in/acts.ts";
import { doAct } from "../data/moving-in/do-act.ts";
import { deleteBareMaps } from "../data/moving-in/rows.ts";

/** How the entries of an import, and of one that is taken back, are called in the log. */
export const IMPORT = "import";
export const UNDO_IMPORT = "undo-import";

/**
 * Rows that are staged at once, and the characters of their texts: each batch holds the write lock for some hundredths of
 * a second, and D1 takes a text of 2 MB.
 */
const AT_ONCE = 500;
const LARGEST_TEXT = 400_000;

/** Says how far a step is. */
export type Progress = (step: string, done: number, total: number) => void;

/** What an act is done with. */
export interface Acting {
  readonly database: Database;
  readonly now: () => Date;
  readonly progress: Progress;
}

/** An act that is to be done: what it writes, and what the log says of it as a whole. */
export interface NewAct extends Pick<Act, "kind" | "of"> {
  readonly rows: readonly ActRow[];
  readonly before: unknown;
  readonly after: unknown;
  /** What has to be safe before anybody sees the act, whose id is known by then. */
  readonly beforehand?: (id: string) => Promise<void>;
}

/**
 * Does an act: stages its rows in small batches that nobody sees, then writes all of them in one. Begun again after it was
 * cut off it goes on behind what is staged already. Answers its id.
 * @throws ConstraintError where something is no longer as it was planned; then nothing was written
 */
export async function perform(act: NewAct, acting: Acting): Promise<string> {
  const { database, now, progress } = acting;
  const reads = actReads(database);
  await clear(acting);
  const begun = (await reads.findBegun(act.kind, act.of)) ?? (await begin(act, acting));
  await stage(begun.id, act.rows, acting);
  await act.beforehand?.(begun.id);
  progress("writing all at once", 0, 1);
  await doAct(database, begun, act.rows.length, {
    ...{ at: now().toISOString(), actor: COMMAND_LINE, level: "helper" },
    ...{ action: act.kind === "import" ? IMPORT : UNDO_IMPORT, before: act.before, after: act.after },
  });
  progress("writing all at once", 1, 1);
  await clear(acting);
  if (act.kind === "undo") await database.atomic([deleteBareMaps()]);
  return begun.id;
}

async function begin({ kind, of }: NewAct, { database, now }: Acting): Promise<Act> {
  const act = { id: crypto.randomUUID(), kind, of, startedAt: now().toISOString() };
  await database.atomic([insertAct(act)]);
  return { ...act, state: "staging", endedAt: null, firstSeq: null, lastSeq: null };
}

async function stage(act: string, rows: readonly ActRow[], { database, progress }: Acting): Promise<void> {
  const from = await staged(act, rows, database);
  await forget(act, from, database);
  for (let at = from; at < rows.length; ) {
    progress("making ready", at, rows.length);
    const some = someFrom(rows, at);
    await database.atomic([insertActRows(act, at, some)]);
    at += some.length;
  }
  progress("making ready", rows.length, rows.length);
}

/** The rows from a place on that are staged at once: one at least. */
function someFrom(rows: readonly ActRow[], at: number): readonly ActRow[] {
  let length = 0;
  const beyond = rows.slice(at, at + AT_ONCE).findIndex((row, place) => {
    length += stagedText(row).length;
    return place > 0 && length > LARGEST_TEXT;
  });
  return rows.slice(at, at + (beyond === -1 ? AT_ONCE : beyond));
}

/** Up to where what is staged is what is to be staged. */
async function staged(act: string, rows: readonly ActRow[], database: Database): Promise<number> {
  const reads = actReads(database);
  for (let at = 0; ; at += AT_ONCE) {
    const there = await reads.findStaged(act, at, AT_ONCE);
    const isSame = (text: string, place: number): boolean => {
      const row = rows[at + place];
      // The engine writes JSON in its own way.
      return row !== undefined && JSON.stringify(JSON.parse(text)) === stagedText(row);
    };
    const differs = there.findIndex((text, place) => !isSame(text, place));
    if (differs !== -1) return at + differs;
    if (there.length < AT_ONCE) return at + there.length;
  }
}

/** Forgets what is staged from a place on, some at a time. */
async function forget(act: string, from: number, database: Database): Promise<void> {
  const reads = actReads(database);
  for (let at = from; (await reads.findStaged(act, at, 1)).length > 0; at += AT_ONCE)
    await database.atomic([deleteActRows(act, at, AT_ONCE)]);
}

/** Forgets what is staged of acts that are over. */
async function clear({ database }: Acting): Promise<void> {
  for (const { id, first } of await actReads(database).findUncleared()) await forget(id, first, database);
}

import type { Database } from "../../../server/db/database.ts";
import { COMMAND_LINE } from "../accounts/repository/accounts.server.ts";
import {
  type Act,
  type ActRow,
  actReads,
  deleteActRows,
  insertAct,
  insertActRows,
  stagedText,
} from "./repository/acts.server.ts";
import { doAct } from "./repository/do-act.server.ts";
import { deleteBareMaps } from "./repository/rows.server.ts";

/** The actions of an import, and of taking one back, in the log. */
export const IMPORT = "import";
export const UNDO_IMPORT = "undo-import";

/**
 * Rows staged at once, and the characters of their texts: a batch holds the write lock for a few hundredths of a
 * second, and D1 accepts a text of 2 MB.
 */
const AT_ONCE = 500;
const LARGEST_TEXT = 400_000;

/** Reports how far a step has come. */
export type Progress = (step: string, done: number, total: number) => void;

/** What an act works with. */
export interface Acting {
  readonly database: Database;
  readonly now: () => Date;
  readonly progress: Progress;
}

/** An act to be done: the rows it writes, and its own entry in the log. */
export interface NewAct extends Pick<Act, "kind" | "of"> {
  readonly rows: readonly ActRow[];
  readonly before: unknown;
  readonly after: unknown;
  /** Stores what must be safe before the act becomes visible; receives the act's id. */
  readonly beforehand?: (id: string) => Promise<void>;
}

/**
 * Does an act: stages its rows in small batches that nobody sees, then writes all of them in one batch. Started again
 * after it was cut off, it continues after the rows already staged. Returns its id.
 * @throws ConstraintError if something has changed since it was planned; then nothing was written
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

/** Returns the rows to stage next, from a position on: at least one. */
function someFrom(rows: readonly ActRow[], at: number): readonly ActRow[] {
  let length = 0;
  const beyond = rows.slice(at, at + AT_ONCE).findIndex((row, place) => {
    length += stagedText(row).length;
    return place > 0 && length > LARGEST_TEXT;
  });
  return rows.slice(at, at + (beyond === -1 ? AT_ONCE : beyond));
}

/** Returns the position up to which the staged rows are those to be staged. */
async function staged(act: string, rows: readonly ActRow[], database: Database): Promise<number> {
  const reads = actReads(database);
  for (let at = 0; ; at += AT_ONCE) {
    const there = await reads.findStaged(act, at, AT_ONCE);
    const isSame = (text: string, place: number): boolean => {
      const row = rows[at + place];
      // The engine formats JSON in its own way.
      return row !== undefined && JSON.stringify(JSON.parse(text)) === stagedText(row);
    };
    const differs = there.findIndex((text, place) => !isSame(text, place));
    if (differs !== -1) return at + differs;
    if (there.length < AT_ONCE) return at + there.length;
  }
}

/** Deletes the staged rows from a position on, some at a time. */
async function forget(act: string, from: number, database: Database): Promise<void> {
  const reads = actReads(database);
  for (let at = from; (await reads.findStaged(act, at, 1)).length > 0; at += AT_ONCE)
    await database.atomic([deleteActRows(act, at, AT_ONCE)]);
}

/** Deletes the staged rows of acts that have ended. */
async function clear({ database }: Acting): Promise<void> {
  for (const { id, first } of await actReads(database).findUncleared()) await forget(id, first, database);
}

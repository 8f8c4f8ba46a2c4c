import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { backup, DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { CompiledQuery } from "kysely";
import { UNDO_DAYS } from "../../../domain/limits.ts";
import type { Database } from "../../../server/db/database.ts";
import { mediaReads } from "../../../server/db/media.ts";
import type { Tag } from "../../../server/db/tags.ts";
import { type BlobFolder, isMissing } from "../blob-folder.ts";
import { openFile } from "../sqlite-file.ts";

/** Bytes per read. */
const CHUNK = 1024 * 1024;

/** Pages of a database copied per step, 4 KB each. */
const PAGES = 2_000;

/** How long a copy waits for another process, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Blobs per query. */
const AT_ONCE = 500;

/** Reports how far a step is. */
export type BackupProgress = (step: string, done: number, total: number) => void;

/**
 * Copies a database that may be written to meanwhile: the copy is as of when the copying began. It is a single file, in
 * the old journal mode, so it can be read without a second file; the site switches back when it opens it.
 */
export async function copyDatabase(from: string, to: string, progress: BackupProgress): Promise<void> {
  const source = openFile(from, { readOnly: true, timeout: TIMEOUT_MS });
  try {
    // Holds a snapshot: without it, every write by another connection would restart the copying.
    source.exec("begin; select count(*) from sqlite_schema");
    await backup(source, to, {
      rate: PAGES,
      progress: ({ totalPages, remainingPages }) =>
        progress("copying the database", totalPages - remainingPages, totalPages),
    });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    copy.exec("pragma journal_mode = delete");
  } finally {
    copy.close();
  }
  await sync(to);
}

/** Yields the bytes of a file in chunks. */
async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafeSlow(CHUNK);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/**
 * Returns a file's SHA-256 in hex and its size in bytes; null if it does not exist. Never call it on an open database.
 */
export async function measure(path: string): Promise<{ hash: string; bytes: number } | null> {
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const chunk of chunksOf(path)) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  return { hash: hash.digest("hex"), bytes };
}

/** Copies a blob into a folder, complete and safely on disk. Bytes that do not match the hash are not put there. */
export async function copyBlob(
  from: string,
  hash: string,
  into: BlobFolder,
): Promise<"copied" | "missing" | "damaged"> {
  const file = await into.begin();
  try {
    const read = createHash("sha256");
    for await (const chunk of chunksOf(from)) {
      read.update(chunk);
      await file.append(chunk);
    }
    if (read.digest("hex") !== hash) return "damaged";
    await file.finish();
    // Read back, because a disk may accept bytes that it does not return.
    if ((await measure(file.path))?.hash !== hash) throw new Error(`${file.path} is not what was written.`);
    await file.commit(hash);
    return "copied";
  } catch (error) {
    if (isMissing(error)) return "missing";
    throw error;
  } finally {
    await file.discard();
  }
}

/** Makes sure that a file, or the names in a folder, are on the disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A copy of a database, opened for reading. */
export interface OpenedCopy {
  readonly sqlite: DatabaseSync;
  readonly database: Pick<Database, "query">;
  /** Yields the blobs that the database names, or that an undo on `day` could need, each once and in order. */
  heldBlobs(day: Date): AsyncGenerator<string>;
  /** Returns those of the hashes that it neither names nor holds for an undo. */
  listUnowned(hashes: readonly string[], day: Date): Promise<string[]>;
  close(): void;
}

/** How long before a backup a file may have lost its place and still be brought back by an undo, in milliseconds. */
const UNDO = UNDO_DAYS * 24 * 60 * 60 * 1000;

/** Views of files that a copy made by an earlier version may not have. */
const LATER_VIEWS = ["proposed_blob", "copied_blob"] as const;

export function openCopy(file: string): OpenedCopy {
  const sqlite = new DatabaseSync(file, { readOnly: true, timeout: TIMEOUT_MS });
  const there = sqlite.prepare("select name from sqlite_schema where type = 'view'").all();
  for (const view of LATER_VIEWS)
    if (!there.some(({ name }) => name === view))
      sqlite.exec(`create temp view ${view} as select null as hash where false`);
  const database = {
    query: async <Row>(_: readonly Tag[], { sql, parameters }: CompiledQuery<Row>) =>
      sqlite.prepare(sql).all(...(parameters as SQLInputValue[])) as Row[],
  };
  const media = mediaReads({
    ...database,
    atomic: () => Promise.reject(new Error("A copy is not written to.")),
    versions: async () => null,
    ready: async () => {},
  });
  const since = (day: Date): string => new Date(day.getTime() - UNDO).toISOString();
  return {
    sqlite,
    database,
    async *heldBlobs(day) {
      for (let after = ""; ; ) {
        const hashes = await media.listHeld(after, since(day), AT_ONCE);
        yield* hashes;
        const last = hashes.at(-1);
        if (last === undefined) return;
        after = last;
      }
    },
    listUnowned: (hashes, day) => media.listUnowned(hashes, since(day)),
    close: () => sqlite.close(),
  };
}

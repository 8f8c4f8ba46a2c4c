import type { D1Database, D1DatabaseSession, R2Bucket } from "@cloudflare/workers-types";
import type { Database } from "../../server/db/database.ts";
import type { MediaStore, StoredBlob } from "../../server/media/store.ts";
import { databaseOn, type Listener, type Row } from "./database.ts";
import { DUMPS } from "./files.ts";

/** Opens the port on a bound D1 database, or on a session of it. */
export function openD1(d1: D1Database | D1DatabaseSession, listener: Listener = {}): Database {
  return databaseOn(async (statements) => {
    const results = await d1.batch<Row>(
      statements.map(({ sql, parameters }) => d1.prepare(sql).bind(...parameters)),
    );
    return {
      rows: results.map((result) => result.results),
      rowsRead: results.reduce((sum, { meta }) => sum + (meta.rows_read ?? 0), 0),
      rowsWritten: results.reduce((sum, { meta }) => sum + (meta.rows_written ?? 0), 0),
    };
  }, listener);
}

/**
 * Stores blobs in an R2 bucket, each under its hash. Next to them are the public dumps, which do not count as blobs.
 */
export function openR2(bucket: R2Bucket): MediaStore {
  return {
    async sizeOf(hash) {
      return (await bucket.head(hash))?.size ?? null;
    },
    async read(hash, range) {
      const options = range ? { range: { offset: range.start, length: range.end - range.start + 1 } } : {};
      const blob = await bucket.get(hash, options);
      // The types of Cloudflare and of the web platform describe the same stream.
      return (blob?.body ?? null) as ReadableStream<Uint8Array> | null;
    },
    async write(hash, bytes) {
      await bucket.put(hash, bytes);
    },
    // R2 has no conditional delete: an upload of the same bytes between the check and the delete, which are two calls,
    // would be lost. The sweeper asks only for blobs without a reference for a day.
    async remove({ hash, modifiedAt }) {
      const found = await bucket.head(hash);
      if (found && found.uploaded > modifiedAt) return false;
      await bucket.delete(hash);
      return true;
    },
    list: (after) => listBlobs(bucket, after ?? ""),
  };
}

async function* listBlobs(bucket: R2Bucket, after: string): AsyncGenerator<StoredBlob> {
  let cursor: string | undefined;
  do {
    const place = cursor === undefined ? { startAfter: after } : { cursor };
    const page = await bucket.list(place);
    for (const { key, uploaded } of page.objects)
      if (!key.startsWith(DUMPS)) yield { hash: key, modifiedAt: uploaded };
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
}

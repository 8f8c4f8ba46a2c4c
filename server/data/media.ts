import { type CompiledQuery, sql } from "kysely";
import { type Database, sqlite } from "./database.ts";

/** What stands under a media key; the bytes are in the MediaStore under the hash. */
export interface MediaEntry {
  readonly key: string;
  /** SHA-256, hex. */
  readonly hash: string;
  readonly contentType: string;
  readonly bytes: number;
}

/** Most attachments that are listed for one completion. */
const MOST_ATTACHMENTS = 1_000;

/** Reads of media. What belongs to a deleted completion is hidden with it. */
export function mediaReads(database: Database) {
  return {
    async findByKey(key: string): Promise<MediaEntry | null> {
      const [entry] = await database.query(
        sqlite
          .selectFrom("media")
          .leftJoin("completion as c", "c.id", "media.completion")
          .select(["media.key", "media.hash", "media.content_type as contentType", "media.bytes"])
          .where("media.key", "=", key)
          .where("c.deleted_at", "is", null)
          .compile(),
      );
      return entry ?? null;
    },

    /** The keys of a completion's attachments, FILEKEY/attach/UUID, in order. */
    async listAttachments(filekey: string): Promise<string[]> {
      const rows = await database.query(
        sqlite
          .selectFrom("media")
          .innerJoin("completion as c", "c.id", "media.completion")
          .select("media.key")
          .where("media.completion", "=", filekey)
          .where("media.key", ">", filekey)
          .where("c.deleted_at", "is", null)
          .orderBy("media.created_at")
          .orderBy("media.key")
          .limit(MOST_ATTACHMENTS)
          .compile(),
      );
      return rows.map(({ key }) => key);
    },
  };
}

/** The statement that puts an entry under its key. The bytes are in the store already. */
export function insertMedia(
  entry: MediaEntry,
  completion: string | null,
  createdAt: string,
): CompiledQuery<unknown> {
  const { key, hash, contentType, bytes } = entry;
  return sqlite
    .insertInto("media")
    .values({ key, hash, content_type: contentType, bytes, created_at: createdAt, completion })
    .compile();
}

/** An entry with what its row holds besides. */
export interface NewMediaEntry extends MediaEntry {
  /** The completion it belongs to. */
  readonly completion: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** One statement for many entries, whatever their number: D1 binds 100 values a statement. */
export function insertMediaEntries(entries: readonly NewMediaEntry[]): CompiledQuery<unknown> {
  return sql`insert into media (key, hash, content_type, bytes, created_at, completion)
    select json_extract(value, '$.key'), json_extract(value, '$.hash'), json_extract(value, '$.contentType'),
      json_extract(value, '$.bytes'), json_extract(value, '$.createdAt'), json_extract(value, '$.completion')
    from json_each(${JSON.stringify(entries)})`.compile(sqlite);
}

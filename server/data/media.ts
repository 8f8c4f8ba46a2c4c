import { type CompiledQuery, sql } from "kysely";
import { type Database, sqlite } from "./database.ts";
import { mapCalled } from "./maps.ts";

/** What stands under a media key; the bytes are in the MediaStore under the hash. */
export interface MediaEntry {
  readonly key: string;
  /** SHA-256, hex. */
  readonly hash: string;
  readonly contentType: string;
  readonly bytes: number;
}

/** Media of a completion or a map as the log keeps them. */
export interface MediaState {
  readonly key: string;
  readonly hash: string;
  readonly content_type: string;
  readonly bytes: number;
  readonly created_at: string;
  readonly thumbnail: string | null;
  /** Which of the things that the rules ask for an attachment is; null: nobody said, or it is no attachment. */
  readonly role: string | null;
}

/** The columns of MediaState. */
export const MEDIA_COLUMNS = [
  ...(["key", "hash", "content_type", "bytes", "created_at", "thumbnail", "role"] as const),
] as const;

/** A file of a completion: under its filekey the proof, under FILEKEY/attach/UUID an attachment. */
export interface ListedFile extends MediaEntry {
  /** As in MediaState. */
  readonly role: string | null;
}

/** An entry as it is served. */
export interface ServedEntry extends MediaEntry {
  /** The hash of the picture's small webp; null where there is none. */
  readonly thumbnail: string | null;
}

/** A file of a completion as the public dump has it. */
interface FileOfCompletion {
  readonly key: string;
  readonly type: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Under which the pictures of maps are served, followed by a name of the map. */
const MAP_PICTURES = "maps/";

/** Most files that are listed for one completion. */
const MOST_FILES = 1_000;

const served = sqlite
  .selectFrom("media")
  .select([
    ...(["media.key", "media.hash", "media.content_type as contentType"] as const),
    ...(["media.bytes", "media.thumbnail"] as const),
  ]);

/** Reads of media. What belongs to a deleted completion is hidden with it. */
export function mediaReads(database: Database) {
  async function findMapPicture(key: string): Promise<ServedEntry | null> {
    const picture = served.where("media.map", "=", mapCalled(key.slice(MAP_PICTURES.length)));
    const [entry] = await database.query(picture.compile());
    return entry ? { ...entry, key } : null;
  }

  return {
    /** What is served under a key; a map's picture under any name of the map: "maps/Quad". */
    async findByKey(key: string): Promise<ServedEntry | null> {
      if (key.startsWith(MAP_PICTURES)) return findMapPicture(key);
      const [entry] = await database.query(
        served
          .innerJoin("completion as c", "c.id", "media.completion")
          .where("media.key", "=", key)
          .where("c.deleted_at", "is", null)
          .compile(),
      );
      return entry ?? null;
    },

    /** The files of a completion that is there: its proof, where that is a file, and its attachments, in order. */
    async listFiles(filekey: string): Promise<readonly ListedFile[]> {
      return database.query(
        sqlite
          .selectFrom("media")
          .innerJoin("completion as c", "c.id", "media.completion")
          .select([
            "media.key",
            "media.hash",
            "media.content_type as contentType",
            "media.bytes",
            "media.role",
          ])
          .where("media.completion", "=", filekey)
          .where("c.deleted_at", "is", null)
          .orderBy(sql`media.key <> ${filekey}`)
          .orderBy("media.created_at")
          .orderBy("media.key")
          .limit(MOST_FILES)
          .compile(),
      );
    },

    /** The files of these completions, by completion, in the order of their keys. */
    async findAllOf(
      completions: readonly string[],
    ): Promise<ReadonlyMap<string, readonly FileOfCompletion[]>> {
      const rows = await database.query(
        sql<FileOfCompletion & { completion: string }>`
          select m.completion as completion, m.key as key, m.content_type as type, m.bytes as bytes, m.hash as sha256
          from json_each(${JSON.stringify(completions)}) as asked cross join media as m on m.completion = asked.value
          order by m.completion, m.key`.compile(sqlite),
      );
      const files = Map.groupBy(rows, ({ completion }) => completion);
      return new Map(
        Array.from(files, ([completion, own]) => [completion, own.map(({ completion: _, ...file }) => file)]),
      );
    },

    /**
     * The hashes that a backup needs, in order, `most` of those behind `after`: of files, of thumbnails, and of what was
     * released since then and may be brought back.
     */
    async listHeld(after: string, since: string, most: number): Promise<string[]> {
      const rows = await database.query(
        sql<{ hash: string }>`select hash from (
            select * from (select distinct hash from media where hash > ${after} order by hash limit ${most})
            union select * from (select distinct thumbnail from media where thumbnail > ${after} order by thumbnail limit ${most})
            union select * from (select hash from media_release where hash > ${after} and at >= ${since} order by hash limit ${most})
          ) order by hash limit ${most}`.compile(sqlite),
      );
      return rows.map(({ hash }) => hash);
    },

    /** Those of the hashes that no row names, not even a deleted completion's, and that none released since `before`. */
    async listUnowned(hashes: readonly string[], before: string): Promise<string[]> {
      const rows = await database.query(
        sql<{ hash: string }>`select value as hash from json_each(${JSON.stringify(hashes)}) as blob
          where not exists (select 1 from media where hash = blob.value)
            and not exists (select 1 from media where thumbnail = blob.value)
            and not exists (select 1 from media_release where hash = blob.value and at >= ${before})`.compile(
          sqlite,
        ),
      );
      return rows.map(({ hash }) => hash);
    },

    /** Whether a row names a blob, as its file or as its thumbnail. */
    async isNamed(hash: string): Promise<boolean> {
      const [found] = await database.query(
        sql<{ named: number }>`select exists (select 1 from media where hash = ${hash})
          or exists (select 1 from media where thumbnail = ${hash}) as named`.compile(sqlite),
      );
      return found?.named === 1;
    },

    /**
     * Ends the media rows of completions that were deleted before then and have not been touched since, `most` of them at
     * a time, and forgets as many old releases. Answers how many rows ended.
     */
    async endExpired(before: string, most: number): Promise<number> {
      const [ended] = await database.atomic([
        sql`delete from media where key in (
          select m.key from completion as c join media as m on m.completion = c.id
          where c.deleted_at < ${before} and c.updated_at < ${before} limit ${most}
        ) returning key`.compile(sqlite),
        sql`delete from media_release where hash in (
          select hash from media_release where at < ${before} limit ${most}
        )`.compile(sqlite),
      ]);
      return ended?.length ?? 0;
    },
  };
}

/** An entry with what its row holds besides. */
export interface NewMediaEntry extends MediaEntry {
  /** The completion it belongs to. */
  readonly completion: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** What the log keeps of an entry that is loaded. */
export const mediaStateOf = ({ key, hash, contentType, bytes, createdAt }: NewMediaEntry): MediaState => ({
  ...{ key, hash, content_type: contentType, bytes, created_at: createdAt },
  ...{ thumbnail: null, role: null },
});

/** One statement for many entries, whatever their number: D1 binds 100 values a statement. */
export function insertMediaEntries(entries: readonly NewMediaEntry[]): CompiledQuery<unknown> {
  return sql`insert into media (key, hash, content_type, bytes, created_at, completion)
    select json_extract(value, '$.key'), json_extract(value, '$.hash'), json_extract(value, '$.contentType'),
      json_extract(value, '$.bytes'), json_extract(value, '$.createdAt'), json_extract(value, '$.completion')
    from json_each(${JSON.stringify(entries)})`.compile(sqlite);
}

import { type CompiledQuery, sql } from "kysely";
import { z } from "zod";
import { bind, type Database, sqlite } from "./database.ts";
import { listedMapNamed } from "./names.ts";
import { completionTag, NO_TAGS, type Tag } from "./tags.ts";

/** What a media key refers to. The MediaStore has the bytes, under the hash. */
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
  /** Which of the attachments that the rules ask for it is; null: not stated, or not an attachment. */
  readonly role: string | null;
}

/** The schema of MediaState. */
export const mediaState: z.ZodType<MediaState> = z.object({
  key: z.string(),
  hash: z.string(),
  content_type: z.string(),
  bytes: z.int(),
  created_at: z.string(),
  thumbnail: z.string().nullable(),
  role: z.string().nullable(),
});

/** The columns of MediaState. */
export const MEDIA_COLUMNS = [
  ...(["key", "hash", "content_type", "bytes", "created_at", "thumbnail", "role"] as const),
] as const;

/** A file of a completion: the proof under its filekey, an attachment under FILEKEY/attach/UUID. */
export interface CompletionFile extends MediaEntry {
  /** As in MediaState. */
  readonly role: string | null;
}

/** An entry as it is served. */
export interface ServedEntry extends MediaEntry {
  /** The hash of the picture's small webp; null where there is none. */
  readonly thumbnail: string | null;
}

/** A file of a completion, as in the public dump. */
interface FileOfCompletion {
  readonly key: string;
  readonly type: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The prefix of map pictures' addresses, before a name of the map. */
const MAP_PICTURES = "maps/";

/** The key of a copy of what a link led to. */
const COPY_KEY = /^([^/]+)\/copy\/([0-9a-f]{64})$/;
export const copyKey = (completion: string, hash: string): string => `${completion}/copy/${hash}`;

/** Most files that are listed for one completion. */
const MOST_FILES = 1_000;

const served = sqlite
  .selectFrom("media")
  .select([
    ...(["media.key", "media.hash", "media.content_type as contentType"] as const),
    ...(["media.bytes", "media.thumbnail"] as const),
  ]);

/** A file's key begins with its completion's. */
const completionOfKey = (key: string): Tag => completionTag(key.split("/", 1)[0] ?? "");

async function findMapPicture(database: Database, key: string): Promise<ServedEntry | null> {
  const picture = served.where("media.map", "=", listedMapNamed(key.slice(MAP_PICTURES.length)));
  const [entry] = await database.query(["maps"], picture.compile());
  return entry ? { ...entry, key } : null;
}

/** Finds a copy of what a link led to, which is served while that is gone. */
async function findCopy(database: Database, completion: string, hash: string): Promise<ServedEntry | null> {
  const [entry] = await database.query(
    [completionTag(completion)],
    sql<ServedEntry>`select ${copyKey(completion, hash)} as key, k.hash, k.content_type as "contentType", k.bytes, k.thumbnail
      from completion as c join kept_copy as k on k.completion = c.id and k.hash = ${hash}
        join gone_proof as g on g.completion = c.id and g.url = k.url
      where c.id = ${completion} and c.deleted_at is null and c.pending is null limit 1`.compile(sqlite),
  );
  return entry ?? null;
}

/** Finds what is served under a key; for a map's picture, the key may have any name of the map: "maps/Quad". */
async function findByKey(database: Database, key: string): Promise<ServedEntry | null> {
  if (key.startsWith(MAP_PICTURES)) return findMapPicture(database, key);
  const [, completion, hash] = COPY_KEY.exec(key) ?? [];
  if (completion !== undefined && hash !== undefined) return findCopy(database, completion, hash);
  const [entry] = await database.query(
    [completionOfKey(key)],
    served
      .innerJoin("completion as c", "c.id", "media.completion")
      .where("media.key", "=", key)
      .where("c.deleted_at", "is", null)
      .compile(),
  );
  return entry ?? null;
}

/** Lists the files of a live completion, in order: its proof, if that is a file, then its attachments. */
async function listFiles(database: Database, filekey: string): Promise<readonly CompletionFile[]> {
  return database.query(
    [completionTag(filekey)],
    sqlite
      .selectFrom("media")
      .innerJoin("completion as c", "c.id", "media.completion")
      .select(["media.key", "media.hash", "media.content_type as contentType", "media.bytes", "media.role"])
      .where("media.completion", "=", filekey)
      .where("c.deleted_at", "is", null)
      .orderBy(sql`media.key <> ${filekey}`)
      .orderBy("media.created_at")
      .orderBy("media.key")
      .limit(MOST_FILES)
      .compile(),
  );
}

/** Finds the files of these completions, by completion, in the order of listFiles. */
async function findAllOf(
  database: Database,
  completions: readonly string[],
): Promise<ReadonlyMap<string, readonly FileOfCompletion[]>> {
  const rows = await database.query(
    completions.map(completionTag),
    sql<FileOfCompletion & { completion: string }>`
      select m.completion as completion, m.key as key, m.content_type as type, m.bytes as bytes, m.hash as sha256
      from json_each(${JSON.stringify(completions)}) as c cross join media as m on m.completion = c.value
      order by m.completion, m.key <> m.completion, m.created_at, m.key`.compile(sqlite),
  );
  const files = Map.groupBy(rows, ({ completion }) => completion);
  return new Map(
    Array.from(files, ([completion, own]) => [completion, own.map(({ completion: _, ...file }) => file)]),
  );
}

/**
 * Lists hashes that a backup needs, in order, at most `most` after `after`: of files and thumbnails, also proposed
 * ones, and of what was released since `since` and may be brought back.
 */
async function listHeld(database: Database, after: string, since: string, most: number): Promise<string[]> {
  const rows = await database.query(
    NO_TAGS,
    sql<{ hash: string }>`select hash from (
        select * from (select distinct hash from media where hash > ${after} order by hash limit ${most})
        union select * from (select distinct thumbnail from media where thumbnail > ${after} order by thumbnail limit ${most})
        union select * from (select hash from copied_blob where hash > ${after} order by hash limit ${most})
        union select * from (select hash from media_release where hash > ${after} and at >= ${since} order by hash limit ${most})
        union select * from (select hash from proposed_blob where hash > ${after} order by hash limit ${most})
      ) order by hash limit ${most}`.compile(sqlite),
  );
  return rows.map(({ hash }) => hash);
}

/**
 * Returns the hashes that no row names, not even a deleted completion's or an open proposal's, and that were not
 * released since `before`.
 */
async function listUnowned(database: Database, hashes: readonly string[], before: string): Promise<string[]> {
  const rows = await database.query(
    NO_TAGS,
    sql<{ hash: string }>`select value as hash from json_each(${JSON.stringify(hashes)}) as blob
      where not exists (select 1 from media where hash = blob.value)
        and not exists (select 1 from media where thumbnail = blob.value)
        and not exists (select 1 from copied_blob where hash = blob.value)
        and not exists (select 1 from proposed_blob where hash = blob.value)
        and not exists (select 1 from media_release where hash = blob.value and at >= ${before})`.compile(
      sqlite,
    ),
  );
  return rows.map(({ hash }) => hash);
}

/** Counts the videos of completions, each file once. */
async function countVideos(database: Database): Promise<number> {
  const [row] = await database.query(
    NO_TAGS,
    sql<{
      count: number;
    }>`select count(distinct hash) as count from media where content_type like 'video/%'`.compile(sqlite),
  );
  return row?.count ?? 0;
}

/** Lists the videos of completions by their hashes, at most `most` after `after`, each file once with one key. */
async function listVideos(database: Database, after: string, most: number): Promise<readonly MediaEntry[]> {
  return database.query(
    NO_TAGS,
    sql<MediaEntry>`select min(key) as key, hash, content_type as "contentType", max(bytes) as bytes from media
      where hash > ${after} and content_type like 'video/%' group by hash order by hash limit ${most}`.compile(
      sqlite,
    ),
  );
}

/** Lists at most so many completions that have a file, deleted ones included. */
async function listCompletionsWith(database: Database, hash: string, most: number): Promise<string[]> {
  const rows = await database.query(
    NO_TAGS,
    sql<{ completion: string }>`select distinct completion from media
      where hash = ${hash} and completion is not null limit ${most}`.compile(sqlite),
  );
  return rows.map(({ completion }) => completion);
}

/** Whether a row names a blob, as a file or as a thumbnail, of a completion or proposed for one. */
async function isNamed(database: Database, hash: string): Promise<boolean> {
  const [found] = await database.query(
    NO_TAGS,
    sql<{ named: number }>`select exists (select 1 from media where hash = ${hash})
      or exists (select 1 from media where thumbnail = ${hash})
      or exists (select 1 from copied_blob where hash = ${hash})
      or exists (select 1 from proposed_blob where hash = ${hash}) as named`.compile(sqlite),
  );
  return found?.named === 1;
}

/**
 * Deletes the media rows of completions that were deleted before then and have not been touched since, at most
 * `most` of them, and as many old releases. Returns how many media rows were deleted.
 */
async function endExpired(database: Database, before: string, most: number): Promise<number> {
  const [ended] = await database.atomic([
    sql`delete from media where key in (
      select m.key from completion as c join media as m on m.completion = c.id
      where c.deleted_at < ${before} and c.updated_at < ${before} limit ${most}
    ) returning key`.compile(sqlite),
    sql`delete from kept_copy where completion in (
      select k.completion from completion as c join kept_copy as k on k.completion = c.id
      where c.deleted_at < ${before} and c.updated_at < ${before} limit ${most}
    )`.compile(sqlite),
    sql`delete from media_release where hash in (
      select hash from media_release where at < ${before} limit ${most}
    )`.compile(sqlite),
  ]);
  return ended?.length ?? 0;
}

/** Reads of media. Files of a deleted completion are hidden with it. */
export const mediaReads = (database: Database) =>
  bind(database, {
    findByKey,
    listFiles,
    findAllOf,
    listHeld,
    listUnowned,
    countVideos,
    listVideos,
    listCompletionsWith,
    isNamed,
    endExpired,
  });

/** An entry with the other columns of its row. */
export interface NewMediaEntry extends MediaEntry {
  /** The completion it belongs to. */
  readonly completion: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** Returns what the log keeps of a loaded entry. */
export const mediaStateOf = ({ key, hash, contentType, bytes, createdAt }: NewMediaEntry): MediaState => ({
  key,
  hash,
  content_type: contentType,
  bytes,
  created_at: createdAt,
  thumbnail: null,
  role: null,
});

/** The statement that adds any number of entries; D1 binds only 100 values in a statement. */
export function insertMediaEntries(entries: readonly NewMediaEntry[]): CompiledQuery<unknown> {
  return sql`insert into media (key, hash, content_type, bytes, created_at, completion)
    select json_extract(value, '$.key'), json_extract(value, '$.hash'), json_extract(value, '$.contentType'),
      json_extract(value, '$.bytes'), json_extract(value, '$.createdAt'), json_extract(value, '$.completion')
    from json_each(${JSON.stringify(entries)})`.compile(sqlite);
}

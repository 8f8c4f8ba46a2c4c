import type { PerceptualHash } from "../../../domain/media/perceptual-hash.ts";
import { type Database, statement } from "../../../server/db/database.ts";
import { NO_TAGS } from "../../../server/db/tags.ts";

/** A picture on a map: its file may prove completions on several. */
export interface PictureOnMap {
  readonly map: number;
  /** Of its file: SHA-256, hex. */
  readonly hash: string;
}

/** A picture of which it is known what it looks like. */
export interface HashedPicture extends PictureOnMap, PerceptualHash {}

/** The statement that reads the hashes of so many files after one of them, in their order. */
export const filesAfterStatement = (after: string, count: number) =>
  statement<{
    hash: string;
  }>`select distinct hash from media where hash > ${after} order by hash limit ${count}`;

/**
 * The statement that finds which of these files are pictures of live completions, on a map for which they have no row yet,
 * with what is known of the same file on another map. Made-up completions are left out.
 * @param onlyKnown whether those of which nothing is known are left out
 */
export const withoutRowStatement = (files: readonly string[], onlyKnown: boolean) =>
  statement<PictureOnMap>`select c.map_id as map, m.hash, known.dct, known.blocks, known.source, known.problem
    from json_each(${JSON.stringify(files)}) as file cross join media as m on m.hash = file.value
    cross join completion as c on c.id = m.completion
    left join picture as known on known.hash = m.hash and (known.dct is not null or known.problem is not null)
    where m.content_type like 'image/%' and c.deleted_at is null and c.sample = 0
      and not exists (select 1 from picture as own where own.map = c.map_id and own.hash = m.hash)
      and (known.hash is not null or ${onlyKnown ? 0 : 1})
    group by c.map_id, m.hash`;

export const toMakeStatement = (count: number) =>
  statement<{ hash: string }>`select distinct hash from picture indexed by picture_to_make
    where dct is null and problem is null order by hash limit ${count}`;

export const toCompareStatement = (count: number) =>
  statement<HashedPicture>`select map, hash, dct, blocks from picture indexed by picture_to_compare
    where is_compared = 0 and dct is not null order by map, hash limit ${count}`;

/** The statement that reads so many pictures on a map after one of them. */
export const onMapStatement = (map: number, after: string, count: number) =>
  statement<HashedPicture>`select map, hash, dct, blocks from picture
    where map = ${map} and hash > ${after} and dct is not null order by hash limit ${count}`;

/** The statement that reads so many pictures after one of them, and whether a completion still has them. */
export const namedStatement = (after: string, count: number) =>
  statement<{ hash: string; isNamed: number }>`select hash,
      exists (select 1 from media where media.hash = picture.hash and media.completion is not null) as "isNamed"
    from picture where hash > ${after} group by hash order by hash limit ${count}`;

/** What pictures look like, and which look the same. Nothing of it is public, and no tag moves with it. */
export const pictureReads = (database: Database) => ({
  /** Reads the hashes of so many files after one of them. */
  listFilesAfter: async (after: string, count: number): Promise<readonly string[]> =>
    (await database.query(NO_TAGS, filesAfterStatement(after, count))).map(({ hash }) => hash),

  /**
   * Adds the rows of those of these files that are pictures of live completions.
   * @param onlyKnown as above
   */
  async note(files: readonly string[], onlyKnown = false): Promise<void> {
    const rows =
      files.length === 0 ? [] : await database.query(NO_TAGS, withoutRowStatement(files, onlyKnown));
    if (rows.length === 0) return;
    await database.atomic([
      statement`insert or ignore into picture (map, hash, dct, blocks, source, problem)
        select value ->> '$.map', value ->> '$.hash', value ->> '$.dct', value ->> '$.blocks', value ->> '$.source',
          value ->> '$.problem' from json_each(${JSON.stringify(rows)})`,
    ]);
  },

  listToMake: async (count: number): Promise<readonly string[]> =>
    (await database.query(NO_TAGS, toMakeStatement(count))).map(({ hash }) => hash),

  /** Stores what a file looks like, unless that is known. */
  async save(file: string, { dct, blocks }: PerceptualHash, source: "server" | "browser"): Promise<void> {
    await database.atomic([
      statement`update picture set dct = ${dct}, blocks = ${blocks}, source = ${source}, problem = null
        where hash = ${file} and dct is null`,
    ]);
  },

  /** Stores why none can be made. */
  async saveProblem(file: string, problem: "missing" | "not-decoded"): Promise<void> {
    await database.atomic([
      statement`update picture set problem = ${problem} where hash = ${file} and dct is null`,
    ]);
  },

  listToCompare: (count: number) => database.query(NO_TAGS, toCompareStatement(count)),

  listOnMap: (map: number, after: string, count: number) =>
    database.query(NO_TAGS, onMapStatement(map, after, count)),

  /** Stores that a picture was compared, and the files that look the same. */
  async saveCompared({ map, hash }: PictureOnMap, same: readonly string[]): Promise<void> {
    const files = JSON.stringify(same);
    await database.atomic([
      statement`insert or ignore into picture_match (hash, other)
        select ${hash}, value from json_each(${files}) union all select value, ${hash} from json_each(${files})`,
      statement`update picture set is_compared = 1 where map = ${map} and hash = ${hash}`,
    ]);
  },

  /**
   * Deletes what is stored of files that no completion has any more, among so many after one. Returns the last of these;
   * null: there are no more.
   */
  async sweep(after: string, count: number): Promise<string | null> {
    const rows = await database.query(NO_TAGS, namedStatement(after, count));
    const unnamed = JSON.stringify(rows.filter(({ isNamed }) => isNamed === 0).map(({ hash }) => hash));
    if (unnamed !== "[]")
      await database.atomic([
        statement`delete from picture_match where (hash, other) in (
          select other, hash from picture_match where hash in (select value from json_each(${unnamed})))`,
        statement`delete from picture_match where hash in (select value from json_each(${unnamed}))`,
        statement`delete from picture where hash in (select value from json_each(${unnamed}))`,
      ]);
    return rows.length < count ? null : (rows.at(-1)?.hash ?? null);
  },
});

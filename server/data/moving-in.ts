import { CompiledQuery, type RawBuilder, sql } from "kysely";
import { BALANCE_FIELDS } from "../../nouns/balance-change.ts";
import { columnsOf, type NounFields } from "../../nouns/define.ts";
import { MAP_FIELDS } from "../../nouns/map.ts";
import { type Change, insertChangeOf, insertLoadedChanges, LOADED, SAMPLE_REMOVED } from "./changes.ts";
import { deleteSampleStarts, logLoadedStarts } from "./chimps-starts.ts";
import { COMPLETION_SHAPE, STATE_COLUMNS, STORED_COLUMNS } from "./completions/states.ts";
import { countAtOnce } from "./counters.ts";
import { type Database, sqlite } from "./database.ts";
import { MEDIA_COLUMNS } from "./media.ts";

/** The noun under which the log knows an act as a whole. */
export const ACT_NOUN = "act";

/** Many rows that are written, or taken back, as one. */
export interface Act {
  /** UUID */
  readonly id: string;
  readonly kind: "import" | "undo";
  /** Of an undo: the act that it takes back. */
  readonly of: string | null;
  readonly state: "staging" | "done" | "undone";
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** Its entries in the log, the first one about itself; null until it is done. */
  readonly firstSeq: number | null;
  readonly lastSeq: number | null;
}

/** Nouns of which an act writes rows. */
export type ActNoun = "map" | "completion" | "chimps-start" | "balance-change";

/** A thing that an act writes: what it was and will be, as the log keeps it; null: it is not there. */
export interface ActRow {
  readonly noun: ActNoun;
  readonly id: string;
  /** The revision that it must still have; null: it must not be there. */
  readonly expected: number | null;
  readonly revision: number;
  readonly shape: number;
  readonly before: unknown;
  readonly after: unknown;
  /** Columns that follow from it and that the log does not keep. */
  readonly derived: Readonly<Record<string, string | number | null>>;
}

/** A map as names lead to it. */
export interface KnownMap {
  readonly id: number;
  readonly name: string;
  readonly isListed: boolean;
  readonly nameKey: string;
  readonly abbreviationKey: string | null;
  /** What it was called and is called besides. */
  readonly formerKeys: readonly string[];
}

/** Where a completion wants to stand. */
export interface WantedPlace {
  readonly id: string;
  readonly challenge: string;
  readonly identity: string | null;
  readonly og: number;
  readonly og_identity: string | null;
  readonly pending: string | null;
}

/** What stands in its way; null: nothing. */
export interface FoundPlace {
  readonly id: string;
  /** A verified completion of the same combination. */
  readonly taken: string | null;
  /** The same member's claim of it. */
  readonly claimed: string | null;
  /** Another original, verified; of a claim: the same member's claim of the original. */
  readonly original: string | null;
}

const json = (value: unknown): string => JSON.stringify(value);

/** Reads of acts, and of what an import is held against. */
export function actReads(database: Database) {
  const acts = sqlite
    .selectFrom("act")
    .select(["id", "kind", "of", "state", "started_at as startedAt", "ended_at as endedAt"])
    .select(["first_seq as firstSeq", "last_seq as lastSeq"])
    .$castTo<Act>();

  return {
    async findById(id: string): Promise<Act | null> {
      return (await database.query(acts.where("id", "=", id).compile()))[0] ?? null;
    },

    /** Those that are done and not taken back, newest first, with how many entries they have. */
    findAllDone: (): Promise<Act[]> =>
      database.query(
        acts.where("kind", "=", "import").where("state", "=", "done").orderBy("last_seq", "desc").compile(),
      ),

    /** The act that was begun and not ended; of an undo that of the same act. */
    async findBegun(kind: Act["kind"], of: string | null): Promise<Act | null> {
      const begun = acts.where("kind", "=", kind).where("of", "is", of).where("state", "=", "staging");
      return (await database.query(begun.orderBy("started_at", "desc").limit(1).compile()))[0] ?? null;
    },

    /** Acts that are over and of which something is still staged: whoever did them was cut off. */
    findUncleared: (): Promise<{ id: string; first: number }[]> =>
      database.query(
        sql<{
          id: string;
          first: number;
        }>`select id, (select min(position) from act_row where act = act.id) as first
          from act where state <> 'staging' and exists (select 1 from act_row where act = act.id)`.compile(
          sqlite,
        ),
      ),

    /** What is staged of an act from a place on: as it is compared with what is to be staged. */
    async findStaged(act: string, from: number, count: number): Promise<string[]> {
      const rows = await database.query(
        sql<{ staged: string }>`select ${STAGED} as staged from act_row
          where act = ${act} and position >= ${from} order by position limit ${count}`.compile(sqlite),
      );
      return rows.map(({ staged }) => staged);
    },

    /** Every map, gone and unlisted ones too, with every name. */
    async findAllMaps(): Promise<KnownMap[]> {
      const rows = await database.query(
        sql<
          Omit<KnownMap, "isListed" | "formerKeys"> & { listed: number; former: string }
        >`select id, name, listed,
          name_key as "nameKey", abbreviation_key as "abbreviationKey",
          (select json_group_array(name_key) from map_name where map = m.id and status <> 'current') as former
          from map as m order by id`.compile(sqlite),
      );
      return rows.map(({ listed, former, ...map }) => ({
        ...map,
        isListed: listed === 1,
        formerKeys: JSON.parse(former) as string[],
      }));
    },

    /** What stands in the way of these, of others than themselves and the sample. */
    findPlaces: (wanted: readonly WantedPlace[]): Promise<FoundPlace[]> =>
      database.query(
        sql<FoundPlace>`select w.id,
          (select id from completion where challenge = w.challenge and identity = w.identity
            and pending is null and deleted_at is null and sample = 0 and id <> w.id) as taken,
          (select id from completion where challenge = w.challenge and identity = w.identity
            and pending = w.pending and deleted_at is null and sample = 0 and id <> w.id) as claimed,
          (select id from completion where challenge = w.challenge and og_identity = w.og_identity and og = 1 and w.og = 1
            and pending is w.pending and deleted_at is null and sample = 0 and id <> w.id limit 1) as original
          from (select json_extract(value, '$.id') as id, json_extract(value, '$.challenge') as challenge,
            json_extract(value, '$.identity') as identity, json_extract(value, '$.og') as og,
            json_extract(value, '$.og_identity') as og_identity, json_extract(value, '$.pending') as pending
            from json_each(${json(wanted)})) as w`.compile(sqlite),
      ),

    /** Whether there is any completion but of the sample: else nothing stands in anybody's way. */
    async hasOwnCompletions(): Promise<boolean> {
      const [row] = await database.query(
        sql<{ has: number }>`select exists (select 1 from completion where sample = 0) as has`.compile(
          sqlite,
        ),
      );
      return row?.has === 1;
    },

    /** Those of these keys of media that are there, with their entries as the log keeps them. */
    async findMediaKeys(): Promise<ReadonlySet<string>> {
      const rows = await database.query(
        sql<{ key: string }>`select m.key from media as m join completion as c on c.id = m.completion
          where c.sample = 0`.compile(sqlite),
      );
      return new Set(rows.map(({ key }) => key));
    },

    /** Entries of an act's rows after a number of the log, and whether the thing was changed later. */
    async findEntries(act: Act, after: number, count: number): Promise<ActEntry[]> {
      const rows = await database.query(
        sql<
          Omit<ActEntry, "isTouched" | "before" | "after"> & {
            touched: number;
            before: string | null;
            after: string | null;
          }
        >`
          select e.seq, e.noun, e.noun_id as id, e.revision, e.shape, e.before, e.after, exists (
            select 1 from change as later where later.noun = e.noun and later.noun_id = e.noun_id and later.seq > e.seq
          ) as touched
          from change as e where e.seq > ${after} and e.seq > ${act.firstSeq} and e.seq <= ${act.lastSeq}
            and e.action not in (${LOADED}, ${SAMPLE_REMOVED})
          order by e.seq limit ${count}`.compile(sqlite),
      );
      const parse = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
      return rows.map(({ touched, before, after: left, ...entry }) => ({
        ...entry,
        before: parse(before),
        after: parse(left),
        isTouched: touched === 1,
      }));
    },

    /** What is on these maps: ids of completions, deleted ones too, and of starts. */
    async findAllOn(maps: readonly string[]): Promise<{ map: string; id: string }[]> {
      return database.query(
        sql<{ map: string; id: string }>`select cast(map_id as text) as map, id from completion
            where map_id in (select cast(value as integer) from json_each(${json(maps)}))
          union all select cast(map_id as text), uuid from chimps_start
            where map_id in (select cast(value as integer) from json_each(${json(maps)}))`.compile(sqlite),
      );
    },
  };
}

/** An entry of an act in the log. */
export interface ActEntry {
  readonly seq: number;
  readonly noun: ActNoun;
  readonly id: string;
  readonly revision: number;
  readonly shape: number;
  readonly before: unknown;
  readonly after: unknown;
  /** Somebody changed the thing after the act. */
  readonly isTouched: boolean;
}

/** All of a staged row, as one text. */
const STAGED = sql<string>`json_array(noun, id, expected, revision, shape, before, after, derived)`;

const textOf = (value: unknown): string | null => (value === null ? null : json(value));

/** The same of a row that is to be staged. */
export const stagedText = ({ noun, id, expected, revision, shape, before, after, derived }: ActRow): string =>
  json([noun, id, expected, revision, shape, textOf(before), textOf(after), json(derived)]);

/** The statement that begins an act. */
export const insertAct = (act: Pick<Act, "id" | "kind" | "of" | "startedAt">): CompiledQuery<unknown> =>
  sqlite
    .insertInto("act")
    .values({ id: act.id, kind: act.kind, of: act.of, state: "staging", started_at: act.startedAt })
    .compile();

/** The statement that stages rows from a place on, whatever their number. */
export function insertActRows(act: string, from: number, rows: readonly ActRow[]): CompiledQuery<unknown> {
  const staged = json(rows.map(stagedText));
  return sql`insert into act_row (act, position, noun, id, expected, revision, shape, before, after, derived)
    select ${act}, ${from} + key, ${sql.join([0, 1, 2, 3, 4, 5, 6, 7].map((at) => sql`json_extract(value, ${sql.lit(`$[${at}]`)})`))}
    from json_each(${staged})`.compile(sqlite);
}

/** The statement that forgets what is staged from a place on. */
export const deleteActRows = (
  act: string,
  from: number,
  count = Number.MAX_SAFE_INTEGER,
): CompiledQuery<unknown> =>
  sql`delete from act_row where act = ${act} and position >= ${from} and position < ${from} + ${count}`.compile(
    sqlite,
  );

/** Where so many rows come it is quicker to make indexes and counts anew than to keep each of them. */
const MANY = 5_000;

/** The indexes of completions, by name with what makes them. */
async function findIndexes(database: Database): Promise<{ name: string; sql: string }[]> {
  return database.query(
    sql<{ name: string; sql: string }>`select name, sql from sqlite_schema
      where type = 'index' and tbl_name = 'completion' and sql is not null`.compile(sqlite),
  );
}

/** What is said of an act in the log, and who did it. */
export type ActLog = Pick<Change, "at" | "actor" | "level"> & {
  /** How its rows' entries are called. */
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
};

/**
 * The batch that does an act: all that is staged, at once, each row with its entry in the log. It changes nothing and throws
 * ConstraintError where a thing is not as it was when it was staged, or its place has been taken.
 * @param rows how many it has
 */
export async function doAct(database: Database, act: Act, rows: number, log: ActLog): Promise<void> {
  const indexes = rows >= MANY ? await findIndexes(database) : [];
  const counting = rows >= MANY ? await countAtOnce(database) : { first: [], last: [] };
  await database.atomic([
    insertChangeOf(
      { ...log, noun: ACT_NOUN },
      sql`(select id from act where id = ${act.id} and state = 'staging' and not ${isOutdated(act.id)})`,
    ),
    ...indexes.map(({ name }) => CompiledQuery.raw(`drop index "${name}"`)),
    ...counting.first,
    ...(act.kind === "import" ? takeSampleAway(act.id, log.at) : []),
    ...writeRows(act.id),
    ...(act.kind === "undo" && act.of !== null ? bringSampleBack(act.of, log.at) : []),
    ...indexes.map((index) => CompiledQuery.raw(index.sql)),
    ...counting.last,
    logRows(act.id, log),
    sql`update act set state = 'done', ended_at = ${log.at}, last_seq = (select max(seq) from change),
      first_seq = (select max(seq) from change where noun = ${ACT_NOUN} and noun_id = ${act.id})
      where id = ${act.id}`.compile(sqlite),
    ...(act.kind === "undo"
      ? [sql`update act set state = 'undone' where id = ${act.of}`.compile(sqlite)]
      : []),
  ]);
}

/** Whether anything is not as it was when it was staged. */
const isOutdated = (act: string): RawBuilder<unknown> => sql`exists (select 1 from act_row as r
  left join completion as c on r.noun = 'completion' and c.id = r.id
  where r.act = ${act} and (
    r.expected is not case r.noun
      when 'completion' then c.revision
      when 'map' then (select revision from map where id = cast(r.id as integer))
      when 'chimps-start' then (select revision from chimps_start where uuid = r.id)
      when 'balance-change' then (select revision from balance_change where uuid = r.id) end
    or (c.id is not null and (c.pending is not json_extract(r.before, '$.pending')
      or c.deleted_at is not json_extract(r.before, '$.deleted_at')))))`;

function logRows(act: string, { at, actor, action }: ActLog): CompiledQuery<unknown> {
  return sql`insert into change (at, actor, action, noun, noun_id, revision, shape, before, after)
    select ${at}, ${actor}, ${action}, noun, id, revision, shape, before, after
    from act_row where act = ${act} order by position`.compile(sqlite);
}

const kept = (columns: readonly string[]): RawBuilder<unknown> =>
  sql`json_object(${sql.join(columns.map((column) => sql`${sql.lit(column)}, ${sql.ref(column)}`))})`;
const extracted = (from: string, columns: readonly string[], within = "$"): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql`json_extract(${sql.ref(from)}, ${sql.lit(`${within}.${column}`)})`));
const names = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((each) => sql.ref(each)));

const START_COLUMNS = ["uuid", "map_id", "title", "link", "created_at", "sample"];
const SAMPLE_MEDIA = [...MEDIA_COLUMNS, "completion"];

/** The sample goes with the first rows that are real. What goes is kept, for an undo. */
function takeSampleAway(act: string, at: string): CompiledQuery<unknown>[] {
  const keep = (kind: string, columns: readonly string[], from: RawBuilder<unknown>) =>
    sql`insert into act_sample (act, kind, kept) select ${act}, ${kind}, ${kept(columns)} from ${from}`.compile(
      sqlite,
    );
  const ofSample = sql`completion in (select id from completion where sample = 1)`;
  return [
    keep("completion", STORED_COLUMNS, sql`completion where sample = 1 order by seq`),
    keep("media", SAMPLE_MEDIA, sql`media where ${ofSample}`),
    keep("chimps-start", START_COLUMNS, sql`chimps_start where sample = 1`),
    sql`delete from media where ${ofSample}`.compile(sqlite),
    sql`delete from completion where sample = 1`.compile(sqlite),
    ...deleteSampleStarts(at),
  ];
}

/** The statement that logs the completions of the sample that came back. */
function logSampleBack(at: string): CompiledQuery<unknown> {
  const values = [...STATE_COLUMNS, "challenge"].map(
    (name) => sql`${sql.lit(name)}, ${sql.ref(`c.${name}`)}`,
  );
  const media = sql`(select json_group_array(${kept(MEDIA_COLUMNS)}) from media where completion = c.id)`;
  return insertLoadedChanges({
    ...{ noun: "completion", shape: COMPLETION_SHAPE, at },
    states: sql`select c.id, json_object(${sql.join(values)}, 'map', m.name, 'media', json(${media})) as state
      from completion as c join map as m on m.id = c.map_id where c.sample = 1`,
  });
}

/** What the sample's places are still free for comes back. */
function bringSampleBack(act: string, at: string): CompiledQuery<unknown>[] {
  const of = (kind: string) => sql`act_sample where act = ${act} and kind = ${kind}`;
  const isFree = sql`not exists (select 1 from completion as c where c.challenge = json_extract(kept, '$.challenge')
    and c.deleted_at is null and (c.identity = json_extract(kept, '$.identity')
      or (c.og = 1 and json_extract(kept, '$.og') = 1 and c.og_identity = json_extract(kept, '$.og_identity'))))`;
  return [
    sql`create index if not exists act_identity on completion (challenge, identity)`.compile(sqlite),
    sql`create index if not exists act_original on completion (challenge, og_identity)`.compile(sqlite),
    sql`insert into completion (${names(STORED_COLUMNS)}) select ${extracted("kept", STORED_COLUMNS)}
      from ${of("completion")} and ${isFree} order by rowid`.compile(sqlite),
    sql`drop index act_identity`.compile(sqlite),
    sql`drop index act_original`.compile(sqlite),
    sql`insert into media (${names(SAMPLE_MEDIA)}) select ${extracted("kept", SAMPLE_MEDIA)} from ${of("media")}
      and json_extract(kept, '$.completion') in (select id from completion where sample = 1)`.compile(sqlite),
    sql`insert into chimps_start (${names(START_COLUMNS)}) select ${extracted("kept", START_COLUMNS)}
      from ${of("chimps-start")}`.compile(sqlite),
    sqlite.deleteFrom("act_sample").where("act", "=", act).compile(),
    logSampleBack(at),
    logLoadedStarts(at),
  ];
}

/** How a noun's rows are kept: its table, its key there, and the columns by what they are called in the log. */
interface Kept {
  readonly noun: ActNoun;
  readonly table: string;
  readonly key: string;
  /** Column, and its name in the state. */
  readonly columns: readonly (readonly [column: string, name: string])[];
  /** Columns that follow from the state. */
  readonly derived: readonly string[];
}

const same = (columns: readonly string[]) => columns.map((column) => [column, column] as const);
const ofFields = (fields: NounFields) => columnsOf(fields).map(([name, column]) => [column, name] as const);

const KEPT: readonly Kept[] = [
  {
    ...{ noun: "completion", table: "completion", key: "id" },
    columns: same([...STATE_COLUMNS]),
    derived: ["challenge", "words", "updated_at"],
  },
  {
    ...{ noun: "chimps-start", table: "chimps_start", key: "uuid" },
    columns: same(["map_id", "title", "link", "created_at", "sample"]),
    derived: [],
  },
  {
    ...{ noun: "balance-change", table: "balance_change", key: "uuid" },
    columns: [...ofFields(BALANCE_FIELDS), ["version_order", "version_order"], ["created_at", "created_at"]],
    derived: [],
  },
];

/** The statements that write all that is staged of an act. */
function writeRows(act: string): CompiledQuery<unknown>[] {
  const staged = (noun: ActNoun, which: RawBuilder<unknown>) =>
    sql`act_row as r where r.act = ${act} and r.noun = ${noun} and ${which}`;
  const GOES = sql`r.after is null`;
  const COMES = sql`r.before is null and r.after is not null`;
  const CHANGES = sql`r.before is not null and r.after is not null`;
  const STAYS = sql`r.after is not null`;
  const ids = (noun: ActNoun, which: RawBuilder<unknown>) => sql`(select r.id from ${staged(noun, which)})`;
  const numbers = (which: RawBuilder<unknown>) =>
    sql`(select cast(r.id as integer) from ${staged("map", which)})`;
  const values = ({ columns, derived }: Pick<Kept, "columns" | "derived">) =>
    sql.join([
      ...columns.map(([, name]) => sql`json_extract(r.after, ${sql.lit(`$.${name}`)})`),
      ...derived.map((name) => sql`json_extract(r.derived, ${sql.lit(`$.${name}`)})`),
      sql`r.revision`,
    ]);
  const allOf = ({ columns, derived }: Pick<Kept, "columns" | "derived">): string[] => [
    ...[...columns.map(([column]) => column), ...derived, "revision"],
  ];

  const gone = KEPT.map(({ noun, table, key }) =>
    sql`delete from ${sql.table(table)} where ${sql.ref(key)} in ${ids(noun, GOES)}`.compile(sqlite),
  );
  const written = KEPT.flatMap((kept) => {
    const { noun, table, key } = kept;
    return [
      sql`update ${sql.table(table)} set (${names(allOf(kept))}) = (select ${values(kept)}
        from ${staged(noun, sql`r.id = ${sql.ref(`${table}.${key}`)}`)})
        where ${sql.ref(key)} in ${ids(noun, CHANGES)}`.compile(sqlite),
      sql`insert into ${sql.table(table)} (${names([key, ...allOf(kept)])}) select r.id, ${values(kept)}
        from ${staged(noun, COMES)} order by r.position`.compile(sqlite),
    ];
  });
  const map = { columns: ofFields(MAP_FIELDS), derived: ["name_key", "sort_key", "abbreviation_key"] };
  return [
    sql`delete from media where completion in ${ids("completion", sql`(r.after is null or r.before is not null)`)}`.compile(
      sqlite,
    ),
    ...gone,
    // What changes leaves its place before others take theirs.
    sql`update completion set identity = null, og = 0 where id in ${ids("completion", CHANGES)}`.compile(
      sqlite,
    ),
    sql`update map set (${names(allOf(map))}) = (
        select ${values(map)} from ${staged("map", sql`cast(r.id as integer) = map.id`)})
      where id in ${numbers(STAYS)}`.compile(sqlite),
    ...written,
    sql`insert into media (${names(MEDIA_COLUMNS)}, completion)
      select ${extracted("media.value", MEDIA_COLUMNS)}, r.id
      from act_row as r, json_each(r.after, '$.media') as media
      where r.act = ${act} and r.noun = 'completion' and r.after is not null`.compile(sqlite),
    sql`delete from media where map in ${numbers(sql`true`)}`.compile(sqlite),
    sql`insert into media (${names(MEDIA_COLUMNS)}, map)
      select ${extracted("r.after", MEDIA_COLUMNS, "$.picture")}, cast(r.id as integer)
      from ${staged("map", sql`json_extract(r.after, '$.picture') is not null`)}`.compile(sqlite),
    // A map that an act brought, or that was made for what it brought, goes with it.
    sql`delete from map where id in ${numbers(GOES)}`.compile(sqlite),
  ];
}

/** The statement that removes maps that are a name alone, which the index never listed, and that nothing is on any more. */
export const deleteBareMaps = (): CompiledQuery<unknown> =>
  sql`delete from map where difficulty is null and abbreviation is null and deleted_at is null
    and not exists (select 1 from completion where map_id = map.id)
    and not exists (select 1 from chimps_start where map_id = map.id)
    and not exists (select 1 from spelling where map = map.id)
    and not exists (select 1 from media where map = map.id)`.compile(sqlite);

/** What became of a file of a bucket. */
export interface KnownFile {
  readonly source: string;
  readonly bytes: number;
  readonly modifiedAt: string | null;
  /** JSON */
  readonly result: string;
  readonly at: string;
}

/** The files that were taken in from a bucket, or looked at. */
export function knownFiles(database: Database) {
  return {
    findAll: (): Promise<KnownFile[]> =>
      database.query(
        sqlite
          .selectFrom("act_file")
          .select(["source", "bytes", "modified_at as modifiedAt", "result", "at"])
          .compile(),
      ),

    async save({ source, bytes, modifiedAt, result, at }: KnownFile): Promise<void> {
      await database.atomic([
        sql`insert or replace into act_file (source, bytes, modified_at, result, at)
          values (${source}, ${bytes}, ${modifiedAt}, ${result}, ${at})`.compile(sqlite),
      ]);
    },
  };
}

import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { columnsOf, type NounFields } from "../../../domain/nouns/define.ts";
import { BALANCE_FIELDS, MAP_FIELDS } from "../../../domain/nouns/fields.ts";
import { cachedByTags } from "../../../server/cache/bounded-cache.ts";
import { type Database, sqlite, statement } from "../../../server/db/database.ts";
import { MEDIA_COLUMNS } from "../../../server/db/media.ts";
import { NO_TAGS, type Tag } from "../../../server/db/tags.ts";
import { COMMAND_LINE } from "../accounts/repository/accounts.server.ts";
import { deleteSampleStarts } from "../chimps-starts/repository.server.ts";
import { effectsOf } from "../completions/repository/effects.server.ts";
import { type CompletionState, STATE_COLUMNS } from "../completions/repository/stored-completion.server.ts";

/** The noun of the log's entries about an import as a whole, and the action of those of its rows. */
export const IMPORT = "import";

export type ImportedNoun = "map" | "completion" | "chimps-start" | "balance-change";

/** A row that an import writes. `before` and `after` are its states as the log keeps them; null: it does not exist. */
export interface PlannedRow {
  readonly noun: ImportedNoun;
  readonly id: string;
  /** The revision that it must still have; null: it must not be there. */
  readonly expected: number | null;
  readonly revision: number;
  readonly shape: number;
  readonly before: unknown;
  readonly after: unknown;
  /** Columns that follow from the state and are not part of the log. */
  readonly derived: Readonly<Record<string, string | number | null>>;
}

/** A map, with all keys that lead to it. */
export interface KnownMap {
  readonly id: number;
  readonly name: string;
  readonly isListed: boolean;
  readonly nameKey: string;
  readonly abbreviationKey: string | null;
  /** The keys of its other names, former ones among them. */
  readonly formerKeys: readonly string[];
}

/** The place that a completion is to take. */
export interface WantedPlace {
  readonly id: string;
  readonly challenge: string;
  readonly identity: string | null;
  readonly og: number;
  readonly og_identity: string | null;
  readonly pending: string | null;
}

/** What stands in a completion's way; null: nothing. */
export interface FoundPlace {
  readonly id: string;
  /** A verified completion of the same combination. */
  readonly taken: string | null;
  /** The same member's claim of that combination. */
  readonly claimed: string | null;
  /** Another verified original; for a claim, the same member's claim of the original. */
  readonly original: string | null;
}

/** The result of taking in a file from a bucket. */
export interface KnownFile {
  readonly source: string;
  readonly bytes: number;
  readonly modifiedAt: string | null;
  /** JSON */
  readonly result: string;
  readonly at: string;
}

export function importReads(database: Database) {
  const underWayOnce = cachedByTags<string | null>(database);
  const read = <Row>(statement: RawBuilder<Row>, tags: readonly Tag[] = NO_TAGS): Promise<Row[]> =>
    database.query(tags, statement.compile(sqlite));

  return {
    /** The backup from before the import that has begun and not ended; null: none. Cached, since every page asks. */
    findUnderWay: (): Promise<string | null> =>
      underWayOnce("", async () => {
        const [found] = await read(sql<{ backup: string }>`select backup from import_under_way`, ["import"]);
        return found?.backup ?? null;
      }),

    /** Finds every map with all of its names, deleted and unlisted maps included. */
    async findAllMaps(): Promise<KnownMap[]> {
      const rows = await read(sql<
        Omit<KnownMap, "isListed" | "formerKeys"> & { listed: number; former: string }
      >`select id, name, listed, name_key as "nameKey", abbreviation_key as "abbreviationKey",
          (select json_group_array(name_key) from map_name where map = m.id and status <> 'current') as former
          from map as m order by id`);
      return rows.map(({ listed, former, ...map }) => ({
        ...map,
        isListed: listed === 1,
        formerKeys: JSON.parse(former) as string[],
      }));
    },

    /** Finds what stands in the way of these completions, apart from themselves and the sample. */
    findPlaces(places: readonly WantedPlace[]): Promise<FoundPlace[]> {
      const column = (name: string) => sql`value ->> ${sql.lit(`$.${name}`)} as ${sql.ref(name)}`;
      const columns = ["id", "challenge", "identity", "og", "og_identity", "pending"].map(column);
      const other = sql`deleted_at is null and sample = 0 and id <> w.id`;
      return read(sql<FoundPlace>`select w.id,
        (select id from completion where challenge = w.challenge and identity = w.identity
          and pending is null and ${other}) as taken,
        (select id from completion where challenge = w.challenge and identity = w.identity
          and pending = w.pending and ${other}) as claimed,
        (select id from completion where challenge = w.challenge and og_identity = w.og_identity and og = 1 and w.og = 1
          and pending is w.pending and ${other} limit 1) as original
        from (select ${sql.join(columns)} from json_each(${JSON.stringify(places)})) as w`);
    },

    /** Returns which of these completions are of the sample. It gives way to an import, so nothing of it is in the way. */
    async findSample(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await read(sql<{ id: string }>`select id from completion
        where sample = 1 and id in (select value from json_each(${JSON.stringify(ids)}))`);
      return new Set(rows.map(({ id }) => id));
    },

    /** Finds the media keys of all completions outside the sample. */
    async findMediaKeys(): Promise<ReadonlySet<string>> {
      const rows = await read(sql<{ key: string }>`select m.key from media as m
        join completion as c on c.id = m.completion where c.sample = 0`);
      return new Set(rows.map(({ key }) => key));
    },

    /** The files that were taken in from a bucket, or left out by a rule. */
    findFiles: () =>
      read(sql<KnownFile>`select source, bytes, modified_at as "modifiedAt", result, at from import_file`),
  };
}

export const saveFile = ({ source, bytes, modifiedAt, result, at }: KnownFile) =>
  statement`insert or replace into import_file (source, bytes, modified_at, result, at)
    values (${source}, ${bytes}, ${modifiedAt}, ${result}, ${at})`;

/** Sets SQLite's cache of pages, for a command that reads each row once: a site's 64 MB are for readers. */
export const SMALL_CACHE = sql.raw("pragma cache_size = -16384").compile(sqlite);

/** The statement that begins an import, unless one is under way: that goes on. */
export const beginImport = (backup: string, begunAt: string) =>
  statement`insert into import_under_way (id, backup, begun_at, after_seq)
    select 1, ${backup}, ${begunAt}, coalesce((select max(seq) from change), 0) where true
    on conflict do nothing`;

/** The statements that end the import under way. The log says how many rows of each noun it brought, if any. */
export const endImport = (at: string): CompiledQuery<unknown>[] => [
  statement`insert into change (at, actor, actor_level, action, noun, noun_id, after)
    select ${at}, ${COMMAND_LINE}, 'helper', ${IMPORT}, ${IMPORT}, backup, json_group_object(noun, rows)
    from import_under_way join (
      select c.noun, count(*) as rows from import_under_way join change as c on c.seq > after_seq
      where c.action = ${IMPORT} and c.actor = ${COMMAND_LINE} group by c.noun)
    group by backup`,
  sqlite.deleteFrom("import_under_way").compile(),
];

/** How a noun's rows are stored: its table, the key there, and the columns with their names in the log. */
interface Stored {
  readonly table: string;
  readonly key: string;
  /** Each column, and its name in the state. */
  readonly columns: readonly (readonly [column: string, name: string])[];
  readonly derived: readonly string[];
}

const same = (columns: readonly string[]) => columns.map((column) => [column, column] as const);
const ofFields = (fields: NounFields) => columnsOf(fields).map(([name, column]) => [column, name] as const);

const STORED: Readonly<Record<ImportedNoun, Stored>> = {
  map: {
    table: "map",
    key: "id",
    columns: ofFields(MAP_FIELDS),
    derived: ["name_key", "sort_key", "abbreviation_key"],
  },
  completion: {
    table: "completion",
    key: "id",
    columns: same([...STATE_COLUMNS]),
    derived: ["challenge", "words", "updated_at"],
  },
  "chimps-start": {
    table: "chimps_start",
    key: "uuid",
    derived: [],
    columns: same(["map_id", "title", "link", "created_at", "sample"]),
  },
  "balance-change": {
    table: "balance_change",
    key: "uuid",
    derived: [],
    columns: [...ofFields(BALANCE_FIELDS), ...same(["version_order", "created_at"])],
  },
};

const namesOf = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((each) => sql.ref(each)));

/** SQL for the values under these names in JSON. */
const valuesIn = (json: string, columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql`${sql.ref(json)} ->> ${sql.lit(`$.${column}`)}`));

/**
 * The batch that writes rows of one noun, each with its entry in the log. It changes nothing and throws ConstraintError
 * where a row has changed since it was planned, where its place has been taken, or where no import is under way.
 */
export function writeRows(
  noun: ImportedNoun,
  rows: readonly PlannedRow[],
  at: string,
): CompiledQuery<unknown>[] {
  const planned = sql`json_each(${JSON.stringify(rows)}) as r`;
  const of = (name: string) => sql`r.value ->> ${sql.lit(`$.${name}`)}`;
  const id = noun === "map" ? sql`cast(${of("id")} as integer)` : of("id");
  const { table, key, columns, derived } = STORED[noun];
  const here = sql.ref(`${table}.${key}`);
  const isThere = sql`${of("before")} is not null`;
  const ids = (which: RawBuilder<unknown>) => sql`(select ${id} from ${planned} where ${which})`;
  // A map has a row before it is one of the index's: completions may be on it.
  const isUpdate = noun === "map" ? sql`true` : isThere;
  const all = [...columns.map(([column]) => column), ...derived, "revision"];
  const values = sql.join([
    ...columns.map(([, name]) => of(`after.${name}`)),
    ...derived.map((name) => of(`derived.${name}`)),
    of("revision"),
  ]);
  const owner = noun === "map" ? "map" : "completion";
  const files = noun === "map" ? "$.after.picture" : "$.after.media";
  return [
    ...(noun === "completion" ? [displaceSample(planned)] : []),
    ...(noun === "chimps-start" ? deleteSampleStarts(at, ids(sql`true`)) : []),
    statement`insert into change (at, actor, action, noun, noun_id, revision, shape, before, after)
      select ${at}, ${COMMAND_LINE}, ${IMPORT}, ${noun},
        case when exists (select 1 from import_under_way)
          and ${of("expected")} is ${sql.ref(`${table}.revision`)}
          and ${noun === "completion" ? isAsPlanned(of) : sql`true`} then ${of("id")} end,
        ${of("revision")}, ${of("shape")}, nullif(r.value -> '$.before', 'null'), r.value -> '$.after'
      from ${planned} left join ${sql.table(table)} on ${here} = ${id} order by r.key`,
    statement`update ${sql.table(table)} set (${namesOf(all)}) = (${values})
      from ${planned} where ${here} = ${id} and ${isUpdate}`,
    statement`insert into ${sql.table(table)} (${namesOf([key, ...all])}) select ${id}, ${values}
      from ${planned} where not (${isUpdate}) order by r.key`,
    ...(noun === "map" || noun === "completion"
      ? [
          statement`delete from media where ${sql.ref(owner)} in ${ids(isThere)}`,
          statement`insert into media (${namesOf(MEDIA_COLUMNS)}, ${sql.ref(owner)})
            select ${valuesIn("file.value", MEDIA_COLUMNS)}, ${id} from ${planned}, json_each(${
              noun === "map"
                ? sql`json_array(r.value -> ${sql.lit(files)})`
                : sql`r.value -> ${sql.lit(files)}`
            }) as file where file.type = 'object'`,
        ]
      : []),
    ...(noun === "completion"
      ? [
          statement`delete from proof_link where completion in ${ids(isThere)}`,
          statement`insert into proof_link (completion, role, url) select ${id}, ${valuesIn("link.value", ["role", "url"])}
            from ${planned}, json_each(r.value -> '$.after.links') as link`,
          ...effectsOfImported(rows),
        ]
      : []),
  ];
}

/** The statements that follow from what an import makes of completions. */
function effectsOfImported(rows: readonly PlannedRow[]): CompiledQuery<unknown>[] {
  const states = rows as readonly (PlannedRow & {
    readonly before: CompletionState | null;
    readonly after: CompletionState;
  })[];
  return effectsOf(
    states.map(({ id, before, after }) => {
      return { kind: "completion", id, before, after, actor: COMMAND_LINE, action: IMPORT };
    }),
  );
}

/** Whether a completion still waits, or is deleted, as when it was planned: neither moves its revision. */
const isAsPlanned = (of: (name: string) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`completion.pending is ${of("before.pending")} and completion.deleted_at is ${of("before.deleted_at")}`;

/** The statement that deletes the sample's rows whose id or place verified rows take. */
function displaceSample(planned: RawBuilder<unknown>): CompiledQuery<unknown> {
  const of = (name: string) => sql`r.value ->> ${sql.lit(`$.after.${name}`)}`;
  const same = sql`select c.seq from ${planned} cross join completion as c
    where ${of("pending")} is null and c.challenge = ${of("challenge")} and c.deleted_at is null`;
  // Verified rows and claims apart, so that each select uses its own unique index.
  return statement`delete from completion where sample = 1 and seq in (
    select c.seq from ${planned} cross join completion as c where c.id = r.value ->> '$.id'
    union all ${same} and c.identity = ${of("identity")} and c.pending is null
    union all ${same} and c.identity = ${of("identity")} and c.pending is not null
    union all ${same} and c.og_identity = ${of("og_identity")} and ${of("og")} = 1 and c.og = 1 and c.pending is null
    union all ${same} and c.og_identity = ${of("og_identity")} and ${of("og")} = 1 and c.og = 1 and c.pending is not null)`;
}

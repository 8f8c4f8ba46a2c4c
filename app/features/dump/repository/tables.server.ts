import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { SYSTEM } from "../../../../server/db/changes.ts";
import { type Database, LARGEST_TEXT, sqlite, statement } from "../../../../server/db/database.ts";
import type { Schema } from "../../../../server/db/schema.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";
import { COMMAND_LINE } from "../../accounts/repository/accounts.server.ts";

/** The type of a column; with a question mark, the column is nullable. */
export type ColumnType = "text" | "text?" | "integer" | "integer?" | "real" | "real?";

/**
 * Every table whose rows are stored nowhere else; a table comes after those that it refers to. The others, and why they are
 * left out, are in test/moving-out/export.test.ts.
 */
export const EXPORTED = [
  ...["account", "account_identity", "account_log", "account_link", "sign_in_key", "sign_in_record"],
  ...["map", "map_name", "player", "player_name", "completion", "media", "proof_link", "media_release"],
  ...[
    "chimps_start",
    "balance_change",
    "game_version",
    "spelling",
    "tower",
    "message",
    "question",
    "notice",
    "change",
  ],
  ...[
    "import_file",
    "webhook_position",
    "report",
    "proof_proposal",
    "name_request",
    "person",
    "looked_at",
    "canned_reason",
  ],
  ...["wish", "check_exception", "follow", "follow_feed", "erasure", "erased_ban", "challenge_code"],
  ...["partner_answer", "partner_mute"],
  ...["watched_link", "watched_proof", "gone_proof", "kept_copy"],
  // SQLite's own: the highest number that each table has ever assigned, so that none is assigned twice.
  "sqlite_sequence",
] as const satisfies readonly (keyof Schema | "sqlite_sequence")[];
type ExportedName = (typeof EXPORTED)[number];

/** What every export has; what else one lacks is from before there was such a table. */
export const IN_EVERY_EXPORT = [
  ...["account", "account_log", "map", "player", "player_name", "completion", "media", "change"],
] as const satisfies readonly ExportedName[];

/** What would let somebody sign in, exported only on request: these columns of a table, or all of them. */
const SECRET: Readonly<Partial<Record<ExportedName, "all" | readonly string[]>>> = {
  account: ["password_hash", "factor_secret", "recovery_codes"],
  account_link: "all",
  person: ["secret"],
  sign_in_key: "all",
  sign_in_record: "all",
};

/** A table that an export holds. */
export interface ExportedTable {
  readonly name: ExportedName;
  /** Rows are exported in this order, and keep it when they are read back. */
  readonly key: readonly string[];
  /** All columns but generated ones. */
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** Those that every row has to bring: they may not be null, and have no default. */
  readonly needed: readonly string[];
}

/** Returns the tables that an export holds, as the database has them. */
export async function findExported(database: Database): Promise<readonly ExportedTable[]> {
  const found = await database.query(
    NO_TAGS,
    statement<{
      table: ExportedName;
      name: string;
      type: string;
      mayBeNull: number;
      hasDefault: number;
      place: number;
    }>`
      select t.value as "table", c.name, lower(c.type) as type, c.pk as place,
        c."notnull" = 0 and c.pk = 0 as "mayBeNull", c.dflt_value is not null as "hasDefault"
      from json_each(${JSON.stringify(EXPORTED)}) as t join pragma_table_xinfo(t.value) as c
      where c.hidden = 0 order by t.key, c.cid`,
  );
  return Array.from(
    Map.groupBy(found, ({ table }) => table),
    ([name, columns]) => {
      if (name === "sqlite_sequence")
        return {
          name,
          key: ["name"],
          columns: { name: "text", seq: "integer" },
          needed: ["name", "seq"],
        };
      const key = columns.filter(({ place }) => place > 0).sort((one, other) => one.place - other.place);
      const types = columns.map((each) => [each.name, `${each.type}${each.mayBeNull ? "?" : ""}`] as const);
      return {
        name,
        key: key.map((each) => each.name),
        columns: Object.fromEntries(types) as ExportedTable["columns"],
        needed: columns.flatMap((each) => (each.mayBeNull || each.hasDefault ? [] : each.name)),
      };
    },
  );
}

export type ExportedValue = string | number | null;
export type ExportedRow = Readonly<Record<string, ExportedValue>>;

/** Whether a column is exported only on request. */
export const isSecret = ({ name }: ExportedTable, column: string): boolean =>
  SECRET[name] === "all" || SECRET[name]?.includes(column) === true;

const refs = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)));

/** sqlite_sequence also has a row for the table of migrations, which is not part of an index, and one of 0 where no row has been. */
const isOfIndex = (name: string): RawBuilder<unknown> =>
  name === "sqlite_sequence" ? sql`name <> 'd1_migrations' and seq > 0` : sql`true`;

/** Yields the rows of a table in the order of its key, so many at a time. */
export async function* readExported(
  database: Database,
  { name, key }: Pick<ExportedTable, "key"> & { readonly name: string },
  columns: readonly string[],
  count: number,
): AsyncGenerator<readonly ExportedRow[]> {
  let behind = sql`true`;
  for (;;) {
    const rows = await database.query(
      NO_TAGS,
      statement<ExportedRow>`select ${refs(columns)} from ${sql.table(name)}
        where ${behind} and ${isOfIndex(name)} order by ${refs(key)} limit ${count}`,
    );
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < count) return;
    behind = sql`(${refs(key)}) > (${sql.join(key.map((column) => last[column]))})`;
  }
}

/** Counts the rows of a table that an export holds. */
export async function countExported(database: Database, exported: ExportedTable): Promise<number> {
  const [row] = await database.query(
    NO_TAGS,
    statement<{ count: number }>`select count(*) as count from ${sql.table(exported.name)}
      where ${isOfIndex(exported.name)}`,
  );
  return row?.count ?? 0;
}

/**
 * The statements that write rows as they were. Rows go together as JSON, as one parameter however many they are.
 * SQLite's JSON ends a text at a zero character, so a row that has one goes by itself, value by value.
 */
export function insertExported(
  { name }: ExportedTable,
  columns: readonly string[],
  rows: readonly ExportedRow[],
): CompiledQuery<unknown>[] {
  const into = sql`insert into ${sql.table(name)} (${refs(columns)})`;
  const values = columns.map((column) => sql`value ->> ${sql.lit(`$."${column}"`)}`);
  const statements: CompiledQuery<unknown>[] = [];
  let together: string[] = [];
  let length = 0;
  function flush(): void {
    if (together.length > 0)
      statements.push(
        statement`${into} select ${sql.join(values)} from json_each(${`[${together.join()}]`}) order by key`,
      );
    together = [];
    length = 0;
  }
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (text.includes("\\u0000")) {
      flush();
      statements.push(statement`${into} values (${sql.join(columns.map((column) => row[column] ?? null))})`);
      continue;
    }
    if (length + text.length > LARGEST_TEXT) flush();
    together.push(text);
    length += text.length;
  }
  flush();
  return statements;
}

/**
 * The statements that empty tables before exported rows replace theirs, referring tables first, along with what is
 * derived from them. The versions of sources stay: no answer cached before may ever pass for current.
 */
export function emptyExported(tables: readonly ExportedName[]): CompiledQuery<unknown>[] {
  const derived = [
    ...[
      "rendered_notes",
      "code_check",
      "picture",
      "picture_match",
      "completion_tower",
      "completion_player",
      "tower_use",
      "completion_without_proof",
    ],
    ...["player_map_count", "player_count", "player_total", "month_count"],
    ...["tower_count", "completion_count", "challenge_count", "combination_count"],
  ];
  const own = tables.filter((name) => name !== "sqlite_sequence");
  // In reverse, since later tables refer to earlier ones; the log goes last because triggers write to it.
  const order = [...own.toReversed().filter((name) => name !== "change"), "change"];
  const at = order.indexOf("completion") + 1;
  return [...order.slice(0, at), ...derived, ...order.slice(at)].map(
    (name) => statement`delete from ${sql.table(name)}`,
  );
}

/** Tables that triggers fill by themselves: emptied before the exported rows are written. */
export const FILLED_BY_TRIGGERS: readonly ExportedName[] = ["map_name", "media_release", "sqlite_sequence"];

/** The statement that empties such a table. */
export const clearFilled = (exported: ExportedTable) =>
  statement`delete from ${sql.table(exported.name)} where ${isOfIndex(exported.name)}`;

/** What was written to this index by anybody but the index itself. */
export interface WrittenBy {
  /** Entries of people and of imports in the change log. */
  readonly changes: number;
  /** People's entries in the accounts' log. */
  readonly accountChanges: number;
}

const CHANGES = sql<number>`(select count(*) from change where actor <> ${SYSTEM})`;
const ACCOUNT_CHANGES = sql<number>`(select count(*) from account_log where actor not in (${SYSTEM}, ${COMMAND_LINE}))`;

/**
 * Counts what people have done here: facts, the sample and the first administrator come without them. While an export
 * is only partly read in, nothing counts as theirs.
 */
export async function writtenBy(database: Database): Promise<WrittenBy> {
  const nothing = { changes: 0, accountChanges: 0 };
  if ((await findRestoration(database)) !== null) return nothing;
  const [row] = await database.query(
    NO_TAGS,
    statement<WrittenBy>`select ${CHANGES} as changes, ${ACCOUNT_CHANGES} as "accountChanges"`,
  );
  return row ?? nothing;
}

/** Returns when the export was made that is replacing everything here and is not complete yet; null: there is none. */
export async function findRestoration(database: Database): Promise<string | null> {
  const [row] = await database.query(NO_TAGS, sqlite.selectFrom("restoration").select("made_at").compile());
  return row?.made_at ?? null;
}

/** Begins to replace everything with an export made at that time. False: people have written here. */
export async function beginRestoration(database: Database, madeAt: string): Promise<boolean> {
  const [rows] = await database.atomic([
    statement`insert into restoration (id, made_at) select 1, ${madeAt}
      where exists (select 1 from restoration) or ${CHANGES} + ${ACCOUNT_CHANGES} = 0
      on conflict (id) do update set made_at = excluded.made_at returning id`,
  ]);
  return rows?.length === 1;
}

/** Records that the export has been read in completely. */
export async function endRestoration(database: Database): Promise<void> {
  await database.atomic([sqlite.deleteFrom("restoration").compile()]);
}

/** Returns the last number of each log: when one has moved, something was written. */
export async function lastOfLogs(database: Database): Promise<{ change: number; accountLog: number }> {
  const [row] = await database.query(
    NO_TAGS,
    statement<{
      change: number;
      accountLog: number;
    }>`select coalesce((select max(seq) from change), 0) as change,
      coalesce((select max(seq) from account_log), 0) as "accountLog"`,
  );
  return row ?? { change: 0, accountLog: 0 };
}

/** The hashes of blobs that rows name, and of those that an undo may need; each once. */
// D1 takes five terms.
const BLOBS = sql`(select hash from media union select thumbnail from media where thumbnail is not null
  union select hash from media_release union select hash from proposed_blob union select hash from copied_blob)`;

export async function countBlobs(database: Database): Promise<number> {
  const [row] = await database.query(
    NO_TAGS,
    statement<{ count: number }>`select count(*) as count from ${BLOBS}`,
  );
  return row?.count ?? 0;
}

/** Lists the blobs that rows name or an undo may need, after a hash; each once, in the order of hashes. */
export async function readBlobNames(database: Database, after: string, count: number): Promise<string[]> {
  const rows = await database.query(
    NO_TAGS,
    statement<{
      hash: string;
    }>`select hash from ${BLOBS} where hash > ${after} order by hash limit ${count}`,
  );
  return rows.map(({ hash }) => hash);
}

import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { SYSTEM } from "../../../../server/db/changes.ts";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import type { Schema } from "../../../../server/db/schema.ts";
import { PRIVATE } from "../../../../server/db/tags.ts";
import { COMMAND_LINE } from "../../accounts/repository/accounts.server.ts";

/** The type of a column; with a question mark, the column is nullable. */
export type ColumnType = "text" | "text?" | "integer" | "integer?" | "real" | "real?";

/** SQLite's own table: the highest number that each table has ever assigned, so that none is assigned twice. */
type Sequence = "sqlite_sequence";

/** A table that an export holds. */
export interface ExportedTable {
  readonly name: keyof Schema | Sequence;
  /** Rows are exported in this order, and keep it when they are read back. */
  readonly key: readonly string[];
  /** All columns but generated ones. */
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** Columns that would let somebody sign in, exported only on request. True: the whole table. */
  readonly secret: true | readonly string[];
}

function table(
  name: ExportedTable["name"],
  key: readonly string[],
  columns: ExportedTable["columns"],
  secret: ExportedTable["secret"] = [],
): ExportedTable {
  return { name, key, columns, secret };
}

/** Every table whose rows are kept nowhere else; a table comes after those that it refers to. */
export const EXPORTED: readonly ExportedTable[] = [
  table(
    "account",
    ["id"],
    {
      ...{ id: "text", email: "text", email_key: "text", email_verified_at: "text?", password_hash: "text?" },
      ...{ password_generated: "integer", display_name: "text?", roles: "text", blocked_at: "text?" },
      ...{ name_key: "text?", name_public: "integer" },
      ...{ created_at: "text", signed_in_at: "text?" },
    },
    ["password_hash"],
  ),
  table("account_identity", ["issuer", "subject"], { issuer: "text", subject: "text", account: "text" }),
  table("account_log", ["seq"], {
    ...{ seq: "integer", at: "text", actor: "text", action: "text", account: "text", details: "text?" },
  }),
  table(
    "account_link",
    ["secret_hash"],
    {
      ...{ secret_hash: "text", purpose: "text", account: "text?", email: "text?", created_at: "text" },
      ...{ expires_at: "text", roles: "text", invited_by: "text?", withdrawn_at: "text?" },
    },
    true,
  ),
  table("sign_in_key", ["id"], { id: "text", use: "text", secret: "text", created_at: "text" }, true),
  table(
    "sign_in_record",
    ["model", "id"],
    {
      ...{ model: "text", id: "text", payload: "text", expires_at: "integer?", consumed_at: "integer?" },
      ...{ grant_id: "text?", uid: "text?", account: "text?", holder: "text?" },
    },
    true,
  ),
  table("map", ["id"], {
    ...{ id: "integer", name: "text", name_key: "text", sort_key: "text", abbreviation: "text?" },
    ...{ abbreviation_key: "text?", difficulty: "text?", version: "text?", has_los: "integer?" },
    ...{ has_water: "integer?", length: "real?", length_notes: "text", num_entrances: "integer?" },
    ...{ num_exits: "integer?", num_objects: "integer?", removal_cost: "text?", removal_cost_notes: "text" },
    ...{ misc_notes: "text", revision: "integer", deleted_at: "text?" },
  }),
  table("map_name", ["seq"], {
    ...{ seq: "integer", name_key: "text", map: "integer", name: "text", status: "text" },
  }),
  table("player", ["id"], { id: "integer", origin_key: "text" }),
  table("player_name", ["id"], {
    ...{ id: "integer", name_key: "text", sort_key: "text", player: "integer", status: "text" },
  }),
  table("completion", ["seq"], {
    ...{ seq: "integer", id: "text", challenge: "text", map_id: "integer", towers: "text", upgrades: "text" },
    ...{ people: "text", people_keys: "text", people_sort_keys: "text", words: "text", money: "integer?" },
    ...{
      completion_type: "text?",
      og: "integer",
      version: "text?",
      version_order: "integer?",
      date: "text?",
    },
    ...{ notes: "text", link: "text?", pending: "text?", submitted_by: "text?", created_at: "text" },
    ...{ updated_at: "text", verified_by: "text?", verified_at: "text?", deleted_at: "text?" },
    ...{
      rejection: "text?",
      revision: "integer",
      sample: "integer",
      identity: "text?",
      og_identity: "text?",
    },
    ...{ record_amount: "integer?", challenge_code: "text?" },
  }),
  table("media", ["key"], {
    ...{ key: "text", hash: "text", content_type: "text", bytes: "integer", created_at: "text" },
    ...{ thumbnail: "text?", role: "text?", completion: "text?", map: "integer?" },
  }),
  table("proof_link", ["completion", "role"], { completion: "text", role: "text", url: "text" }),
  table("media_release", ["hash"], { hash: "text", at: "text" }),
  table("chimps_start", ["uuid"], {
    ...{ uuid: "text", map_id: "integer", title: "text", link: "text", created_at: "text" },
    ...{ revision: "integer", sample: "integer" },
  }),
  table("balance_change", ["uuid"], {
    ...{ uuid: "text", tower: "text", version: "text", version_order: "integer", change: "text" },
    ...{ nature: "text", created_at: "text", revision: "integer" },
  }),
  table("spelling", ["id"], {
    ...{ id: "integer", spelling: "text", spelling_key: "text", tower: "text?", map: "integer?" },
    ...{ revision: "integer", seeded: "integer" },
  }),
  table("message", ["id"], {
    ...{ id: "text", completion: "text", revision: "integer", at: "text", author: "text", side: "text" },
    ...{ private: "integer", kind: "text", body: "text" },
  }),
  table("question", ["completion"], {
    ...{ completion: "text", asked_by: "text", asked_at: "text", until: "text", answered_at: "text?" },
  }),
  table("notice", ["id"], {
    ...{ id: "text", person: "text", kind: "text", cause: "text", completion: "text", data: "text" },
    ...{ at: "text", seen_at: "text?" },
  }),
  table("change", ["seq"], {
    ...{ seq: "integer", at: "text", actor: "text", actor_level: "text?", action: "text", noun: "text" },
    ...{ noun_id: "text", revision: "integer?", shape: "integer", before: "text?", after: "text?" },
    act: "text?",
  }),
  table("import_file", ["source"], {
    ...{ source: "text", bytes: "integer", modified_at: "text?", result: "text", at: "text" },
  }),
  table("webhook_position", ["receiver"], {
    ...{ receiver: "text", seq: "integer", attempts: "integer", refusals: "integer", next_at: "text?" },
    ...{ last_error: "text?", leased_until: "text?" },
  }),
  table("report", ["id"], {
    ...{ id: "text", completion: "text", reporter: "text", reason: "text", link: "text?", at: "text" },
    ...{ closed_at: "text?", closed_by: "text?", outcome: "text?" },
  }),
  table("sqlite_sequence", ["name"], { name: "text", seq: "integer" }),
];

/** Every other table, and why it is not exported. */
export const NOT_EXPORTED: Readonly<Record<Exclude<keyof Schema, ExportedTable["name"]>, string>> &
  Readonly<Record<string, string>> = {
  source: "derived: triggers move it",
  completion_move: "passing: whose the last moves of completions were",
  completion_tower: "derived: triggers fill it",
  completion_player: "derived: triggers fill it",
  completion_search: "derived: triggers fill it",
  challenge_count: "derived: triggers count",
  combination_count: "derived: triggers count",
  completion_count: "derived: triggers count",
  tower_count: "derived: triggers count",
  player_map_count: "derived: triggers count",
  player_count: "derived: triggers count",
  completion_to_renew: "passing: which completions get new keys at the next start",
  player_name_to_renew: "passing: which names get new keys at the next start",
  rendered_notes: "derived: made when somebody asks",
  submission: "passing: what a press of a button came to, for a day",
  attempt: "passing: how often somebody has tried lately",
  review: "passing: who is looking at what waits, for a quarter of an hour",
  review_skip: "passing: what a helper put off for a day",
  import_under_way: "passing: that an import has begun and not ended",
  restoration: "passing: that an export is being put in the place of everything",
  dump: "passing: which public dumps this site has, whose files stand beside the database",
  d1_migrations: "the database's own: which migrations it has had",
};

export type ExportedValue = string | number | null;
export type ExportedRow = Readonly<Record<string, ExportedValue>>;

/** Returns the columns of a table that an export holds; none: the whole table is left out. */
export function columnsExported(
  { columns, secret }: ExportedTable,
  withSecrets: boolean,
): Readonly<Record<string, ColumnType>> {
  if (withSecrets) return columns;
  if (secret === true) return {};
  return Object.fromEntries(Object.entries(columns).filter(([name]) => !secret.includes(name)));
}

const refs = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)));

/** sqlite_sequence also has a row for the table of migrations, which is not part of an index. */
const isOfIndex = ({ name }: ExportedTable): RawBuilder<unknown> =>
  name === "sqlite_sequence" ? sql`name <> 'd1_migrations'` : sql`true`;

/** A page of a table in the order of its key, and the key where it ended. `next` is null on the last page. */
export interface ExportedPage {
  readonly rows: readonly ExportedRow[];
  readonly next: readonly ExportedValue[] | null;
}

/** Reads the rows of a table after a key. The work is bounded, however many rows there are. */
export async function readExportedPage(
  database: Database,
  exported: ExportedTable,
  columns: readonly string[],
  after: readonly ExportedValue[] | null,
  count: number,
): Promise<ExportedPage> {
  const { name, key } = exported;
  const place = key.map((_, at) => `key ${at}`);
  const behind = after ? sql`(${refs(key)}) > (${sql.join([...after])})` : sql`true`;
  const found = await database.query(
    PRIVATE,
    sql<Record<string, ExportedValue>>`select ${refs(columns)},
      ${sql.join(key.map((column, at) => sql`${sql.ref(column)} as ${sql.ref(place[at] ?? "")}`))}
      from ${sql.table(name)} where ${behind} and ${isOfIndex(exported)} order by ${refs(key)} limit ${count}`.compile(
      sqlite,
    ),
  );
  const last = found.length === count ? found.at(-1) : undefined;
  return {
    rows: found.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))),
    next: last ? place.map((each) => last[each] ?? null) : null,
  };
}

/** Counts the rows of a table that an export holds. */
export async function countExported(database: Database, exported: ExportedTable): Promise<number> {
  const [row] = await database.query(
    PRIVATE,
    sql<{ count: number }>`select count(*) as count from ${sql.table(exported.name)}
      where ${isOfIndex(exported)}`.compile(sqlite),
  );
  return row?.count ?? 0;
}

/** Largest JSON of rows in one statement, in characters; D1 accepts a text of 2 MB. */
const LARGEST_TEXT = 400_000;

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
  function settle(): void {
    if (together.length > 0)
      statements.push(
        sql`${into} select ${sql.join(values)} from json_each(${`[${together.join()}]`}) order by key`.compile(
          sqlite,
        ),
      );
    together = [];
    length = 0;
  }
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (text.includes("\\u0000")) {
      settle();
      statements.push(
        sql`${into} values (${sql.join(columns.map((column) => row[column] ?? null))})`.compile(sqlite),
      );
      continue;
    }
    if (length + text.length > LARGEST_TEXT) settle();
    together.push(text);
    length += text.length;
  }
  settle();
  return statements;
}

/**
 * The statements that empty tables before exported rows replace theirs, referring tables first, along with what is
 * derived from them. The versions of sources stay: no answer cached before may ever pass for current again.
 */
export function emptyExported(tables: readonly ExportedTable[]): CompiledQuery<unknown>[] {
  const derived = [
    ...["rendered_notes", "completion_tower", "completion_player"],
    ...["player_map_count", "player_count", "tower_count", "completion_count", "challenge_count"],
    "combination_count",
  ];
  const own = tables.filter(({ name }) => name !== "sqlite_sequence").map(({ name }) => name);
  // In reverse, since later tables refer to earlier ones; the log goes last because triggers write to it.
  const order = [...own.toReversed().filter((name) => name !== "change"), "change"];
  const at = order.indexOf("completion") + 1;
  return [...order.slice(0, at), ...derived, ...order.slice(at)].map((name) =>
    sql`delete from ${sql.table(name)}`.compile(sqlite),
  );
}

/** Tables that triggers fill by themselves: emptied before the exported rows are written. */
export const FILLED_BY_TRIGGERS: readonly ExportedTable["name"][] = [
  "map_name",
  "media_release",
  "sqlite_sequence",
];

/** The statement that empties such a table. */
export const clearFilled = (exported: ExportedTable): CompiledQuery<unknown> =>
  sql`delete from ${sql.table(exported.name)} where ${isOfIndex(exported)}`.compile(sqlite);

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
    PRIVATE,
    sql<WrittenBy>`select ${CHANGES} as changes, ${ACCOUNT_CHANGES} as "accountChanges"`.compile(sqlite),
  );
  return row ?? nothing;
}

/** Returns when the export was made that is replacing everything here and is not complete yet; null: there is none. */
export async function findRestoration(database: Database): Promise<string | null> {
  const [row] = await database.query(PRIVATE, sqlite.selectFrom("restoration").select("made_at").compile());
  return row?.made_at ?? null;
}

/** Begins to replace everything with an export made at that time. False: people have written here. */
export async function beginRestoration(database: Database, madeAt: string): Promise<boolean> {
  const [rows] = await database.atomic([
    sql`insert into restoration (id, made_at) select 1, ${madeAt}
      where exists (select 1 from restoration) or ${CHANGES} + ${ACCOUNT_CHANGES} = 0
      on conflict (id) do update set made_at = excluded.made_at returning id`.compile(sqlite),
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
    PRIVATE,
    sql<{ change: number; accountLog: number }>`select coalesce((select max(seq) from change), 0) as change,
      coalesce((select max(seq) from account_log), 0) as "accountLog"`.compile(sqlite),
  );
  return row ?? { change: 0, accountLog: 0 };
}

/** The hashes of blobs that rows name, and of those that an undo may need; each once. */
const BLOBS = sql`(select hash from media union select thumbnail from media where thumbnail is not null
  union select hash from media_release)`;

/** Counts the blobs that an export names. */
export async function countBlobs(database: Database): Promise<number> {
  const [row] = await database.query(
    PRIVATE,
    sql<{ count: number }>`select count(*) as count from ${BLOBS}`.compile(sqlite),
  );
  return row?.count ?? 0;
}

/** Lists the blobs that rows name or an undo may need, after a hash; each once, in the order of hashes. */
export async function readBlobNames(database: Database, after: string, count: number): Promise<string[]> {
  const rows = await database.query(
    PRIVATE,
    sql<{
      hash: string;
    }>`select hash from ${BLOBS} where hash > ${after} order by hash limit ${count}`.compile(sqlite),
  );
  return rows.map(({ hash }) => hash);
}

import { type Database, statement } from "../../../../server/db/database.ts";
import { makeFindable } from "../../../../server/db/load-at-once.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";
import { type ExportedValue, readExported } from "./tables.server.ts";

/** Rows that are read at a time. */
const AT_ONCE = 500;

/** The longest text of a row's own statement, in characters: D1 takes a statement of 100,000 bytes. */
const PIECE = 6_000;

/** All columns but generated ones, by table. The search index is made anew; SQLite's statistics are each engine's own. */
const COLUMNS = statement<{ table: string; name: string; place: number }>`
  select t.name as "table", c.name, c.pk as place from pragma_table_list as t join pragma_table_xinfo(t.name) as c
  where t.schema = 'main' and t.type = 'table' and c.hidden = 0
    and t.name not in ('d1_migrations', 'sqlite_schema') and t.name not like 'sqlite_stat_'
  order by t.name, c.cid`;

const TRIGGERS = statement<{ name: string; sql: string }>`
  select name, sql from sqlite_schema where type = 'trigger' order by rowid`;

const quoted = (name: string): string => `"${name}"`;

function literal(value: ExportedValue): string {
  if (typeof value !== "string") return String(value);
  // SQL ends a text at a zero character.
  if (value.includes("\0")) return `cast(x'${Buffer.from(value).toString("hex")}' as text)`;
  return `'${value.replaceAll("'", "''")}'`;
}

/**
 * Yields statements that put all rows of a database, with what triggers derived from them, in the place of those of a D1
 * database that has the same migrations and is not served yet: for `wrangler d1 execute --file`.
 */
export async function* sqlForD1(database: Database): AsyncGenerator<string> {
  const triggers = await database.query(NO_TAGS, TRIGGERS);
  const tables = Map.groupBy(await database.query(NO_TAGS, COLUMNS), ({ table }) => table);
  let pieces = 0;
  /** Yields statements that store what is too long for one, and returns an expression for the value. */
  function* expressionOf(value: ExportedValue): Generator<string, string> {
    if (typeof value !== "string" || value.length <= PIECE) return literal(value);
    const first = pieces + 1;
    for (const [piece] of value.matchAll(new RegExp(`[^]{1,${PIECE}}`, "gu"))) {
      pieces += 1;
      yield `insert into piece values (${pieces}, ${literal(piece)});`;
    }
    return `(select group_concat(text, '' order by number) from piece where number between ${first} and ${pieces})`;
  }

  yield "pragma defer_foreign_keys = on;";
  yield "create table piece (number integer primary key, text text);";
  yield* triggers.map(({ name }) => `drop trigger ${quoted(name)};`);
  for (const [name, all] of tables) {
    const columns = all.map((column) => column.name);
    const key = all.filter(({ place }) => place > 0).sort((one, other) => one.place - other.place);
    const order = key.length > 0 ? key.map((column) => column.name) : ["name"];
    yield `delete from ${quoted(name)}${name === "sqlite_sequence" ? " where name <> 'd1_migrations'" : ""};`;
    for await (const rows of readExported(database, { name, key: order }, columns, AT_ONCE))
      for (const row of rows) {
        const values: string[] = [];
        for (const column of columns) values.push(yield* expressionOf(row[column] ?? null));
        yield `insert into ${quoted(name)} (${columns.map(quoted).join()}) values (${values.join()});`;
      }
  }
  yield* makeFindable().map(({ sql }) => `${sql};`);
  yield "drop table piece;";
  yield* triggers.map(({ sql }) => `${sql};`);
}

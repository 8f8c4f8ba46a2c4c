import { type CompiledQuery, sql } from "kysely";
import { sqlite } from "./database.ts";

/** One object of a database's schema. */
interface SchemaObject {
  /** The table that it belongs to: itself, if it is one. */
  readonly table: string;
  /** What made it, without comments and white space. */
  readonly sql: string;
}

/** The schema of a database: its objects by type and name, such as "trigger player_named". */
export type SchemaObjects = Readonly<Record<string, SchemaObject>>;

/** A row of `schemaStatement`. */
export interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string;
}

/**
 * The statement that reads a database's schema: what migrations make, without what the engine makes by itself (indexes
 * of constraints, statistics, the tables behind a search index, which it alone quotes like texts).
 */
export const schemaStatement = (): CompiledQuery<SchemaRow> =>
  sql<SchemaRow>`
    select type, name, tbl_name, sql from sqlite_schema
    where sql is not null and sql not like 'create table ''%' and name not like 'sqlite_%' and name <> 'd1_migrations'
    order by type, name`.compile(sqlite);

/** Texts and quoted names, which stay as they are; comments and white space, which mean nothing. */
const TOKEN = /'[^']*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|\s+/g;

const withoutSpace = (statement: string): string =>
  statement.replace(TOKEN, (token) => (/^['"]/.test(token) ? token : ""));

/** Makes a schema of the rows of `schemaStatement`. */
export const schemaOf = (rows: readonly SchemaRow[]): SchemaObjects =>
  Object.fromEntries(
    rows.map(({ type, name, tbl_name, sql }) => [
      `${type} ${name}`,
      { table: tbl_name, sql: withoutSpace(sql) },
    ]),
  );

/** Whether an object that is not ours changes what writes to its table do. */
const actsOnWrites = (name: string, { sql }: SchemaObject): boolean =>
  name.startsWith("trigger ") || /^createunique/i.test(sql);

/**
 * Compares a database's schema with the one that the migrations make. Tables of other programs are left out, and so are
 * indexes that somebody added.
 *
 * @returns what is the first difference, such as "the table erased_ban is missing"; null: none
 */
export function findMisfit(found: SchemaObjects, expected: SchemaObjects): string | null {
  for (const [name, { sql }] of Object.entries(expected)) {
    if (found[name] === undefined) return `the ${name} is missing`;
    if (found[name].sql !== sql) return `the ${name} is another one`;
  }
  const ours = new Set(Object.values(expected).map(({ table }) => table));
  const added = Object.entries(found).find(
    ([name, object]) => expected[name] === undefined && ours.has(object.table) && actsOnWrites(name, object),
  );
  return added === undefined ? null : `the ${added[0]} is not one of the site's`;
}

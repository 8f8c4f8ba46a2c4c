import { type RawBuilder, sql } from "kysely";
import { columnsOf, type NounFields } from "../../domain/nouns/define.ts";

/** Selects the columns of a definition, each under its field's wire name. */
export const selectionOf = (table: string, fields: NounFields) =>
  columnsOf(fields).map(([name, column]) => sql.ref<unknown>(`${table}.${column}`).as(name));

/** Returns SQL for a JSON object of a row's values under their fields' wire names, and of the values in `more`. */
export function jsonOf(
  table: string,
  fields: NounFields,
  more: Readonly<Record<string, RawBuilder<unknown>>> = {},
): RawBuilder<string> {
  const own = columnsOf(fields).map(([name, column]) => [name, sql.ref(`${table}.${column}`)] as const);
  return sql`json_object(${sql.join([...own, ...Object.entries(more)].flatMap(([name, value]) => [sql.lit(name), value]))})`;
}

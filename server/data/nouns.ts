import { type RawBuilder, sql } from "kysely";
import { columnsOf, type NounFields } from "../../nouns/define.ts";

/** The columns of a definition, each under its field's wire name. */
export const selectionOf = (table: string, fields: NounFields) =>
  columnsOf(fields).map(([name, column]) => sql.ref<unknown>(`${table}.${column}`).as(name));

/** The values of a row under their fields' wire names, and whatever else is to stand beside them, as JSON. */
export function jsonOf(
  table: string,
  fields: NounFields,
  more: Readonly<Record<string, RawBuilder<unknown>>> = {},
): RawBuilder<string> {
  const own = columnsOf(fields).map(([name, column]) => [name, sql.ref(`${table}.${column}`)] as const);
  return sql`json_object(${sql.join([...own, ...Object.entries(more)].flatMap(([name, value]) => [sql.lit(name), value]))})`;
}

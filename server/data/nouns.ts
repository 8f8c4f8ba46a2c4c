import { sql } from "kysely";
import { columnsOf, type NounFields } from "../../nouns/define.ts";

/** The columns of a definition, each under its field's wire name. */
export const selectionOf = (table: string, fields: NounFields) =>
  columnsOf(fields).map(([name, column]) => sql.ref<unknown>(`${table}.${column}`).as(name));

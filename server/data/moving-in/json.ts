import { type RawBuilder, sql } from "kysely";

export const json = (value: unknown): string => JSON.stringify(value);

/** Columns as one JSON object. */
export const kept = (columns: readonly string[]): RawBuilder<unknown> =>
  sql`json_object(${sql.join(columns.map((column) => sql`${sql.lit(column)}, ${sql.ref(column)}`))})`;

/** What stands under these names in a column of JSON. */
export const extracted = (from: string, columns: readonly string[], within = "$"): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql`json_extract(${sql.ref(from)}, ${sql.lit(`${within}.${column}`)})`));

export const names = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((each) => sql.ref(each)));

import { type RawBuilder, sql } from "kysely";

export const json = (value: unknown): string => JSON.stringify(value);

/** Returns SQL for a JSON object of columns. */
export const kept = (columns: readonly string[]): RawBuilder<unknown> =>
  sql`json_object(${sql.join(columns.map((column) => sql`${sql.lit(column)}, ${sql.ref(column)}`))})`;

/** Returns SQL for the values under these names in a JSON column. */
export const extracted = (from: string, columns: readonly string[], within = "$"): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql`json_extract(${sql.ref(from)}, ${sql.lit(`${within}.${column}`)})`));

export const names = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((each) => sql.ref(each)));

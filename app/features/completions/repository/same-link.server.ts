import { type RawBuilder, sql } from "kysely";

/** Whether two links, each a column or a text as it is stored, lead to the same. */
export const sameLink = (column: RawBuilder<unknown>, link: unknown): RawBuilder<number> =>
  sql`${column} = ${link}`;

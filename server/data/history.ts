import { type CompiledQuery, sql } from "kysely";
import { type Database, sqlite } from "./database.ts";

/** An entry of the log as it stands there. */
export interface LoggedChange {
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  readonly level: string | null;
  readonly action: string;
  readonly noun: string;
  readonly id: string;
  /** What the noun was and became, parsed; null: it was not there. */
  readonly before: unknown;
  readonly after: unknown;
}

interface Row extends Omit<LoggedChange, "before" | "after"> {
  readonly before: string | null;
  readonly after: string | null;
}

const parse = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

/** Reads of the change log. */
export function historyReads(database: Database) {
  const columns = [
    ...(["seq", "at", "actor", "actor_level as level", "action", "noun"] as const),
    ...(["noun_id as id", "before", "after"] as const),
  ] as const;
  const all = sqlite.selectFrom("change").select(columns);

  async function read(statement: CompiledQuery<Row>): Promise<LoggedChange[]> {
    const rows = await database.query(statement);
    return rows.map((row) => ({ ...row, before: parse(row.before), after: parse(row.after) }));
  }

  return {
    /** What happened to one thing, newest first. */
    listOf: (noun: string, id: string, limit: number): Promise<LoggedChange[]> =>
      read(
        all.where("noun", "=", noun).where("noun_id", "=", id).orderBy("seq", "desc").limit(limit).compile(),
      ),

    async findBySeq(seq: number): Promise<LoggedChange | null> {
      return (await read(all.where("seq", "=", seq).compile()))[0] ?? null;
    },

    /** The newest changes that people made of these, beginning before `before` (a number of the log; null: at the end). */
    listNewest: (nouns: readonly string[], before: number | null, limit: number): Promise<LoggedChange[]> =>
      read(
        all
          .where("actor_level", "is not", null)
          .where("noun", "in", nouns)
          .where("seq", "<", before ?? Number.MAX_SAFE_INTEGER)
          .orderBy("seq", "desc")
          .limit(limit)
          .compile(),
      ),

    /** The changes after a number of the log, oldest first. */
    listAfter: (seq: number, limit: number): Promise<LoggedChange[]> =>
      read(all.where("seq", ">", seq).orderBy("seq").limit(limit).compile()),

    /** The number of the last change. */
    async last(): Promise<number> {
      const [row] = await database.query(
        sqlite.selectFrom("change").select(sql<number | null>`max(seq)`.as("seq")).compile(),
      );
      return row?.seq ?? 0;
    },
  };
}

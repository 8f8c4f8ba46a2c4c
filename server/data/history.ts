import { type CompiledQuery, sql } from "kysely";
import { LOADED } from "./changes.ts";
import { type Database, sqlite } from "./database.ts";
import { isOfThisLog } from "./log-breaks.ts";

/** An entry of the log as it stands there. */
export interface LoggedChange {
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  readonly level: string | null;
  readonly action: string;
  readonly noun: string;
  readonly id: string;
  /** The noun's revision after the change; null where it counts none. */
  readonly revision: number | null;
  readonly shape: number;
  /** What the noun was and became, parsed; null: it was not there. */
  readonly before: unknown;
  readonly after: unknown;
}

interface Row extends Omit<LoggedChange, "before" | "after"> {
  readonly before: string | null;
  readonly after: string | null;
}

const parse = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

const parsed = (row: Row): LoggedChange => ({ ...row, before: parse(row.before), after: parse(row.after) });

const columns = [
  ...(["seq", "at", "actor", "actor_level as level", "action", "noun"] as const),
  ...(["noun_id as id", "revision", "shape", "before", "after"] as const),
] as const;
const all = sqlite.selectFrom("change").select(columns);

/** The last change of each of these. The cross join holds the order: from each id to its change. */
export function lastChangesStatement(noun: string, ids: readonly string[]): CompiledQuery<Row> {
  const wanted = sql<{ value: string }>`json_each(${JSON.stringify(ids)})`.as("wanted");
  const last = sql<number>`(select max(seq) from change where noun = ${noun} and noun_id = wanted.value)`;
  return sqlite.selectFrom(wanted).crossJoin("change").select(columns).where("seq", "=", last).compile();
}

/** The statement behind the changes of a completion that is there: one row without any, where nothing happened to it. */
export const changesOfCompletionStatement = (id: string, limit: number) =>
  sqlite
    .selectFrom("completion as c")
    .leftJoin("change", (join) =>
      join
        .on("change.noun", "=", "completion")
        .onRef("change.noun_id", "=", "c.id")
        .on("change.action", "<>", LOADED),
    )
    .select(columns.map((column) => `change.${column}` as const))
    .where("c.id", "=", id)
    .where("c.deleted_at", "is", null)
    .orderBy("change.seq", "desc")
    .limit(limit)
    .compile();

/** What somebody follows: everything that these nouns are, or what has one of these topics. */
export interface Followed {
  readonly nouns: readonly string[];
  readonly topics: readonly string[] | null;
}

/**
 * The statement behind the changes after a number, oldest first. Each topic's are walked in their index, no further than the
 * page, so that nothing of another one is read; of all nouns the log itself is walked.
 */
export function followedStatement(
  { nouns, topics }: Followed,
  seq: number,
  limit: number,
): CompiledQuery<Row> {
  const page = all.where("seq", ">", seq).orderBy("seq").limit(limit);
  // The plus keeps SQLite from sorting all that an index has of a noun.
  if (topics === null) return page.where(sql`+noun`, "in", nouns).compile();
  const each = topics.map((topic) => sql`select * from (${page.where("topic", "=", topic)})`);
  return sql<Row>`${sql.join(each, sql` union all `)} order by seq limit ${limit}`.compile(sqlite);
}

/** Reads of the change log. */
export function historyReads(database: Database) {
  const read = async (statement: CompiledQuery<Row>): Promise<LoggedChange[]> =>
    (await database.query(statement)).map(parsed);

  return {
    /** What happened to a completion that is there, newest first; null: there is none. */
    async findAllOfCompletion(id: string, limit: number): Promise<LoggedChange[] | null> {
      const rows = await database.query(changesOfCompletionStatement(id, limit));
      return rows.length === 0 ? null : rows.flatMap((row) => (row.seq === null ? [] : [parsed(row as Row)]));
    },

    /** The last change of each of these. */
    findAllLast: (noun: string, ids: readonly string[]): Promise<LoggedChange[]> =>
      read(lastChangesStatement(noun, ids)),

    /** The first change that moved a noun's revision beyond one: its `before` is what the noun was then. */
    async findFirstAfter(noun: string, id: string, revision: number): Promise<LoggedChange | null> {
      const later = all.where("noun", "=", noun).where("noun_id", "=", id).where("revision", ">", revision);
      return (await read(later.orderBy("seq").limit(1).compile()))[0] ?? null;
    },

    async findBySeq(seq: number): Promise<LoggedChange | null> {
      return (await read(all.where("seq", "=", seq).compile()))[0] ?? null;
    },

    /** The newest changes that people made of these, beginning before `before` (a number of the log; null: at the end). */
    findAllNewest: (
      nouns: readonly string[],
      before: number | null,
      limit: number,
    ): Promise<LoggedChange[]> =>
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
    findAllAfter: (seq: number, limit: number): Promise<LoggedChange[]> =>
      read(all.where("seq", ">", seq).orderBy("seq").limit(limit).compile()),

    /** The changes of what somebody follows after a number of the log, oldest first. */
    findAllFollowed: (followed: Followed, seq: number, limit: number): Promise<LoggedChange[]> =>
      read(followedStatement(followed, seq, limit)),

    /** Whether somebody who has followed the log up to this number can go on from there. */
    canGoOn: (seq: number): Promise<boolean> => isOfThisLog(database, seq),

    /** The number of the last change. */
    async last(): Promise<number> {
      const [row] = await database.query(
        sqlite.selectFrom("change").select(sql<number | null>`max(seq)`.as("seq")).compile(),
      );
      return row?.seq ?? 0;
    },
  };
}

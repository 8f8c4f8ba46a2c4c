import { type CompiledQuery, sql } from "kysely";
import { isOfThisLog, LOADED, SAMPLE_REMOVED } from "./changes.ts";
import { type Database, sqlite } from "./database.ts";
import { completionsOf, completionTag, NO_TAGS, type Tag } from "./tags.ts";

/** An entry of the change log. */
export interface LoggedChange {
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  readonly level: string | null;
  readonly action: string;
  readonly noun: string;
  readonly id: string;
  /** The noun's revision after the change; null for nouns without revisions. */
  readonly revision: number | null;
  readonly shape: number;
  /** What the changes of one request have in common; null: it made no other. */
  readonly act?: string | null;
  /** The noun's state before and after, parsed; null: it did not exist, undefined: it is no JSON. */
  readonly before: unknown;
  readonly after: unknown;
}

interface Row extends Omit<LoggedChange, "before" | "after"> {
  readonly before: string | null;
  readonly after: string | null;
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const parsed = (row: Row): LoggedChange => ({ ...row, before: parse(row.before), after: parse(row.after) });

const columns = [
  ...(["seq", "at", "actor", "actor_level as level", "action", "noun"] as const),
  ...(["noun_id as id", "revision", "shape", "act", "before", "after"] as const),
] as const;
const all = sqlite.selectFrom("change").select(columns);

/**
 * The statement that finds the last change of each id. The cross join fixes the join order: from each id to its change.
 */
export function lastChangesStatement(noun: string, ids: readonly string[]): CompiledQuery<Row> {
  const listed = sql<{ value: string }>`json_each(${JSON.stringify(ids)})`.as("listed");
  const last = sql<number>`(select max(seq) from change where noun = ${noun} and noun_id = listed.value)`;
  return sqlite.selectFrom(listed).crossJoin("change").select(columns).where("seq", "=", last).compile();
}

/**
 * The statement behind the changes of a live completion: one row of nulls where there are no changes, no row where
 * there is no such completion.
 */
export const changesOfCompletionStatement = (id: string, limit: number) =>
  sqlite
    .selectFrom("completion as c")
    .leftJoin("change", (join) =>
      join
        .on("change.noun", "in", ["completion", "proof"])
        .onRef("change.noun_id", "=", "c.id")
        .on("change.action", "not in", [LOADED, SAMPLE_REMOVED]),
    )
    .select(columns.map((column) => `change.${column}` as const))
    .where("c.id", "=", id)
    .where("c.deleted_at", "is", null)
    .orderBy("change.seq", "desc")
    .limit(limit)
    .compile();

/** The changes that one request made together. */
export interface Act {
  readonly id: string;
  readonly size: number;
  /** Each once, in alphabetical order. */
  readonly actions: readonly string[];
}

/** What narrows the list of the newest changes; null: nothing. */
export interface ChangeFilters {
  /** Whose: a person by id, or all of a level. */
  readonly actor: string | null;
  readonly level: string | null;
  readonly action: string | null;
  /** Of one thing: its id. */
  readonly id: string | null;
  /** ISO 8601, UTC; `until` is not included. */
  readonly from: string | null;
  readonly until: string | null;
}

/** The first change that people made at a time or later. Times in the log grow with its numbers. */
const firstAt = (at: string) =>
  sql<number>`coalesce((select first.seq from change as first
    where first.actor_level is not null and first.at >= ${at} order by first.at, first.seq limit 1),
    ${Number.MAX_SAFE_INTEGER})`;

/**
 * The statement behind the newest changes that people made to these nouns, below the number `before` in the log: of
 * those that one request made together the last stands for all, unless these may be of several kinds and not all are
 * requested.
 */
export function newestChangesStatement(
  nouns: readonly string[],
  before: number,
  limit: number,
  filters: Partial<ChangeFilters> = {},
): CompiledQuery<Row> {
  const { actor = null, level = null, action = null, id = null, from = null, until = null } = filters;
  const [noun = null, ...others] = nouns;
  const narrowed = [
    ...(actor === null ? [] : [sql<boolean>`actor = ${actor}`]),
    ...(level === null ? [] : [sql<boolean>`actor_level = ${level}`]),
    ...(action === null ? [] : [sql<boolean>`action = ${action}`]),
    ...(id === null ? [] : [sql<boolean>`noun_id = ${id}`]),
    ...(from === null ? [] : [sql<boolean>`seq >= ${firstAt(from)}`]),
    ...(until === null ? [] : [sql<boolean>`seq < ${firstAt(until)}`]),
  ];
  const isTogether = sql<boolean>`(act is null
    or seq = (select max(other.seq) from change as other where other.act = change.act))`;
  // The unary plus keeps SQLite from an index whose rows it would have to sort: by noun, or by time.
  const isByPeople =
    actor === null && action === null
      ? sql<boolean>`+actor_level is not null`
      : sql<boolean>`actor_level is not null`;
  const isOfNoun =
    others.length > 0 || (noun === "completion" && id === null)
      ? sql<boolean>`+noun in (${sql.join(nouns)})`
      : id === null
        ? sql<boolean>`topic = ${noun}`
        : sql<boolean>`noun = ${noun}`;
  return [isOfNoun, ...(action === null && id === null ? [isTogether] : []), ...narrowed]
    .reduce((query, condition) => query.where(condition), all.where(isByPeople).where("seq", "<", before))
    .orderBy("seq", "desc")
    .limit(limit)
    .compile();
}

/** The statement that says of what acts consist. */
export const actsStatement = (ids: readonly string[]) =>
  sql<{ id: string; size: number; actions: string }>`select listed.value as id, count(*) as size,
    (select json_group_array(action) from (select distinct action from change as other
      where other.act = listed.value order by action)) as actions
    from json_each(${JSON.stringify(ids)}) as listed cross join change on change.act = listed.value
    group by listed.value`.compile(sqlite);

/** The statement behind the changes of an act below a number in the log, the newest first. */
export const changesOfActStatement = (act: string, limit: number, before = Number.MAX_SAFE_INTEGER) =>
  all.where("act", "=", act).where("seq", "<", before).orderBy("seq", "desc").limit(limit).compile();

/** What somebody follows: all changes of these nouns, or only those with one of these topics. */
export interface Followed {
  readonly nouns: readonly string[];
  readonly topics: readonly string[] | null;
}

/**
 * The statement behind the changes after a number, oldest first. With topics, each one's index is walked no further
 * than the page, so no rows of other topics are read; without, the log itself is walked.
 */
export function followedStatement(
  { nouns, topics }: Followed,
  seq: number,
  limit: number,
): CompiledQuery<Row> {
  const page = all.where("seq", ">", seq).orderBy("seq").limit(limit);
  // The unary plus keeps SQLite from an index by noun, whose rows it would have to sort.
  if (topics === null) return page.where(sql`+noun`, "in", nouns).compile();
  const each = topics.map((topic) => sql`select * from (${page.where("topic", "=", topic)})`);
  return sql<Row>`${sql.join(each, sql` union all `)} order by seq limit ${limit}`.compile(sqlite);
}

/** What moves with the changes of each noun. */
const TAG_OF: Readonly<Record<string, Tag>> = {
  completion: "completions",
  map: "maps",
  "chimps-start": "starts",
  "balance-change": "balance-changes",
  spelling: "spellings",
  "game-version": "game-versions",
};
const tagsOf = (nouns: readonly string[]): readonly Tag[] => nouns.flatMap((noun) => TAG_OF[noun] ?? []);

/** A topic is a challenge's key, or a noun. */
const tagsOfFollowed = ({ nouns, topics }: Followed): readonly Tag[] =>
  topics === null ? tagsOf(nouns) : topics.map((topic) => TAG_OF[topic] ?? completionsOf(topic));

/** Reads of the change log. */
export function historyReads(database: Database) {
  const read = async (tags: readonly Tag[], statement: CompiledQuery<Row>): Promise<LoggedChange[]> =>
    (await database.query(tags, statement)).map(parsed);

  return {
    /** Lists what happened to a live completion, newest first; null: there is no such completion. */
    async findAllOfCompletion(id: string, limit: number): Promise<LoggedChange[] | null> {
      const rows = await database.query([completionTag(id)], changesOfCompletionStatement(id, limit));
      return rows.length === 0 ? null : rows.flatMap((row) => (row.seq === null ? [] : [parsed(row as Row)]));
    },

    /** The last change of each id. */
    findAllLast: (noun: string, ids: readonly string[]): Promise<LoggedChange[]> =>
      read(tagsOf([noun]), lastChangesStatement(noun, ids)),

    /** The first change after a revision of a noun: its `before` is the noun's state at that revision. */
    async findFirstAfter(noun: string, id: string, revision: number): Promise<LoggedChange | null> {
      const later = all.where("noun", "=", noun).where("noun_id", "=", id).where("revision", ">", revision);
      return (await read(tagsOf([noun]), later.orderBy("seq").limit(1).compile()))[0] ?? null;
    },

    async findBySeq(seq: number): Promise<LoggedChange | null> {
      return (await read(NO_TAGS, all.where("seq", "=", seq).compile()))[0] ?? null;
    },

    /** The newest changes that people made to these nouns, below a number in the log: one stands for its whole act. */
    findAllNewest: (
      nouns: readonly string[],
      before: number,
      limit: number,
      filters: Partial<ChangeFilters> = {},
    ): Promise<LoggedChange[]> => read(tagsOf(nouns), newestChangesStatement(nouns, before, limit, filters)),

    /** The changes of an act below a number in the log, the newest first. */
    findAllOfAct: (act: string, limit: number, before?: number): Promise<LoggedChange[]> =>
      read(NO_TAGS, changesOfActStatement(act, limit, before)),

    /** Of what the acts of these changes consist, by their ids. */
    async findActs(changes: readonly LoggedChange[]): Promise<ReadonlyMap<string, Act>> {
      const ids = changes.flatMap(({ act }) => act ?? []);
      if (ids.length === 0) return new Map();
      const rows = await database.query(NO_TAGS, actsStatement(ids));
      return new Map(rows.map((row) => [row.id, { ...row, actions: JSON.parse(row.actions) as string[] }]));
    },

    /** The changes after a number in the log, oldest first. */
    findAllAfter: (seq: number, limit: number): Promise<LoggedChange[]> =>
      read(NO_TAGS, all.where("seq", ">", seq).orderBy("seq").limit(limit).compile()),

    /** The changes that somebody follows after a number in the log, oldest first. */
    findAllFollowed: (followed: Followed, seq: number, limit: number): Promise<LoggedChange[]> =>
      read(tagsOfFollowed(followed), followedStatement(followed, seq, limit)),

    /** Whether somebody who followed the log up to this number can continue from there. */
    canGoOn: (seq: number): Promise<boolean> => isOfThisLog(database, seq),

    /**
     * The time to count ages by: now, but not later than the newest change. By a clock that runs ahead, nothing is old
     * that an undo could still need when the clock is right.
     */
    async timeOfAges(now: Date): Promise<Date> {
      const [newest] = await database.query(
        NO_TAGS,
        sqlite.selectFrom("change").select("at").orderBy("seq", "desc").limit(1).compile(),
      );
      return newest === undefined ? now : new Date(Math.min(now.getTime(), Date.parse(newest.at)));
    },

    /** The number of the last change. */
    async last(): Promise<number> {
      const [row] = await database.query(
        NO_TAGS,
        sqlite.selectFrom("change").select(sql<number | null>`max(seq)`.as("seq")).compile(),
      );
      return row?.seq ?? 0;
    },
  };
}

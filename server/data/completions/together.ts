import { type CompiledQuery, type Expression, sql } from "kysely";
import type { ChallengeDefinition } from "../../../challenges/define.ts";
import { slotsOfOriginal } from "../../../derive/fields.ts";
import type { ListQuery } from "../../../derive/list-query.ts";
import type { Completion } from "../../../fields/completion.ts";
import type { Condition, SortTerm } from "../../../fields/condition.ts";
import { type Database, sqlite, unionAll } from "../database.ts";
import { type ListScope, matchIn, orderOf } from "./conditions.ts";
import { keptCount } from "./counts.ts";
import { divided, withMaps } from "./finding.ts";
import {
  type CountedList,
  countOf,
  liveRows,
  scopeOf,
  selectRows,
  type Totals,
  toCompletion,
} from "./rows.ts";
import { wayOf } from "./ways.ts";

/** Reads of several lists by one statement: how many rows each has, and the first of them. */
export function severalLists(database: Database) {
  const settled = async ({ definition, conditions }: CountedList): Promise<CountedList> => ({
    definition,
    conditions: await withMaps(conditions, database),
  });

  return {
    /** How many rows each of these lists has, verified ones and claims apart. */
    async countAll(asked: readonly CountedList[]): Promise<{ verified: number; pending: number }[]> {
      const lists = await Promise.all(asked.map(settled));
      const counted = await inTurns(lists, async (some) => {
        const [row] = await database.query(countsStatement(some));
        return some.map((_, at) => ({ verified: row?.[`v${at}`] ?? 0, pending: row?.[`p${at}`] ?? 0 }));
      });
      return counted.flat();
    },

    /** Of each of these lists the first verified rows, as far as it takes to say what else there is. */
    async glance(asked: readonly CountedList[]): Promise<Glimpse[][]> {
      const lists = await Promise.all(asked.map(settled));
      const seen = await inTurns(lists, async (some) => {
        const rows = await database.query(glanceStatement(some));
        return some.map((_, at) =>
          rows
            .filter((row) => row.at === at)
            .map(({ towers, map, people }) => ({
              towers: JSON.parse(towers),
              map,
              people: JSON.parse(people),
            })),
        );
      });
      return seen.flat();
    },

    /** Some rows of a list: verified ones, then claims. */
    async findSome({ definition, conditions: asked }: CountedList, most: number): Promise<Completion[]> {
      const scope = scopeOf(definition);
      const conditions = await withMaps(asked, database);
      const rows: Completion[] = [];
      for (const pending of [false, true]) {
        if (rows.length >= most) break;
        const numbers = firstOf(scope, conditions, pending, most - rows.length);
        const found = await database.query(selectRows(numbers, scope).orderBy("c.seq").compile());
        rows.push(...found.map((row) => toCompletion(row, scope)));
      }
      return rows;
    },

    /**
     * Of some lists together the rows that appeared last, at most so many; and how many rows each list has. Each list is to
     * ask for little: one statement counts them all, and one finds the rows.
     */
    async listAppeared(
      lists: readonly CountedList[],
      most: number,
    ): Promise<{ totals: readonly number[]; rows: AppearedCompletion[] }> {
      if (lists.length === 0) return { totals: [], rows: [] };
      const settledLists = await Promise.all(lists.map(settled));
      const [counted = {}] = await database.query(totalsStatement(settledLists));
      const totals = lists.map((_, at) => counted[`total${at}`] ?? 0);
      const there = settledLists
        .map((list, at) => ({ ...list, total: totals[at] ?? 0, all: counted[`all${at}`] ?? 0 }))
        .filter(({ total }) => total > 0);
      if (there.length === 0 || most === 0) return { totals, rows: [] };
      const definitions = new Map(there.map(({ definition }) => [definition.key, definition]));
      const found = await database.query(appearedStatement(there, most));
      const rows = found.flatMap(({ challenge, verifiedAt, ...row }) => {
        const definition = definitions.get(challenge);
        return definition
          ? [{ definition, verifiedAt, completion: toCompletion(row, scopeOf(definition)) }]
          : [];
      });
      return { totals, rows };
    },
  };
}

/** A row as far as it says what else there is. */
export interface Glimpse {
  readonly towers: readonly string[];
  readonly map: string;
  readonly people: readonly string[];
}

/** A completion among those that appeared last. `verifiedAt`: ISO 8601, UTC; null: it was not, or nobody knows. */
export interface AppearedCompletion {
  readonly definition: ChallengeDefinition;
  readonly verifiedAt: string | null;
  readonly completion: Completion;
}

/** Lists that one statement asks of: D1 binds 100 values a statement, and a list has but a few. */
const LISTS_AT_ONCE = 6;

async function inTurns<Each, Answer>(
  all: readonly Each[],
  ask: (some: readonly Each[]) => Promise<Answer[]>,
): Promise<Answer[][]> {
  const turns = Array.from({ length: Math.ceil(all.length / LISTS_AT_ONCE) }, (_, at) =>
    all.slice(at * LISTS_AT_ONCE, (at + 1) * LISTS_AT_ONCE),
  );
  return Promise.all(turns.map(ask));
}

/** The statement that counts some lists: a column for each list's verified rows and one for its claims. */
export function countsStatement(lists: readonly CountedList[]): CompiledQuery<Record<string, number>> {
  const columns = lists.flatMap(({ definition, conditions }, at) => {
    const count = (pending: boolean) =>
      countOf(scopeOf(definition), [...conditions, { on: "pending", pending }]);
    return [sql`${count(false)} as ${sql.ref(`v${at}`)}`, sql`${count(true)} as ${sql.ref(`p${at}`)}`];
  });
  return sql<Record<string, number>>`select ${sql.join(columns)}`.compile(sqlite);
}

/** The numbers of the rows of a list that were recorded first, verified ones or claims: whichever are found soonest. */
function firstOf(
  scope: ListScope,
  conditions: readonly Condition[],
  pending: boolean,
  most: number,
): Expression<number> {
  const all = [...conditions, { on: "pending", pending } as const];
  const { find, rest } = divided(all, scope);
  if (!find || rest.length > 0) return sql`(${liveRows(scope, all).select("c.seq").limit(most)})`;
  return sql`(select rowid from completion_search where completion_search match ${matchIn(scope, find)} limit ${most})`;
}

/** Rows of each list that are glanced at: enough for a few different partners, maps or players among them. */
const GLANCED = 40;

/** The statement behind glance. */
export function glanceStatement(
  lists: readonly CountedList[],
): CompiledQuery<{ at: number; towers: string; map: string; people: string }> {
  const each = lists.map(({ definition, conditions }, at) => {
    const rows = sqlite
      .selectFrom("completion as c")
      .where(sql<boolean>`c.seq in ${firstOf(scopeOf(definition), conditions, false, GLANCED)}`)
      .innerJoin("map as m", "m.id", "c.map_id")
      .select([sql<number>`${sql.lit(at)}`.as("at"), "c.towers", "m.name as map", "c.people"]);
    return sql`select * from (${rows})`;
  });
  return sql<{
    at: number;
    towers: string;
    map: string;
    people: string;
  }>`${unionAll(each)}`.compile(sqlite);
}

/** The statement that counts some lists, and all that their challenges have: `total0`, `all0`, `total1` … */
export function totalsStatement(lists: readonly CountedList[]): CompiledQuery<Record<string, number>> {
  const columns = lists.flatMap(({ definition, conditions }, at) => {
    const scope = scopeOf(definition);
    return [
      sql`${countOf(scope, conditions)} as ${sql.ref(`total${at}`)}`,
      sql`${keptCount(scope, [])} as ${sql.ref(`all${at}`)}`,
    ];
  });
  return sql<Record<string, number>>`select ${sql.join(columns)}`.compile(sqlite);
}

const APPEARED: readonly SortTerm[] = [{ column: "appeared_at", descending: true }];

/** The statement behind the rows of some lists that appeared last: the last ones of each, and of these the last ones. */
export function appearedStatement(lists: readonly (CountedList & Totals)[], most: number) {
  const numbers = lists.map(({ definition, conditions, total, all }) => {
    const scope = scopeOf(definition);
    const query: ListQuery = { conditions, order: APPEARED, offset: 0, count: Math.min(most, total) };
    const way = conditions.length === 0 ? "gathered" : wayOf(scope, query, { total, all });
    const page = liveRows({ ...scope, way }, conditions)
      .select("c.seq")
      .orderBy(orderOf(APPEARED, { isMapJoined: false, isReversed: false }))
      .limit(query.count);
    return sql`select seq from (${page})`;
  });
  const ofOriginal = lists.flatMap(({ definition }) => slotsOfOriginal(definition) ?? []);
  return selectRows(sql`(${unionAll(numbers)})`, { ofOriginal })
    .select("c.challenge")
    .orderBy(orderOf(APPEARED, { isMapJoined: false, isReversed: false }))
    .limit(most)
    .compile();
}

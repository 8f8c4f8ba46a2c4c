import { type CompiledQuery, type Expression, type RawBuilder, sql } from "kysely";
import type { ChallengeDefinition } from "../../../../domain/challenges/define.ts";
import type { Completion } from "../../../../domain/fields/attributes.ts";
import type { Condition, SortTerm } from "../../../../domain/fields/condition.ts";
import type { ListQuery } from "../../../../domain/lists/list-query.ts";
import { batched, type Database, rowsOfEach, sqlite, unionAll } from "../../../../server/db/database.ts";
import { listTags, type Tag } from "../../../../server/db/tags.ts";
import { shownAs } from "../../players/repository.server.ts";
import { type ListScope, matchIn, orderOf } from "./conditions.server.ts";
import { choosePlan, mapsByNumber, splitSearch, type Totals } from "./query-plan.server.ts";
import {
  batchedTotals,
  type CountedList,
  countOf,
  type ListRow,
  liveRows,
  type PickedRow,
  scopeOf,
  selectPicked,
  selectRows,
  toCompletion,
} from "./rows.server.ts";

const tagsOf = ({ definition, conditions }: CountedList): readonly Tag[] =>
  listTags(definition.key, conditions);

/** Reads of several lists at once: how many rows each has, and its first rows. */
export function severalListReads(database: Database) {
  const withMaps = mapsByNumber(database);
  const withMapNumbers = (lists: readonly CountedList[]): Promise<CountedList[]> =>
    Promise.all(lists.map(async (list) => ({ ...list, conditions: await withMaps(list.conditions) })));
  const countOne = batched(database, tagsOf, countsStatement, ([row], lists) =>
    lists.map((_, at) => ({ verified: row?.[`v${at}`] ?? 0, pending: row?.[`p${at}`] ?? 0 })),
  );
  const previewRowsOf = batched(database, tagsOf, previewRowsStatement, (rows, lists) =>
    rowsOfEach(rows, lists).map((own) => own.map(rowPreviewOf)),
  );
  const totalsOf = batchedTotals(database);
  const findAppeared = batched(
    database,
    ({ lists }: AppearedQuery) => lists.flatMap(tagsOf),
    appearedStatement,
    (rows, requests) =>
      rowsOfEach(rows, requests).map((own, at) =>
        own.flatMap((row) => appearedOf(row, requests[at]?.lists ?? [])),
      ),
  );

  return {
    /** Counts the rows of each list, verified ones and claims apart. */
    async countAll(lists: readonly CountedList[]): Promise<{ verified: number; pending: number }[]> {
      return Promise.all((await withMapNumbers(lists)).map(countOne));
    },

    /** Counts the different maps, towers or pairs of some lists together: of verified rows, unless a list says which. */
    async countDistinct(lists: readonly CountedList[], what: Distinct): Promise<number> {
      const numbered = await withMapNumbers(lists);
      const [row] = await database.query(numbered.flatMap(tagsOf), distinctStatement(numbered, what));
      return row?.count ?? 0;
    },

    /** Ranks the players of some lists together, likewise: the first ones, and how many there are. */
    async rankPlayers(
      lists: readonly CountedList[],
      most: number,
    ): Promise<{ total: number; first: readonly { name: string; count: number }[] }> {
      const numbered = await withMapNumbers(lists);
      const rows = await database.query(
        [...numbered.flatMap(tagsOf), "players"],
        rankedPlayersStatement(numbered, most),
      );
      return { total: rows[0]?.players ?? 0, first: rows.map(({ name, count }) => ({ name, count })) };
    },

    /** Returns the first verified rows of each list: enough to say what else there is. */
    async previewRows(lists: readonly CountedList[]): Promise<RowPreview[][]> {
      return Promise.all((await withMapNumbers(lists)).map(previewRowsOf));
    },

    /** Finds some rows of a list, verified ones first, then claims. */
    async findSome({ definition, conditions: given }: CountedList, most: number): Promise<Completion[]> {
      const scope = scopeOf(definition);
      const conditions = await withMaps(given);
      const tags = listTags(definition.key, conditions);
      const rows = await database.query(tags, someStatement(scope, conditions, most));
      return rows.map((row) => toCompletion(row, scope));
    },

    /** Finds the rows of several lists together that appeared last, at most `most`, and how many rows each list has. */
    async listAppeared(
      requests: readonly CountedList[],
      most: number,
    ): Promise<{ totals: readonly number[]; rows: readonly AppearedCompletion[] }> {
      const lists = await Promise.all(
        (await withMapNumbers(requests)).map(async (list) => ({ ...list, ...(await totalsOf(list)) })),
      );
      const totals = lists.map(({ total }) => total);
      const nonEmpty = lists.filter(({ total }) => total > 0);
      if (nonEmpty.length === 0 || most === 0) return { totals, rows: [] };
      return { totals, rows: await findAppeared({ lists: nonEmpty, most }) };
    },
  };
}

/** The part of a row that it takes to say what else there is. */
export interface RowPreview {
  readonly towers: readonly string[];
  readonly map: string;
  readonly people: readonly string[];
}

const rowPreviewOf = ({ towers, map, people }: PreviewRow): RowPreview => ({
  towers: JSON.parse(towers),
  map,
  people: JSON.parse(people),
});

/** A completion among those that appeared last. `verifiedAt`: ISO 8601, UTC; null: it was not, or it is not known. */
interface AppearedCompletion {
  readonly definition: ChallengeDefinition;
  readonly verifiedAt: string | null;
  readonly completion: Completion;
}

/** The statement that counts several lists, with one column for each list's verified rows and one for its claims. */
export function countsStatement(lists: readonly CountedList[]): CompiledQuery<Record<string, number>> {
  const columns = lists.flatMap(({ definition, conditions }, at) => {
    const count = (pending: boolean) =>
      countOf(scopeOf(definition), [...conditions, { on: "pending", pending }]);
    return [sql`${count(false)} as ${sql.ref(`v${at}`)}`, sql`${count(true)} as ${sql.ref(`p${at}`)}`];
  });
  return sql<Record<string, number>>`select ${sql.join(columns)}`.compile(sqlite);
}

/** What is counted once, however many rows have it. */
export type Distinct = "maps" | "towers" | "pairs";

const DISTINCT: Readonly<Record<Distinct, RawBuilder<unknown>>> = {
  maps: sql`select c.map_id as what from completion as c`,
  towers: sql`select used.value as what from completion as c cross join json_each(c.towers) as used`,
  // The two towers of a pair in one order.
  pairs: sql`select json_extract(c.og_identity, '$[0]') as what from completion as c`,
};

/** The numbers of a list's rows: verified ones, unless the list itself says which. */
function numbersIn({ definition, conditions }: CountedList): RawBuilder<unknown> {
  const isSaid = conditions.some(({ on }) => on === "pending");
  const all = isSaid ? conditions : [...conditions, { on: "pending", pending: false } as const];
  return sql`select * from (${liveRows(scopeOf(definition), all).select("c.seq")})`;
}

/** The statement behind countDistinct. */
export const distinctStatement = (lists: readonly CountedList[], what: Distinct) =>
  sql<{ count: number }>`select count(distinct what) as count
    from (${DISTINCT[what]} where c.seq in (${unionAll(lists.map(numbersIn))}))`.compile(sqlite);

/** The statement behind rankPlayers, without those who are banned, as boards are. */
export const rankedPlayersStatement = (lists: readonly CountedList[], most: number) =>
  sql<{ name: string; count: number; players: number }>`
    select ${shownAs(sql`picked.player`)} as name, picked.count, picked.players
    from (select n.player, count(distinct p.completion) as count, count(*) over () as players,
        min(n.sort_key) as sort_key
      from (${unionAll(lists.map(numbersIn))}) as c
      cross join completion_player as p on p.completion = c.seq cross join player_name as n on n.id = p.name
      where n.player not in (select id from player where banned = 1)
      group by n.player order by 2 desc, 4 limit ${most}) as picked
    order by picked.count desc, picked.sort_key`.compile(sqlite);

/** Selects the numbers of some rows of a list, claims if `pending`, else verified ones: whichever are found soonest. */
function firstOf(
  scope: ListScope,
  conditions: readonly Condition[],
  pending: boolean,
  most: number,
): Expression<number> {
  const all = [...conditions, { on: "pending", pending } as const];
  const { find, rest } = splitSearch(all, scope);
  if (!find || rest.length > 0) return sql`(${liveRows(scope, all).select("c.seq").limit(most)})`;
  return sql`(select rowid from completion_search where completion_search match ${matchIn(scope, find)} limit ${most})`;
}

/** The statement behind findSome. */
export const someStatement = (scope: ListScope, conditions: readonly Condition[], most: number) =>
  selectRows(
    sql`(${unionAll([false, true].map((pending) => sql`select * from ${firstOf(scope, conditions, pending, most)}`))})`,
    scope,
  )
    .orderBy(sql`c.pending is not null`)
    .orderBy("c.seq")
    .limit(most)
    .compile();

/** Rows read per list by previewRows: enough to have a few different partners, maps or players among them. */
const PREVIEW_ROWS = 40;

/** The statement behind previewRows. */
export function previewRowsStatement(lists: readonly CountedList[]): CompiledQuery<PreviewRow> {
  const each = lists.map(({ definition, conditions }, at) => {
    const rows = sqlite
      .selectFrom("completion as c")
      .where(sql<boolean>`c.seq in ${firstOf(scopeOf(definition), conditions, false, PREVIEW_ROWS)}`)
      .innerJoin("map as m", "m.id", "c.map_id")
      .select([sql<number>`${sql.lit(at)}`.as("at"), "c.towers", "m.name as map", "c.people"]);
    return sql`select * from (${rows})`;
  });
  return sql<PreviewRow>`${unionAll(each)}`.compile(sqlite);
}

interface PreviewRow {
  readonly at: number;
  readonly towers: string;
  readonly map: string;
  readonly people: string;
}

interface AppearedQuery {
  readonly lists: readonly (CountedList & Totals)[];
  readonly most: number;
}

const APPEARED: readonly SortTerm[] = [{ column: "recency", descending: true }];

/**
 * The statement behind what appeared last: for each query the last rows of each of its lists (it has at least one), and
 * of those the last ones.
 */
export function appearedStatement(requests: readonly AppearedQuery[]) {
  const order = orderOf(APPEARED, false);
  const pages = requests.map(({ lists, most }, at) => {
    const numbers = lists.map(({ definition, conditions, total, all }) => {
      const scope = scopeOf(definition);
      const query: ListQuery = { conditions, order: APPEARED, offset: 0, count: Math.min(most, total) };
      const plan = choosePlan(scope, query, { total, all });
      const page = liveRows({ ...scope, plan }, conditions)
        .select("c.seq")
        .orderBy(order)
        .limit(query.count);
      return sql`select seq from (${page})`;
    });
    const last = sqlite
      .selectFrom("completion as c")
      .where(sql<boolean>`c.seq in (${unionAll(numbers)})`)
      .select([sql<number>`${sql.lit(at)}`.as("at"), "c.seq"])
      .orderBy(order)
      .limit(most);
    return sql<PickedRow>`select * from (${last})`;
  });
  const definitions = requests.flatMap(({ lists }) => lists.map(({ definition }) => definition));
  return selectPicked(pages, definitions).orderBy(order).compile();
}

type AppearedRow = ListRow & { readonly challenge: string };

function appearedOf(
  { challenge, verifiedAt, ...row }: AppearedRow,
  lists: readonly CountedList[],
): AppearedCompletion[] {
  const definition = lists.find(({ definition }) => definition.key === challenge)?.definition;
  return definition ? [{ definition, verifiedAt, completion: toCompletion(row, scopeOf(definition)) }] : [];
}

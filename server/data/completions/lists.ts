import { type CompiledQuery, sql } from "kysely";
import type { ChallengeDefinition, RecordRule } from "../../../challenges/define.ts";
import { completionsIn, partsOf } from "../../../contract/sources.ts";
import { ogIdentityOf } from "../../../derive/identity.ts";
import { type ListQuery, STANDING } from "../../../derive/list-query.ts";
import type { Completion } from "../../../fields/completion.ts";
import type { Condition, SortTerm } from "../../../fields/condition.ts";
import { type Database, sqlite } from "../database.ts";
import { keyOf, memoByVersion, SMALL } from "../memo.ts";
import { beginsWithMap, type ListScope, orderOf, type Way } from "./conditions.ts";
import { groupsOf, groupsStatement, keptCount } from "./counts.ts";
import { withMaps } from "./finding.ts";
import { countOf, type ListRow, liveRows, scopeOf, selectRows, type Totals, toCompletion } from "./rows.ts";
import { wayOf } from "./ways.ts";

/** `isReversed`: from the end of the order on. The page comes in that order, too. */
function selectList(
  scope: ListScope,
  { conditions, order, offset, count }: ListQuery,
  isReversed = false,
): CompiledQuery<ListRow> {
  const isMapJoined = beginsWithMap(order);
  let page = liveRows(scope, conditions).select("c.seq as page_seq");
  if (isMapJoined) page = page.innerJoin("map as m", "m.id", "c.map_id");
  page = page.orderBy(orderOf(order, { isMapJoined, isReversed })).limit(count).offset(offset);
  // The page is found first, over an index where there is one; only its rows are then read and joined.
  return selectRows(page, scope)
    .orderBy(orderOf(order, { isMapJoined: true, isReversed }))
    .compile();
}

/** The statements of a page and of its total, as query plans are read of them. @param atMost ListScope's */
export function listStatements(definition: ChallengeDefinition, query: ListQuery, atMost?: number) {
  const scope = { ...scopeOf(definition), ...(atMost !== undefined && { atMost }) };
  return {
    page: (way: Way, isReversed = false) => selectList({ ...scope, way }, query, isReversed),
    // With how many the challenge has: by both together it is told how a page is found.
    total:
      sql<Totals>`select ${countOf(scope, query.conditions)} as total, ${keptCount(scope, [])} as "all"`.compile(
        sqlite,
      ),
  };
}

/** Rows that are walked past in no time. */
const DEEP = 1_000;

/** The column that holds what a record goes by. */
const RECORD_COLUMN: Partial<Record<RecordRule["by"], SortTerm["column"]>> = {
  money: "money",
  towerCount: "tower_count",
};

/**
 * The statement that tells how good the last row of a page of a map's best verified ones is, which an index has in their
 * order: rows that are worse need not be read. Null: the page is of something else, or far from the best.
 */
export function worstStatement(
  definition: ChallengeDefinition,
  { conditions, order: [first], offset, count }: ListQuery,
): CompiledQuery<{ amount: number | null }> | null {
  const { record } = definition;
  const isByRecord =
    record && first && first.column === RECORD_COLUMN[record.by] && first.descending !== record.least;
  const asked = conditions.map((each) =>
    each.on === "pending" ? `${each.on} ${each.pending}` : each.on.replace("onMap", "map"),
  );
  if (!isByRecord || offset + count > DEEP || asked.toSorted().join() !== "map,pending false") return null;
  return liveRows(scopeOf(definition), conditions)
    .select("c.record_amount as amount")
    .where("c.record_amount", "is not", null)
    .orderBy("c.record_amount")
    .limit(1)
    .offset(offset + count - 1)
    .compile();
}

/** Reads of one list. Deleted rows are never among them. */
export function completionLists(database: Database) {
  const countOnce = memoByVersion<Totals>(database);
  const tableOnce = memoByVersion<readonly TowerOnMap[]>(database, {
    ...SMALL,
    weigh: (rows) => rows.length * BYTES_OF_A_PLACE,
  });

  async function find(
    definition: ChallengeDefinition,
    query: ListQuery,
    { total, all }: Totals,
    isReversed: boolean,
  ): Promise<ListRow[]> {
    const scope = scopeOf(definition);
    const worst = isReversed ? null : worstStatement(definition, query);
    // Where fewer have such a value the rest of the page has none.
    const atMost = worst && (await database.query(worst))[0]?.amount;
    if (typeof atMost === "number") return database.query(selectList({ ...scope, atMost }, query));
    const way = query.conditions.length === 0 ? "gathered" : wayOf(scope, query, { total, all });
    return database.query(selectList({ ...scope, way }, query, isReversed));
  }

  /** A deep page by the counts of what its order begins with; null: it is not deep, or nothing is counted so. */
  async function findInGroups(
    scope: ListScope,
    query: ListQuery,
    total: number,
    isReversed: boolean,
  ): Promise<ListRow[] | null> {
    const [first] = query.order;
    if (!first || query.offset < DEEP) return null;
    const counted = groupsStatement(scope, query.conditions, {
      ...first,
      descending: first.descending !== isReversed,
    });
    if (!counted) return null;
    const groups = await database.query(counted);
    // Rows without a tower are counted nowhere.
    if (groups.reduce((sum, group) => sum + group.rows, 0) !== total) return null;
    const rows: ListRow[] = [];
    for (const { value, ...page } of groupsOf(groups, query)) {
      const own: Condition =
        typeof value === "number"
          ? { on: "onMap", map: value }
          : { on: "tower", position: 0, names: [value] };
      const part = { ...query, ...page, conditions: [...query.conditions, own] };
      rows.push(...(await database.query(selectList(scope, part, isReversed))));
    }
    return rows;
  }

  return {
    /** One page in the query's order, and how many rows the whole list has. A total is counted once until something of it is written. */
    async list(definition: ChallengeDefinition, asked: ListQuery): Promise<ListPage> {
      const scope = scopeOf(definition);
      const pageOf = (rows: readonly ListRow[], total: number): ListPage => ({
        rows: rows.map((row) => toCompletion(row, scope)),
        verifiedAt: rows.map(({ verifiedAt }) => verifiedAt),
        total,
      });
      // What is called by its id is one row or none: nobody counts it first.
      if (asked.offset === 0 && asked.count > 0 && asked.conditions.some(({ on }) => on === "id")) {
        const rows = await database.query(selectList(scope, asked));
        return pageOf(rows, rows.length);
      }
      const query = { ...asked, conditions: await withMaps(asked.conditions, database) };
      const statements = listStatements(definition, query);
      const totals = await countOnce(
        [...completionsIn(definition.key, partsOf(asked.conditions)), "maps", "players"],
        keyOf(statements.total),
        async () => (await database.query(statements.total))[0] ?? { total: 0, all: 0 },
      );
      const { total } = totals;
      const count = Math.min(query.count, total - query.offset);
      if (count <= 0) return pageOf([], total);
      // What is nearer to the end is counted from there.
      const isReversed = query.offset > total - query.offset - count;
      const near = isReversed ? { ...query, count, offset: total - query.offset - count } : query;
      const rows =
        (await findInGroups(scope, near, total, isReversed)) ??
        (await find(definition, near, totals, isReversed));
      return pageOf(isReversed ? rows.toReversed() : rows, total);
    },

    /**
     * The completions that a page's address names: one, a few that differ in their type, and claims of these. Verified ones
     * first, then claims by time.
     */
    async findAll(definition: ChallengeDefinition, wanted: readonly Condition[]): Promise<Completion[]> {
      const scope = scopeOf(definition);
      const rows = await database.query(
        selectList(scope, { conditions: wanted, order: [STANDING], offset: 0, count: MOST_FOUND }),
      );
      return rows.map((row) => toCompletion(row, scope));
    },

    /** The verified original of the same pair, tower or set as a completion; null: there is none. */
    async findOriginalLike(definition: ChallengeDefinition, like: Completion): Promise<Completion | null> {
      const same = sqlite
        .selectFrom("completion as c")
        .select("c.seq")
        .where("c.challenge", "=", definition.key)
        .where("c.og_identity", "=", ogIdentityOf(definition, like))
        .where("c.og", "=", sql.lit(1))
        .where("c.deleted_at", "is", null)
        .where("c.pending", "is", null);
      const scope = scopeOf(definition);
      const [row] = await database.query(selectRows(same, scope).compile());
      return row ? toCompletion(row, scope) : null;
    },

    /** What there is of each tower on each map, where there is something: read once until something of it is written. */
    listTowersOnMaps(definition: ChallengeDefinition): Promise<readonly TowerOnMap[]> {
      const statement = towersOnMapsStatement(definition);
      return tableOnce(completionsIn(definition.key, null), keyOf(statement), () =>
        database.query(statement),
      );
    },
  };
}

/** A page of a list. */
interface ListPage {
  readonly rows: readonly Completion[];
  /** When each of these was verified: ISO 8601, UTC; null: it was not, or nobody knows. */
  readonly verifiedAt: readonly (string | null)[];
  /** How many rows the whole list has. */
  readonly total: number;
}

/** Of an identity's few types and the claims of them. */
const MOST_FOUND = 100;

/** What there is of a tower on a map. */
export interface TowerOnMap {
  readonly tower: string;
  /** Its number. */
  readonly map: number;
  /** How many are verified, how many of these are originals, and how many wait for a helper. */
  readonly verified: number;
  readonly originals: number;
  readonly pending: number;
}

/** What one takes in memory, about. */
const BYTES_OF_A_PLACE = 100;

/** The statement behind the table view: it walks the counts in their order. */
export const towersOnMapsStatement = ({ key }: ChallengeDefinition): CompiledQuery<TowerOnMap> =>
  sql<TowerOnMap>`select tower, map, verified, originals, pending from tower_count
    where challenge = ${key} and verified + pending > 0 order by tower, map`.compile(sqlite);

import { type CompiledQuery, type Expression, type InferResult, sql } from "kysely";
import type { ChallengeDefinition, RecordRule } from "../../../challenges/define.ts";
import { completionsIn, partsOf } from "../../../contract/sources.ts";
import { fieldsOfKind, slotsOfOriginal } from "../../../derive/fields.ts";
import { ogIdentityOf } from "../../../derive/identity.ts";
import { type ListQuery, STANDING } from "../../../derive/list-query.ts";
import { inOrderOf } from "../../../derive/row.ts";
import type { Completion } from "../../../fields/completion.ts";
import type { Condition, SortTerm } from "../../../fields/condition.ts";
import { columnOf, SLOT_COLUMNS, unpackSlot, unpackSlots } from "../../../fields/slots.ts";
import { type Database, sqlite, unionAll } from "../database.ts";
import { keyOf, memoByVersion, SMALL } from "../memo.ts";
import {
  beginsWithMap,
  found,
  type ListScope,
  matchIn,
  orderOf,
  WALKED_COLUMNS,
  type Way,
  whereOf,
} from "./conditions.ts";
import { groupsOf, groupsStatement, keptCount, playedCount } from "./counts.ts";
import { divided, withMaps } from "./finding.ts";
import { recordsByVersion } from "./records.ts";

type ListRow = InferResult<ReturnType<typeof selectRows>>[number];

/** A row as fields present it: with its own extras, or with those of its original. */
function toCompletion(row: Omit<ListRow, "verifiedAt">, { ofOriginal }: ListScope): Completion {
  const { id, map_id: mapId, map, difficulty, og, pending } = row;
  const own = { id, mapId, map, difficulty, og: og === 1, pending, ...unpackSlots(row) };
  if (ofOriginal === null) return own;
  const extras = ofOriginal.map((name) => [
    name,
    unpackSlot(name, row[`original_${columnOf(name)}`] ?? null),
  ]);
  const original: Completion = {
    ...own,
    ...Object.fromEntries(extras),
    towers: unpackSlot("towers", row.original_towers),
  };
  // The original may name the pair the other way round.
  return { ...inOrderOf(own.towers, original), towers: own.towers };
}

function liveRows(scope: ListScope, conditions: readonly Condition[]) {
  const { find, rest } = divided(conditions, scope);
  let rows = sqlite
    .selectFrom("completion as c")
    .where("c.challenge", "=", scope.challenge)
    .where("c.deleted_at", "is", null);
  if (find) rows = rows.where(found(scope, find));
  for (const condition of rest) rows = rows.where(whereOf(condition, scope));
  if (scope.atMost !== undefined) rows = rows.where("c.record_amount", "<=", scope.atMost);
  return rows;
}

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

/**
 * Whether `o` is the original that `c` shows the extras of: a row that claims to be one shows its own; every other row
 * knows the verified one alone, so that what is pending changes nothing of what is verified.
 */
const isItsOriginal = sql<boolean>`case c.og when 1 then o.seq = c.seq else o.pending is null end`;

/** Rows by their numbers, each with its map's difficulty and its original's extras. */
function selectRows(numbers: Expression<unknown>, { ofOriginal }: Pick<ListScope, "ofOriginal">) {
  const carried = new Set((ofOriginal ?? []).map(columnOf)).add("towers");
  return (
    sqlite
      .selectFrom("completion as c")
      .where(sql<boolean>`c.seq in ${numbers}`)
      .innerJoin("map as m", "m.id", "c.map_id")
      .leftJoin("completion as o", (join) =>
        join
          .onRef("o.challenge", "=", "c.challenge")
          .onRef("o.og_identity", "=", "c.og_identity")
          .on("o.og", "=", sql.lit(1))
          .on("o.deleted_at", "is", null)
          .on(isItsOriginal),
      )
      .select(["c.id", "c.map_id", "m.name as map", "c.og", "c.pending", "c.verified_at as verifiedAt"])
      .select(SLOT_COLUMNS.map((column) => `c.${column}` as const))
      .select(Array.from(carried, (column) => `o.${column} as original_${column}` as const))
      // Of the index's own maps.
      .select(sql<string | null>`case m.listed when 1 then m.difficulty end`.as("difficulty"))
  );
}

/** How many rows a list has, and how many of them all its challenge has. */
interface Totals {
  readonly total: number;
  readonly all: number;
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

/**
 * How many rows a list has. Of maps and marks alone it is kept; of words and towers beside them the search index knows it
 * without a row.
 */
function countOf(scope: ListScope, conditions: readonly Condition[]): Expression<number> {
  const kept = keptCount(scope, conditions) ?? playedCount(scope, conditions);
  if (kept) return kept;
  const { find, rest } = divided(conditions, scope);
  if (!find || rest.length > 0)
    return liveRows(scope, conditions).select(sql<number>`count(*)`.as("total")).$asScalar();
  return sql<number>`(select count(*) from completion_search
    where completion_search match ${matchIn(scope, find)})`;
}

function scopeOf(definition: ChallengeDefinition): ListScope {
  return {
    challenge: definition.key,
    hasTwoTowers: fieldsOfKind(definition, "tower").length === 2,
    ofOriginal: slotsOfOriginal(definition),
  };
}

/**
 * What a row costs, in millionths of a second (measured at a million rows): found and read, to be sorted; read in a list's
 * order and tested; put into a set; looked up there.
 */
const COST = { gathered: 3, tested: 4, put: 0.15, probed: 0.25 } as const;

/** Rows that are walked past in no time. */
const DEEP = 1_000;

/** How unevenly what a list finds may be spread over its order. */
const UNEVENNESS = 3;

/** The way by which a page of a list costs least. */
function wayOf(
  scope: ListScope,
  { conditions, order: [first], offset, count }: ListQuery,
  { total, all: rows }: Totals,
): Way {
  if (!first || !WALKED_COLUMNS.has(first.column)) return "gathered";
  const walked = Math.min(rows, (UNEVENNESS * (offset + count) * rows) / total);
  const costs: Record<Way, number> = {
    gathered: COST.gathered * total,
    tested: COST.tested * walked,
    probed: divided(conditions, scope).find
      ? COST.put * total + COST.probed * walked
      : Number.POSITIVE_INFINITY,
  };
  const ways = Object.keys(costs) as Way[];
  return ways.reduce((best, way) => (costs[way] < costs[best] ? way : best));
}

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

/** Reads of completions. Deleted rows are never among them. */
export function completionLists(database: Database) {
  const countOnce = memoByVersion<Totals>(database);
  const tableOnce = memoByVersion<readonly TowerOnMap[]>(database, {
    ...SMALL,
    weigh: (rows) => rows.length * BYTES_OF_A_PLACE,
  });

  const settled = async ({ definition, conditions }: CountedList): Promise<CountedList> => ({
    definition,
    conditions: await withMaps(conditions, database),
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

  /** Rows of whatever challenges by their numbers, by id: all by one statement. */
  async function findNumbered(
    definitions: ReadonlyMap<string, ChallengeDefinition>,
    numbered: readonly { readonly seq: number; readonly id: string; readonly challenge: string }[],
  ): Promise<ReadonlyMap<string, Completion>> {
    const scopes = new Map(
      Array.from(new Set(numbered.map(({ challenge }) => challenge))).flatMap((challenge) => {
        const definition = definitions.get(challenge);
        return definition ? [[challenge, scopeOf(definition)] as const] : [];
      }),
    );
    if (scopes.size === 0) return new Map();
    const ofOriginal = Array.from(scopes.values()).flatMap((scope) => scope.ofOriginal ?? []);
    const numbers = JSON.stringify(numbered.map(({ seq }) => seq));
    const those = sql<number>`(select value from json_each(${numbers}))`;
    const rows = await database.query(selectRows(those, { ofOriginal }).compile());
    const found = new Map(rows.map((row) => [row.id, row]));
    return new Map(
      numbered.flatMap(({ id, challenge }) => {
        const [row, scope] = [found.get(id), scopes.get(challenge)];
        return row && scope ? [[id, toCompletion(row, scope)] as const] : [];
      }),
    );
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

    /** When these were verified and recorded, and whether they are samples, by id. */
    async findTimes(ids: readonly string[]): Promise<ReadonlyMap<string, CompletionTimes>> {
      const rows = await database.query(
        sqlite
          .selectFrom("completion")
          .select(["id", "verified_at as verifiedAt", "created_at as createdAt", "sample"])
          .where(sql<boolean>`id in (select value from json_each(${JSON.stringify(ids)}))`)
          .compile(),
      );
      return new Map(rows.map(({ id, sample, ...times }) => [id, { ...times, isSample: sample === 1 }]));
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

    /** The newest verified completions of the given challenges, newest first. */
    async listNewest(
      definitions: ReadonlyMap<string, ChallengeDefinition>,
      query: NewestQuery,
    ): Promise<NewestCompletion[]> {
      const rows = await database.query(newestStatement(definitions, query));
      return rows.flatMap(({ challenge, verifiedAt, ...row }) => {
        const definition = definitions.get(challenge);
        // When it was verified is what it was found by.
        if (!definition || verifiedAt === null) return [];
        return [{ challenge, verifiedAt, completion: toCompletion(row, scopeOf(definition)) }];
      });
    },

    /** The verified completions behind a place in the order of recording, of all challenges; `next`: where to go on; null: nowhere. */
    async listVerifiedAfter(
      definitions: ReadonlyMap<string, ChallengeDefinition>,
      after: number,
      count: number,
    ): Promise<{ rows: VerifiedCompletion[]; next: number | null }> {
      const page = await database.query(verifiedAfterStatement(after, count));
      const found = await findNumbered(definitions, page);
      const rows = page.flatMap(({ id, challenge, verifiedAt, createdAt, sample }) => {
        const completion = found.get(id);
        return completion ? [{ challenge, verifiedAt, createdAt, isSample: sample === 1, completion }] : [];
      });
      return { rows, next: page.length < count ? null : (page.at(-1)?.seq ?? null) };
    },

    /** The verified completions that have the record of each major version on a map, the newest version first. */
    async listRecords(definition: ChallengeDefinition, map: number): Promise<Completion[]> {
      const rows = await database.query(recordsStatement(definition, map));
      return rows.map((row) => toCompletion(row, scopeOf(definition)));
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

/** A list by what it is asked for. */
export interface CountedList {
  readonly definition: ChallengeDefinition;
  readonly conditions: readonly Condition[];
}

/** A row as far as it says what else there is. */
export interface Glimpse {
  readonly towers: readonly string[];
  readonly map: string;
  readonly people: readonly string[];
}

/** When a completion came to be what it is: ISO 8601, UTC. */
export interface CompletionTimes {
  readonly verifiedAt: string | null;
  readonly createdAt: string;
  readonly isSample: boolean;
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

/** Of an identity's few types and the claims of them. */
const MOST_FOUND = 100;

/** A completion among those that appeared last. `verifiedAt`: ISO 8601, UTC; null: it was not, or nobody knows. */
export interface AppearedCompletion {
  readonly definition: ChallengeDefinition;
  readonly verifiedAt: string | null;
  readonly completion: Completion;
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

/** What narrows the newest completions; null: all. */
export interface NewestQuery {
  readonly challenge: string | null;
  /** A map's id. */
  readonly map: number | null;
  readonly ogOnly: boolean;
  readonly count: number;
}

export interface NewestCompletion {
  readonly challenge: string;
  /** ISO 8601, UTC. */
  readonly verifiedAt: string;
  readonly completion: Completion;
}

/** The statement that finds the newest verified completions. When an imported one was verified may be unknown: it is not new. */
export function newestStatement(
  definitions: ReadonlyMap<string, ChallengeDefinition>,
  { challenge, map, ogOnly, count }: NewestQuery,
) {
  const narrowed = [
    ...(ogOnly ? [sql`and c.og = 1`] : []),
    ...(challenge === null ? [] : [sql`and c.challenge = ${challenge}`]),
    ...(map === null ? [] : [sql`and c.map_id = ${map}`]),
  ];
  const ofOriginal = [...definitions.values()].flatMap((each) => slotsOfOriginal(each) ?? []);
  const numbers = sql`(select c.seq from completion c
    where c.deleted_at is null and c.pending is null and c.verified_at is not null ${sql.join(narrowed, sql` `)}
    order by c.verified_at desc, c.id desc limit ${count})`;
  return selectRows(numbers, { ofOriginal })
    .select("c.challenge")
    .orderBy("c.verified_at", "desc")
    .orderBy("c.id", "desc")
    .compile();
}

/** A verified completion with when it came to be that. */
interface VerifiedCompletion extends CompletionTimes {
  readonly challenge: string;
  readonly completion: Completion;
}

/** The statement behind the verified completions behind a place: it walks the table. */
const verifiedAfterStatement = (after: number, count: number) =>
  sqlite
    .selectFrom("completion")
    .select(["seq", "id", "challenge", "verified_at as verifiedAt", "created_at as createdAt", "sample"])
    .where("deleted_at", "is", null)
    .where("pending", "is", null)
    .where("seq", ">", after)
    .orderBy("seq")
    .limit(count)
    .compile();

/** The statement behind the record of each major version on a map. */
export const recordsStatement = (definition: ChallengeDefinition, map: number): CompiledQuery<ListRow> =>
  selectRows(sql`${recordsByVersion(definition.key, map)}`, scopeOf(definition))
    .orderBy("c.major_version", "desc")
    .compile();

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

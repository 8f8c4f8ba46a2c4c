import { type CompiledQuery, sql } from "kysely";
import type { ChallengeDefinition } from "../../../../domain/challenges/define.ts";
import { ogIdentityOf } from "../../../../domain/challenges/fields.ts";
import type { Completion } from "../../../../domain/fields/attributes.ts";
import type { Condition } from "../../../../domain/fields/condition.ts";
import { type ListQuery, VERIFIED_FIRST } from "../../../../domain/lists/list-query.ts";
import { cachedByTags } from "../../../../server/cache/bounded-cache.ts";
import {
  batched,
  bind,
  type Database,
  rowsOfEach,
  sqlite,
  statement,
} from "../../../../server/db/database.ts";
import { completionsOf, listTags } from "../../../../server/db/tags.ts";
import {
  beginsWithMap,
  type ConditionPlan,
  type ListScope,
  orderOf,
  playersAgree,
} from "./conditions.server.ts";
import { choosePlan, mapsByNumber, type Totals } from "./query-plan.server.ts";
import {
  batchedTotals,
  isAmong,
  type ListRow,
  liveRows,
  type PickedRow,
  scopeOf,
  selectPicked,
  selectRows,
  takenClaimsStatement,
  toCompletion,
  totalsStatement,
} from "./rows.server.ts";

/** Selects the numbers of a page's rows, in its order. */
function selectPage(scope: ListScope, { conditions, order, offset, count }: ListQuery) {
  const isMapJoined = beginsWithMap(order);
  let page = liveRows(scope, conditions).select("c.seq as page_seq");
  // Without conditions maps are walked in their order, whatever the planner takes the challenge's size to be.
  if (isMapJoined && conditions.length === 0) {
    const walk = sqlite
      .selectFrom("map as m")
      .crossJoin("completion as c")
      .whereRef("c.map_id", "=", "m.id")
      .where("c.challenge", "=", scope.challenge)
      .where("c.deleted_at", "is", null)
      .select("c.seq as page_seq");
    page = scope.without ? walk.where(isAmong(scope.without), "=", 0) : walk;
  } else if (isMapJoined) page = page.innerJoin("map as m", "m.id", "c.map_id");
  return page.orderBy(orderOf(order, isMapJoined)).limit(count).offset(offset);
}

/**
 * Selects the rows of a page. The page is found first, from an index if there is one; only its rows are read and
 * joined.
 */
function selectList({ scope, query }: Omit<FoundPage, "definition">) {
  return selectRows(selectPage(scope, query), scope).orderBy(orderOf(query.order, true));
}

/** A page of a list, as its statement looks for it. */
interface FoundPage {
  readonly definition: ChallengeDefinition;
  readonly scope: ListScope;
  readonly query: ListQuery;
}

/** The statement behind pages of several lists: the rows of each page, in its order. */
export function pagesStatement(
  pages: readonly FoundPage[],
): CompiledQuery<ListRow & { readonly at: number }> {
  const [only] = pages;
  if (only && pages.length === 1)
    return selectList(only).select(sql.lit(0).$castTo<number>().as("at")).compile();
  const picked = pages.map(({ scope, query }, at) => {
    const page = selectPage(scope, query);
    // The subquery returns a page in order because it has a limit; row_number() keeps that order as a number.
    return sql<
      PickedRow & { place: number }
    >`select ${sql.lit(at)} as at, page_seq as seq, row_number() over () as place from (${page})`;
  });
  return selectPicked(
    picked,
    pages.map(({ definition }) => definition),
  )
    .orderBy("picked.at")
    .orderBy(sql`picked.place`)
    .compile();
}

/** The statements of a page and of its total, for tests that read their query plans. */
export function listStatements(
  definition: ChallengeDefinition,
  query: ListQuery,
  bounds: Pick<ListScope, "without"> = {},
) {
  const scope = { ...scopeOf(definition), ...bounds };
  return {
    page: (plan: ConditionPlan) => selectList({ scope: { ...scope, plan }, query }).compile(),
    // Includes how many rows the challenge has: how a page is found depends on both numbers.
    total: totalsStatement([{ definition, conditions: query.conditions }]),
  };
}

/** Reads the rows that have these numbers and are still there, in any order. */
export function numberedStatement(scope: ListScope, numbers: readonly number[]) {
  const seqs = sql`(select value from json_each(${JSON.stringify(numbers)}))`;
  return selectRows(seqs, scope).select("c.seq").where("c.deleted_at", "is", null).compile();
}

/** The statement that finds which of these filekeys are of the sample. */
export const samplesStatement = (filekeys: readonly string[]): CompiledQuery<{ readonly id: string }> =>
  sql<{ id: string }>`select id from completion
    where id in (select value from json_each(${JSON.stringify(filekeys)})) and sample = 1`.compile(sqlite);

/** How many rows a list has, and the numbers of the claims that it leaves out. */
interface CountedTotals extends Totals {
  readonly taken: readonly number[];
}

const scopeWithout = (definition: ChallengeDefinition, taken: readonly number[]): ListScope => ({
  ...scopeOf(definition),
  ...(taken.length > 0 && { without: taken }),
});

/** A database with what reads of its lists share. */
const openLists = (database: Database) => ({
  database,
  totalOnce: cachedByTags<CountedTotals>(database),
  totalsOf: batchedTotals(database),
  withMaps: mapsByNumber(database),
  findPage: batched(
    database,
    ({ definition, query }: FoundPage) => listTags(definition.key, query.conditions),
    pagesStatement,
    rowsOfEach,
  ),
});
type Lists = ReturnType<typeof openLists>;

/** Counts a list, and finds the claims that it leaves out. */
async function countList(
  { database, totalsOf }: Lists,
  definition: ChallengeDefinition,
  { conditions, isWithoutTaken = false }: ListQuery,
): Promise<CountedTotals> {
  const [{ total, all }, taken] = await Promise.all([
    totalsOf({ definition, conditions }),
    isWithoutTaken
      ? database.query(
          listTags(definition.key, conditions),
          takenClaimsStatement(scopeOf(definition), conditions),
        )
      : [],
  ]);
  return { total: total - taken.length, all, taken: taken.map(({ seq }) => seq) };
}

/**
 * Returns one page in the query's order, and how many rows the whole list has. The total is cached.
 */
async function list(lists: Lists, definition: ChallengeDefinition, requested: ListQuery): Promise<ListPage> {
  const scope = scopeOf(definition);
  const pageOf = (rows: readonly ListRow[], total: number): ListPage => ({
    rows: rows.map((row) => toCompletion(row, scope)),
    verifiedAt: rows.map(({ verifiedAt }) => verifiedAt),
    appearedAt: rows.map(({ appearedAt }) => appearedAt),
    revisions: rows.map(({ revision }) => revision),
    codesCheckedAt: rows.map(({ codeCheckedAt }) => codeCheckedAt),
    playersAgree: rows.map(({ playersAgree }) => playersAgree === 1),
    total,
  });
  // A list by id has one row or none, so nothing is counted first.
  if (requested.offset === 0 && requested.count > 0 && requested.conditions.some(({ on }) => on === "id")) {
    const tags = listTags(definition.key, requested.conditions);
    const rows = await lists.database.query(tags, selectList({ scope, query: requested }).compile());
    return pageOf(rows, rows.length);
  }
  const query = { ...requested, conditions: await lists.withMaps(requested.conditions) };
  const { isWithoutTaken = false, conditions } = query;
  const counted = await lists.totalOnce(JSON.stringify([definition.key, isWithoutTaken, conditions]), () =>
    countList(lists, definition, query),
  );
  const { total, taken } = counted;
  if (query.count === 0 || query.offset >= total) return pageOf([], total);
  const plan = choosePlan(scope, query, counted);
  const page = { definition, scope: { ...scopeWithout(definition, taken), plan }, query };
  return pageOf(await lists.findPage(page), total);
}

/**
 * Returns the numbers of all rows of a list, in its order: as it is at this moment, however long it then takes to
 * read them.
 */
async function findNumbers(
  lists: Lists,
  definition: ChallengeDefinition,
  requested: ListQuery,
): Promise<readonly number[]> {
  const conditions = await lists.withMaps(requested.conditions);
  const counted = await countList(lists, definition, { ...requested, conditions });
  const scope = scopeWithout(definition, counted.taken);
  const query = { ...requested, conditions, offset: 0, count: counted.total };
  const plan = choosePlan(scope, query, counted);
  const tags = listTags(definition.key, conditions);
  const rows = await lists.database.query(tags, selectPage({ ...scope, plan }, query).compile());
  return rows.map(({ page_seq }) => page_seq);
}

/** Finds the rows that have these numbers and are still there, in this order. */
async function findNumbered(
  { database }: Lists,
  definition: ChallengeDefinition,
  numbers: readonly number[],
): Promise<Completion[]> {
  const scope = scopeOf(definition);
  const live = await database.query(
    [completionsOf(definition.key), "maps"],
    numberedStatement(scope, numbers),
  );
  const rows = new Map(live.map((row) => [row.seq, row]));
  return numbers.flatMap((number) => {
    const row = rows.get(number);
    return row ? toCompletion(row, scope) : [];
  });
}

/**
 * Finds the completions that a page's address names: one, or a few that differ in their type, and claims of these.
 * Verified ones come first, then claims by time.
 */
async function findAll(
  { database }: Lists,
  definition: ChallengeDefinition,
  conditions: readonly Condition[],
): Promise<Completion[]> {
  const scope = scopeOf(definition);
  const query = { conditions, order: [VERIFIED_FIRST], offset: 0, count: MOST_FOUND };
  const tags = listTags(definition.key, conditions);
  const rows = await database.query(tags, selectList({ scope, query }).compile());
  return rows.map((row) => toCompletion(row, scope));
}

/** Returns which of these filekeys are of the sample. */
async function findSamples({ database }: Lists, filekeys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database.query(["completions", "sample"], samplesStatement(filekeys));
  return new Set(rows.map(({ id }) => id));
}

/** Finds those of these completions that all their players say are right, of which there are several. */
async function findAgreed({ database }: Lists, filekeys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database.query(
    ["completions"],
    statement<{ id: string }>`select c.id from completion as c
      where c.id in (select value from json_each(${JSON.stringify(filekeys)})) and ${playersAgree}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Finds the verified original of a completion's pair, tower or set; null: there is none. */
async function findOriginalLike(
  { database }: Lists,
  definition: ChallengeDefinition,
  like: Completion,
): Promise<Completion | null> {
  const same = sqlite
    .selectFrom("completion as c")
    .select("c.seq")
    .where("c.challenge", "=", definition.key)
    .where("c.og_identity", "=", ogIdentityOf(definition, like))
    .where("c.og", "=", sql.lit(1))
    .where("c.deleted_at", "is", null)
    .where("c.pending", "is", null);
  const scope = scopeOf(definition);
  const tags = [completionsOf(definition.key), "maps"] as const;
  const [row] = await database.query(tags, selectRows(same, scope).compile());
  return row ? toCompletion(row, scope) : null;
}

/**
 * Counts the rows of a list that were submitted or verified after an entry of the log, and returns the last such
 * entry; 0: there is none. Only the challenge's last 100 entries are looked at.
 */
async function countSince(
  { database, withMaps }: Lists,
  definition: ChallengeDefinition,
  requested: readonly Condition[],
  since: number,
) {
  const conditions = await withMaps(requested);
  const tags = listTags(definition.key, conditions);
  const [found] = await database.query(tags, sinceStatement(definition, conditions, since));
  const filekeys: readonly string[] = JSON.parse(found?.filekeys ?? "[]");
  return { seq: found?.seq ?? 0, count: filekeys.length, filekeys };
}

/** Returns which of these numbers are of a list's rows. Its work is bounded by how many they are. */
async function findAmong(
  { database, withMaps }: Lists,
  definition: ChallengeDefinition,
  requested: readonly Condition[],
  numbers: readonly number[],
): Promise<readonly number[]> {
  const conditions = await withMaps(requested);
  const tags = listTags(definition.key, conditions);
  const rows = await database.query(tags, amongStatement(definition, conditions, numbers));
  return rows.map(({ seq }) => seq);
}

/** Lists what there is of each tower on each map, if anything. */
const listTowersOnMaps = (
  { database }: Lists,
  definition: ChallengeDefinition,
): Promise<readonly TowerOnMap[]> =>
  database.query([completionsOf(definition.key)], towersOnMapsStatement(definition));

/** Reads of one list. Deleted rows are never included. */
export const completionLists = (database: Database) =>
  bind(openLists(database), {
    list,
    findNumbers,
    findNumbered,
    findAll,
    findSamples,
    findAgreed,
    findOriginalLike,
    countSince,
    findAmong,
    listTowersOnMaps,
  });

/** The acts by which a row becomes the newest of its list. */
const APPEARS = sql`('add', 'resubmit', 'verify')`;

/** The statement that counts what is new in a list. It starts from the log, so its work is the same in any list. */
export function sinceStatement(
  definition: ChallengeDefinition,
  conditions: readonly Condition[],
  since: number,
): CompiledQuery<{ seq: number; filekeys: string }> {
  const recent = sql`select noun_id from
    (select noun_id, action from change where topic = ${definition.key} order by seq desc limit 100)
    where action in ${APPEARS}`;
  const appeared = sql<number>`(select max(h.seq) from change h
    where h.noun = 'completion' and h.noun_id = c.id and h.action in ${APPEARS})`;
  const rows = liveRows({ ...scopeOf(definition), plan: "walked" }, conditions)
    .select(["c.id", appeared.as("seq")])
    .where(sql<boolean>`c.id in (${recent})`);
  return sql<{ seq: number; filekeys: string }>`select coalesce(max(seq), 0) as seq,
    json_group_array(id) filter (where seq > ${since}) as filekeys from (${rows})`.compile(sqlite);
}

/** The statement that finds which of these numbers are of a list's rows. */
export const amongStatement = (
  definition: ChallengeDefinition,
  conditions: readonly Condition[],
  numbers: readonly number[],
) =>
  liveRows({ ...scopeOf(definition), plan: "walked" }, conditions)
    .select("c.seq")
    .where(sql<boolean>`c.seq in (select value from json_each(${JSON.stringify(numbers)}))`)
    .compile();

/** A page of a list. */
interface ListPage {
  readonly rows: readonly Completion[];
  /** When each of these was verified: ISO 8601, UTC; null: it was not, or nobody knows. */
  readonly verifiedAt: readonly (string | null)[];
  /** The same for verified rows; for pending ones when they were submitted. */
  readonly appearedAt: readonly (string | null)[];
  /** Moved by what is written in a row and by its proof. */
  readonly revisions: readonly number[];
  /** When the documents of their challenge codes were fetched, of those that agree. */
  readonly codesCheckedAt: readonly (string | null)[];
  /** Whether all their players, of which there are several, say that they are right. */
  readonly playersAgree: readonly boolean[];
  /** The number of rows of the whole list. */
  readonly total: number;
}

/** Most completions found for an address: an identity's few types and the claims of them. */
const MOST_FOUND = 100;

/** What there is of a tower on a map. */
export interface TowerOnMap {
  readonly tower: string;
  /** The map's number. */
  readonly map: number;
  /** How many are verified, how many of those are originals, and how many wait for a helper. */
  readonly verified: number;
  readonly originals: number;
  readonly pending: number;
}

/** The statement behind the table view. It walks the counts in their order. */
export const towersOnMapsStatement = ({ key }: ChallengeDefinition): CompiledQuery<TowerOnMap> =>
  sql<TowerOnMap>`select tower, map, verified, originals, pending from tower_count
    where challenge = ${key} and verified + pending > 0 order by tower, map`.compile(sqlite);

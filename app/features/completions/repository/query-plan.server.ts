import { sql } from "kysely";
import type { Condition } from "../../../../domain/fields/condition.ts";
import { tokenOfLink } from "../../../../domain/fields/link/target.ts";
import {
  allOf,
  anyOf,
  ogToken,
  pendingToken,
  tokenOf,
  type WordQuery,
} from "../../../../domain/game/words.ts";
import type { ListQuery } from "../../../../domain/lists/list-query.ts";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { mapNamed } from "../../../../server/db/names.ts";
import { type ConditionPlan, type ListScope, WALKED_COLUMNS } from "./conditions.server.ts";

/** A list's conditions, divided into what the search index answers by itself and what only rows can answer. */
export interface SplitConditions {
  /** Null: reading rows is faster than asking the index. */
  readonly find: WordQuery | null;
  readonly rest: readonly Condition[];
}

const anyName = (names: readonly string[]): WordQuery =>
  anyOf(names.map((name) => ({ word: tokenOf(name) })));

/** Returns the find for the rows of a condition; null: the index cannot answer it. */
function findOf(condition: Condition): WordQuery | null {
  switch (condition.on) {
    case "search":
      return condition.find;
    case "anyTower":
      return anyName(condition.names);
    case "pair": {
      const [first, second] = condition.names;
      // The index knows which towers a row has, but not in how many places.
      return first.some((name) => second.includes(name)) ? null : allOf([anyName(first), anyName(second)]);
    }
    case "onMap":
      return condition.map === null ? null : { map: condition.map };
    case "og":
      // Originals are fewer than others, and pending rows fewer than verified ones: the larger set is found as all rows
      // without the smaller.
      return condition.og ? { word: ogToken(true) } : { not: { word: ogToken(true) } };
    case "pending":
      return condition.pending ? { word: pendingToken(true) } : { not: { word: pendingToken(true) } };
    case "has":
      return { has: condition.what };
    case "link":
      return { word: tokenOfLink(condition.link) };
    default:
      return null;
  }
}

/** The conditions that make the search index worth asking: a mark or a map alone has an index of its own. */
const LEADS = new Set<Condition["on"]>(["search", "anyTower", "pair", "has", "link"]);

const hasLead = (conditions: readonly Condition[]): boolean => conditions.some(({ on }) => LEADS.has(on));

/** Whether this is a pair of two exact names in a challenge with two towers: an ordinary index finds its few rows. */
const isIndexed = (condition: Condition, { hasTwoTowers }: Pick<ListScope, "hasTwoTowers">): boolean =>
  hasTwoTowers && condition.on === "pair" && condition.names.every((names) => names.length === 1);

/** Divides a list's conditions between the search index and rows. */
export function splitSearch(
  conditions: readonly Condition[],
  scope: Pick<ListScope, "hasTwoTowers">,
): SplitConditions {
  const each = conditions.map((condition) => ({
    condition,
    find: isIndexed(condition, scope) ? null : findOf(condition),
  }));
  if (!each.some(({ condition, find }) => find && LEADS.has(condition.on)))
    return { find: null, rest: conditions };
  return {
    find: allOf(each.flatMap(({ find }) => find ?? [])),
    rest: each.flatMap(({ condition, find }) => (find ? [] : [condition])),
  };
}

/**
 * Returns a function that replaces maps in conditions by their numbers where the search index can use them, and where
 * there are several: looking up a spelling binds five values, and a statement of D1 has at most 100.
 */
export function mapsByNumber(
  database: Database,
): (conditions: readonly Condition[]) => Promise<readonly Condition[]> {
  const numberOf = async (spelling: string): Promise<number | null> => {
    const statement = sql<{ map: number | null }>`select ${mapNamed(spelling)} as map`.compile(sqlite);
    return (await database.query(["maps"], statement))[0]?.map ?? null;
  };
  return async (conditions) => {
    const maps = conditions.filter(({ on }) => on === "map");
    if (!hasLead(conditions) && maps.length < 2) return conditions;
    return Promise.all(
      conditions.map(async (each) =>
        each.on === "map" ? { on: "onMap" as const, map: await numberOf(each.spelling) } : each,
      ),
    );
  };
}

/** The number of a list's rows, and of all rows of its challenge. */
export interface Totals {
  readonly total: number;
  readonly all: number;
}

/** Allows for matches that are spread unevenly over a list's order. */
const UNEVENNESS = 2;

/** What it takes to look a row up among those that a search found, as part of what reading it takes. */
const LOOK_UP = 0.1;

/** Returns the plan that takes less to find a page of a list. */
export function choosePlan(
  scope: ListScope,
  { conditions, order: [first], offset, count }: ListQuery,
  { total, all }: Totals,
): ConditionPlan {
  // Where every row is in the list, both plans are the same walk of its order.
  if (conditions.length === 0 || !first || !WALKED_COLUMNS.has(first.column)) return "gathered";
  const walked = Math.min(all, (UNEVENNESS * (offset + count) * all) / total);
  const cost = splitSearch(conditions, scope).find ? LOOK_UP * walked : walked;
  return cost < total ? "walked" : "gathered";
}

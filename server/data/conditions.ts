import { type RawBuilder, sql } from "kysely";
import type { Condition, SortTerm } from "../../fields/condition.ts";
import { personKey } from "../../game/name-key.ts";
import { mapCalled } from "./maps.ts";

type Where = RawBuilder<boolean>;

/** What the conditions of one list have in common: `c` is the completion. */
export interface ListScope {
  readonly challenge: string;
  /** Whether its rows carry the extras of their original (Condition's comment). */
  readonly hasOriginals: boolean;
}

/** `value in (…)`, as one bound parameter however long the list: D1 takes 100 a statement. */
function isAny(column: RawBuilder<unknown>, values: readonly string[]): Where {
  const [only] = values;
  if (values.length === 1) return sql`${column} = ${only}`;
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
}

function holdsAny(scope: ListScope, names: readonly string[]): Where {
  return sql`c.seq in (select t.completion from completion_tower t
    where ${isAny(sql.ref("t.tower"), names)} and t.challenge = ${scope.challenge})`;
}

/** Two different places hold one of each. */
function holdsPair(
  scope: ListScope,
  [first, second]: readonly [readonly string[], readonly string[]],
): Where {
  return sql`c.seq in (select a.completion from completion_tower a
    join completion_tower b on b.completion = a.completion and b.position <> a.position
    where ${isAny(sql.ref("a.tower"), first)} and a.challenge = ${scope.challenge} and ${isAny(sql.ref("b.tower"), second)})`;
}

function towersAre(scope: ListScope, towers: readonly string[], inAnyOrder: boolean): Where {
  const [first] = towers;
  if (first === undefined) return sql`c.tower1 is null`;
  if (!inAnyOrder) return sql`c.tower1 = ${first} and c.towers = ${JSON.stringify(towers)}`;
  const sorted = JSON.stringify([...towers].sort());
  return sql`${holdsAny(scope, [first])} and ${sorted} =
    (select json_group_array(value) from (select value from json_each(c.towers) order by value))`;
}

/** A slot that rows of a challenge with OG carry from their original. */
function ofOriginal(scope: ListScope, column: "money" | "date", value: string | number): Where {
  const ref = sql.ref(column);
  if (!scope.hasOriginals) return sql`c.${ref} = ${value}`;
  return sql`c.og_identity in (select g.og_identity from completion g
    where g.challenge = ${scope.challenge} and g.deleted_at is null and g.og = 1 and g.${ref} = ${value})`;
}

/** The original's upgrade of this row's tower: the original may name the pair the other way round. */
function upgradeIs(scope: ListScope, position: number, upgrade: string): Where {
  const own = sql.lit(`$[${position}]`);
  if (!scope.hasOriginals) return sql`json_extract(c.upgrades, ${own}) = ${upgrade}`;
  const other = sql.lit(`$[${1 - position}]`);
  return sql`exists (select 1 from completion g
    where g.challenge = ${scope.challenge} and g.deleted_at is null and g.og = 1 and g.og_identity = c.og_identity
    and json_extract(g.upgrades, case when g.tower1 = c.tower1 then ${own} else ${other} end) = ${upgrade})`;
}

/** Every word a prefix, all of them found; quoted, so that no character means anything to FTS5. */
function found(words: readonly string[]): Where {
  const match = words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(" ");
  return sql`c.seq in (select rowid from completion_search where completion_search match ${match})`;
}

/** Any spelling of a map; a name that is no map's stands for itself (its map may be gone). */
function mapIs(spelling: string): Where {
  return sql`c.map = coalesce(${mapCalled(spelling)}, ${spelling})`;
}

/** One condition as SQL on `c`. */
export function whereOf(condition: Condition, scope: ListScope): Where {
  switch (condition.on) {
    case "nothing":
      return sql`0`;
    case "map":
      return mapIs(condition.spelling);
    case "difficulty":
      return sql`c.map in (select name from map where difficulty = ${condition.difficulty})`;
    case "tower":
      return isAny(sql.ref(condition.position === 0 ? "c.tower1" : "c.tower2"), condition.names);
    case "pair":
      return holdsPair(scope, condition.names);
    case "anyTower":
      return holdsAny(scope, condition.names);
    case "towers":
      return towersAre(scope, condition.towers, condition.inAnyOrder);
    case "towerCount":
      return sql`c.tower_count = ${condition.count}`;
    case "upgrade":
      return upgradeIs(scope, condition.position, condition.upgrade);
    case "upgrades":
      return sql`c.upgrades = ${JSON.stringify(condition.upgrades)}`;
    case "person": {
      const place = condition.position === null ? sql`` : sql`and p.position = ${condition.position}`;
      return sql`c.seq in (select p.completion from completion_person p
        where p.person_key = ${personKey(condition.person)} and p.challenge = ${scope.challenge} ${place})`;
    }
    case "completionType":
      return sql`c.completion_type = ${condition.completionType}`;
    case "money":
      return ofOriginal(scope, "money", condition.money);
    case "date":
      return ofOriginal(scope, "date", condition.date);
    case "version":
      return sql`c.version_order between ${condition.from} and ${condition.to}`;
    case "link":
      return sql`c.link = ${condition.link}`;
    case "notes":
      return sql`c.notes = ${condition.notes}`;
    case "id":
      return sql`c.id = ${condition.id}`;
    case "og":
      return sql`c.og = ${condition.og ? 1 : 0}`;
    case "pending":
      return condition.pending ? sql`c.pending is not null` : sql`c.pending is null`;
    case "search":
      return found(condition.words);
  }
}

const ORDER_COLUMN = {
  tower1: "c.tower1",
  tower2: "c.tower2",
  towers: "c.towers",
  upgrades: "c.upgrades",
  map: "c.map",
  completion_type: "c.completion_type",
  money: "c.money",
  date: "c.date",
  version: "c.version_order",
  major_version: "c.major_version",
  og: "c.og",
  tower_count: "c.tower_count",
} as const satisfies Record<SortTerm["column"], string>;

/** Columns every row has a value in: an index serves them without asking where nulls go. */
const NEVER_NULL: readonly SortTerm["column"][] = [
  ...(["tower1", "tower2", "towers", "tower_count", "upgrades", "map", "og"] as const),
];

/** One term of an order; rows without a value come last either way (SQLite puts nulls last when descending). */
export function orderOf({ column, descending }: SortTerm): RawBuilder<unknown> {
  const ref = sql.ref(ORDER_COLUMN[column]);
  if (descending) return sql`${ref} desc`;
  return NEVER_NULL.includes(column) ? sql`${ref} asc` : sql`${ref} asc nulls last`;
}

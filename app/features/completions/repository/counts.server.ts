import { type CompiledQuery, type Expression, type RawBuilder, sql } from "kysely";
import type { Condition, SortTerm } from "../../../../domain/fields/condition.ts";
import type { ListQuery } from "../../../../domain/lists/list-query.ts";
import { sqlite } from "../../../../server/db/database.ts";
import { mapNamed } from "../../../../server/db/names.ts";
import { type ListScope, playedBy } from "./conditions.server.ts";

/** A condition as SQL on the tables of counts; null: it is about something that they do not count. */
function whereCounted(condition: Condition): RawBuilder<boolean> | null {
  switch (condition.on) {
    case "map":
      return sql`map = ${mapNamed(condition.spelling)}`;
    case "onMap":
      return sql`map = ${condition.map}`;
    case "difficulty":
      return sql`map in (select id from map where difficulty = ${condition.difficulty} and deleted_at is null)`;
    case "og":
      return sql`og = ${condition.og ? 1 : 0}`;
    case "pending":
      return sql`pending = ${condition.pending ? 1 : 0}`;
    default:
      return null;
  }
}

/** Whether a condition limits a count to some maps. */
const isOfMaps = ({ on }: Condition): boolean => on === "map" || on === "onMap" || on === "difficulty";

/** How many rows a list has by the counts that triggers keep; null: its rows have to be counted. */
export function storedCount(
  { challenge }: Pick<ListScope, "challenge">,
  conditions: readonly Condition[],
): Expression<number> | null {
  const wheres = conditions.map(whereCounted);
  if (!wheres.every((where) => where !== null)) return null;
  const all = [sql`challenge = ${challenge}`, ...wheres];
  const table = sql.table(conditions.some(isOfMaps) ? "completion_count" : "challenge_count");
  return sql<number>`(select coalesce(sum(count), 0) from ${table} where ${sql.join(all, sql` and `)})`;
}

/** How many rows a list of one player has, without reading any; null: the list has other conditions. */
export function playedCount(
  scope: Pick<ListScope, "challenge">,
  conditions: readonly Condition[],
): Expression<number> | null {
  const [only, ...others] = conditions;
  if (only?.on !== "person" || others.length > 0) return null;
  return sql<number>`(select count(distinct p.completion) ${playedBy(only, scope)})`;
}

/** The rows of a list that share the first value of its order, and how many they are. */
export interface Group {
  /** The tower's name, or the map's number. */
  readonly value: string | number;
  readonly rows: number;
}

/**
 * The statement that counts the groups of a list ordered first by map or first tower, so that a deep page can be looked
 * for within its own group; null: there are no such counts.
 */
export function groupsStatement(
  { challenge }: Pick<ListScope, "challenge">,
  conditions: readonly Condition[],
  { column, descending }: SortTerm,
): CompiledQuery<Group> | null {
  const way = descending ? sql`desc` : sql`asc`;
  if (column === "tower1" && conditions.length === 0)
    return sql<Group>`select tower as value, sum(verified + pending) as rows from tower_count
      where challenge = ${challenge} group by tower order by tower ${way}`.compile(sqlite);
  const wheres = conditions.map(whereCounted);
  if (column !== "map" || !wheres.every((where) => where !== null)) return null;
  const all = [sql`challenge = ${challenge}`, ...wheres];
  return sql<Group>`select m.id as value, counted.rows as rows
    from (select map, sum(count) as rows from completion_count where ${sql.join(all, sql` and `)} group by map) as counted
    join map m on m.id = counted.map where counted.rows > 0 order by m.sort_key ${way}, m.id ${way}`.compile(
    sqlite,
  );
}

/** Returns the groups that a page reaches into, each with the page's range of rows in it. */
export function groupsOf(
  groups: readonly Group[],
  { offset, count }: Pick<ListQuery, "offset" | "count">,
): { value: Group["value"]; offset: number; count: number }[] {
  let before = 0;
  return groups.flatMap(({ value, rows }) => {
    const from = Math.max(0, offset - before);
    const until = Math.min(rows, offset + count - before);
    before += rows;
    return from < until ? [{ value, offset: from, count: until - from }] : [];
  });
}

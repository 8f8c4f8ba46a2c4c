import { type CompiledQuery, type Expression, type RawBuilder, sql } from "kysely";
import type { ListQuery } from "../../../derive/list-query.ts";
import type { Condition, SortTerm } from "../../../fields/condition.ts";
import { sqlite } from "../database.ts";
import { mapMeant } from "../maps.ts";
import { type ListScope, playedBy } from "./conditions.ts";

/** A condition on `completion_count`; null: it is about something that is not counted there. */
function whereKept(condition: Condition): RawBuilder<boolean> | null {
  switch (condition.on) {
    case "map":
      return sql`map = ${mapMeant(condition.spelling)}`;
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

/** Whether a count is of some maps alone. */
const isOfMaps = ({ on }: Condition): boolean => on === "map" || on === "onMap" || on === "difficulty";

/** How many rows a list has, as far as triggers keep it; null where its rows have to be counted. */
export function keptCount(
  { challenge }: Pick<ListScope, "challenge">,
  conditions: readonly Condition[],
): Expression<number> | null {
  const wheres = conditions.map(whereKept);
  if (!wheres.every((where) => where !== null)) return null;
  const all = [sql`challenge = ${challenge}`, ...wheres];
  const table = sql.table(conditions.some(isOfMaps) ? "completion_count" : "challenge_count");
  return sql<number>`(select coalesce(sum(count), 0) from ${table} where ${sql.join(all, sql` and `)})`;
}

/** How many rows a list of one player has, without reading any; null: it asks for something else, or for more. */
export function playedCount(
  scope: Pick<ListScope, "challenge">,
  conditions: readonly Condition[],
): Expression<number> | null {
  const [only, ...others] = conditions;
  if (only?.on !== "person" || others.length > 0) return null;
  return sql<number>`(select count(distinct p.completion) ${playedBy(only, scope)})`;
}

/** What a list's rows have first in its order, with how many rows each has, in that order. */
export interface Group {
  /** Its tower, or its map's number. */
  readonly value: string | number;
  readonly rows: number;
}

/**
 * The statement that tells the groups of a list whose order begins with the map or the first tower; null where no counts
 * are kept of them. A deep page is then looked for in its own group.
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
  const wheres = conditions.map(whereKept);
  if (column !== "map" || !wheres.every((where) => where !== null)) return null;
  const all = [sql`challenge = ${challenge}`, ...wheres];
  return sql<Group>`select m.id as value, kept.rows as rows
    from (select map, sum(count) as rows from completion_count where ${sql.join(all, sql` and `)} group by map) as kept
    join map m on m.id = kept.map where kept.rows > 0 order by m.sort_key ${way}, m.id ${way}`.compile(
    sqlite,
  );
}

/** The groups that a page is in, each with the page's rows in it. */
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

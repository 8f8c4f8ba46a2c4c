import { type Expression, type RawBuilder, sql } from "kysely";
import type { Condition } from "../../../fields/condition.ts";
import { mapMeant } from "../maps.ts";
import type { ListScope } from "./conditions.ts";

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

/** How many rows a list has, as far as triggers keep it; null where its rows have to be counted. */
export function keptCount(
  { challenge }: Pick<ListScope, "challenge">,
  conditions: readonly Condition[],
): Expression<number> | null {
  const wheres = conditions.map(whereKept);
  if (!wheres.every((where) => where !== null)) return null;
  const all = [sql`challenge = ${challenge}`, ...wheres];
  return sql<number>`(select coalesce(sum(count), 0) from completion_count where ${sql.join(all, sql` and `)})`;
}

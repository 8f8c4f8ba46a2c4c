import { type RawBuilder, sql } from "kysely";
import type { RecordRule } from "../../../../domain/challenges/define.ts";

export type Scope = RecordRule["scopes"][number];

/** The verified completions `r` that a completion `c` is compared with in a scope. A scope is always within one map. */
export const peersIn = (scope: Scope): RawBuilder<unknown> => peersOf(scope, "r", "c");

/** The same with other names, and by an index if one is named. */
export function peersOf(scope: Scope, peer: string, own: string, by = ""): RawBuilder<unknown> {
  const same = (column: string) => sql`${sql.ref(`${peer}.${column}`)} = ${sql.ref(`${own}.${column}`)}`;
  const narrower = {
    map: sql`true`,
    major: same("major_version"),
    completiontype: sql`${sql.ref(`${peer}.completion_type`)} is ${sql.ref(`${own}.completion_type`)}`,
  };
  const at = (column: string) => sql.ref(`${peer}.${column}`);
  return sql`completion as ${sql.ref(peer)} ${by === "" ? sql`` : sql`indexed by ${sql.ref(by)}`}
    where ${same("challenge")} and ${same("map_id")}
    and ${at("deleted_at")} is null and ${at("pending")} is null and ${at("record_amount")} is not null
    and ${sql.join(
      scope.map((part) => narrower[part]),
      sql` and `,
    )}`;
}

/** The order in which completions `r` came: by their day (migrations/0005-completions.sql), unknown ones last, then as recorded. */
export const inOrder = sql`r.day is null, r.day, r.created_at, r.seq`;

const comparable = (name: string): RawBuilder<unknown> => {
  const at = (column: string) => sql.ref(`${name}.${column}`);
  return sql`${at("day")} is null, coalesce(${at("day")}, ''), ${at("created_at")}, ${at("seq")}`;
};

/** A completion's place in that order, to be compared with another's. */
export const timeOf = (name: string): RawBuilder<unknown> => sql`(${comparable(name)})`;

/** A completion's place among the best ones; of equals, in that order. */
export const rankOf = (name: string): RawBuilder<unknown> =>
  sql`(${sql.ref(`${name}.record_amount`)}, ${comparable(name)})`;

/** The same as an order of completions `r`. */
export const byRank = sql`r.record_amount, ${inOrder}`;

/** Whether `r` came before `c`. */
export const isEarlier = sql`${timeOf("r")} < ${timeOf("c")}`;

/**
 * The completions `r` that counted as records of a scope until `c`, which was played earlier and is as good, was there:
 * nothing else before them is as good.
 * @param rival narrows what else counts, `q`
 * @param verifiedBy a time by which they had to be verified; by default they may be of any
 */
export const supersededIn = (
  scope: Scope,
  rival: RawBuilder<unknown> = sql`true`,
  verifiedBy: RawBuilder<unknown> = sql`'9'`,
): RawBuilder<unknown> =>
  // What was played later was verified later, or was moved in: only a completion that is entered late has many such.
  sql`${peersOf(scope, "r", "c", "completion_newest_on_map")} and r.id <> c.id
    and (r.recency >= c.day and r.recency < ${verifiedBy} or r.recency >= '0 ' || c.day and r.recency < '1')
    and r.record_amount >= c.record_amount and ${timeOf("c")} < ${timeOf("r")}
    and not exists (select 1 from ${peersOf(scope, "q", "r")} and q.id <> c.id and ${rival}
      and q.record_amount <= r.record_amount and ${timeOf("q")} < ${timeOf("r")})`;

/** The order of completions `r` that are equally good: the first has the record's mark. An unknown date is last. */
export const MARKED_FIRST = sql`r.date_order, r.created_at, r.seq`;

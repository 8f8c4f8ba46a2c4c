import { type CompiledQuery, sql } from "kysely";
import type { SecondLook } from "../../../../domain/submissions/limits.ts";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { PRIVATE } from "../../../../server/db/tags.ts";
import { peersIn } from "../../completions/repository/records.server.ts";
import { isConfirmed } from "../../completions/repository/stored-completion.server.ts";
import { type Definitions, scopesOf } from "../repository.server.ts";

/** What a helper may look at a second time. */
export interface SecondLookQuery {
  /** They have neither verified nor submitted any of it. */
  readonly helper: string;
  readonly kinds: readonly SecondLook[];
  /** Verified after this, and not after `until`: ISO 8601, UTC. */
  readonly since: string;
  readonly until: string;
  /** One completion alone, by its filekey; null: all. */
  readonly filekey: string | null;
  readonly limit: number;
}

interface SecondLookRow extends Readonly<Record<SecondLook, number>> {
  readonly id: string;
  readonly verified: string;
}

/** The statement behind what nobody looked at twice. What was doubted as it is now is looked at among the reports. */
export function secondLooksStatement(
  { helper, kinds, since, until, filekey, limit }: SecondLookQuery,
  definitions: Definitions,
): CompiledQuery<SecondLookRow> {
  const best = scopesOf(definitions).map(
    ({ scope, isIn }) => sql`(${isIn}
      and not exists (select 1 from ${peersIn(scope)} and r.record_amount < c.record_amount))`,
  );
  const is: Readonly<Record<SecondLook, unknown>> = {
    og: sql`c.og = 1`,
    record: sql`(c.record_amount is not null and (${sql.join([sql`false`, ...best], sql` or `)}))`,
    self: sql`c.verified_by is c.submitted_by`,
  };
  const flags = (Object.keys(is) as SecondLook[]).map(
    (kind) => sql`${kinds.includes(kind) ? is[kind] : sql`false`} as ${sql.ref(kind)}`,
  );
  return sql<SecondLookRow>`select id, verified, og, record, self from (
    select c.id, c.verified_at as verified, ${sql.join(flags)}
      from completion as c ${filekey === null ? sql`indexed by completion_second_look` : sql``}
      where c.deleted_at is null and c.pending is null and c.verified_by is not null
        and c.verified_at > ${since} and c.verified_at <= ${until}
        ${filekey === null ? sql`` : sql`and c.id = ${filekey}`}
        and c.sample = 0 and c.verified_by <> ${helper} and c.submitted_by is not ${helper}
        and ${isConfirmed} is not true
        and not exists (select 1 from report as d
          where d.completion = c.id and d.doubted_revision = c.revision and d.at > c.verified_at))
    where og or record or self order by verified, id limit ${limit}`.compile(sqlite);
}

/** How many of the last verdicts tell how many people verify. */
const LAST_VERDICTS = 500;

/** The statement that counts who gave the last verdicts. */
const verifiersStatement = (): CompiledQuery<{ total: number }> =>
  sql<{ total: number }>`select count(distinct actor) as total from (
    select actor from change indexed by change_verdicts
      where noun = 'completion' and action in ('verify', 'reject')
      order by seq desc limit ${sql.lit(LAST_VERDICTS)})`.compile(sqlite);

/** What another helper is asked to look at. It is private who may; that somebody did is a completion's own. */
export const secondLookReads = (database: Database) => ({
  list: (query: SecondLookQuery, definitions: Definitions): Promise<SecondLookRow[]> =>
    database.query(PRIVATE, secondLooksStatement(query, definitions)),

  /** How many people gave the last verdicts: for a site whose accounts are elsewhere. */
  async countVerifiers(): Promise<number> {
    const [row] = await database.query(PRIVATE, verifiersStatement());
    return row?.total ?? 0;
  },
});

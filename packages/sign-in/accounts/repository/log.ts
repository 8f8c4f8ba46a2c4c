import { type CompiledQuery, type RawBuilder, type Selectable, sql } from "kysely";
import type { LoggedAct, LoggedActs } from "../../../../server/auth/sign-in.ts";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import type { AccountLogTable } from "../../../../server/db/schema.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";

/** The statement behind the accounts' log, the newest first. */
function accountLogStatement({ before, actor, action, from, until, limit }: LoggedActs) {
  const listed = sqlite.selectFrom("account_log").selectAll().where("seq", "<", before);
  const day = (at: string) =>
    sql<number>`(select seq from account_log where at >= ${at} order by at, seq limit 1)`;
  const narrowed = [
    ...(actor === null ? [] : [sql<boolean>`actor = ${actor}`]),
    ...(action === null ? [] : [sql<boolean>`action = ${action}`]),
    ...(from === null ? [] : [sql<boolean>`seq >= ${day(from)}`]),
    ...(until === null ? [] : [sql<boolean>`seq < coalesce(${day(until)}, ${Number.MAX_SAFE_INTEGER})`]),
  ];
  return narrowed
    .reduce((query, condition) => query.where(condition), listed)
    .orderBy("seq", "desc")
    .limit(limit)
    .compile();
}

const toAct = ({ details, ...row }: Selectable<AccountLogTable>): LoggedAct => ({
  ...row,
  details: details === null ? null : JSON.parse(details),
});

/** Lists entries of the accounts' log, the newest first. */
export const listLog = async (database: Database, query: LoggedActs): Promise<LoggedAct[]> =>
  (await database.query(NO_TAGS, accountLogStatement(query))).map(toAct);

/** Lists the newest entries about an account. */
export async function listLogOf(database: Database, account: string, limit: number): Promise<LoggedAct[]> {
  const rows = await database.query(
    NO_TAGS,
    sqlite
      .selectFrom("account_log")
      .selectAll()
      .where("account", "=", account)
      .orderBy("seq", "desc")
      .limit(limit)
      .compile(),
  );
  return rows.map(toAct);
}

/** The statement for an entry of the accounts' log; it belongs in the same batch as the change that it records. */
export function logAccount(
  { at, actor, action, account, details = null }: Omit<LoggedAct, "seq" | "details"> & Partial<LoggedAct>,
  where: RawBuilder<unknown> = sql`true`,
): CompiledQuery<unknown> {
  const inJson = details === null ? null : JSON.stringify(details);
  return sql`insert into account_log (at, actor, action, account, details)
    select ${at}, ${actor}, ${action}, ${account}, ${inJson} where ${where}`.compile(sqlite);
}

import { type RawBuilder, sql } from "kysely";
import { statement } from "../../../../server/db/database.ts";
import { personal, type StoredAccounts } from "../../../../server/db/personal.ts";

/** What the accounts' tables have of people. */
export const storedAccounts: StoredAccounts = {
  columns: [
    personal(
      ...(["account", "id", "row", "email", "email_verified_at", "display_name", "name_public"] as const),
      ...["roles", "blocked_at", "created_at", "signed_in_at"],
    ),
    personal("account_identity", "account", "row", "issuer", "subject", "name"),
    personal("account_link", "account", "row", "purpose", "email", "created_at", "expires_at"),
    personal("account_link", "invited_by", "row"),
    personal("account_log", "account", "id", "at", "action", "details"),
    personal("account_log", "actor", "id"),
    personal("sign_in_record", "account", "row", "model", "expires_at"),
  ],
  erase(person, address) {
    const email = sql`coalesce((select email_key from account where id = ${person}),
      ${address})`;
    // As it was written, too: SQLite has small letters of the Latin alphabet alone.
    const written = sql`lower((select email from account where id = ${person}))`;
    // The whole address, as JSON has it: somebody else's may contain theirs.
    const named = (column: string) => {
      const among = (own: RawBuilder<unknown>) =>
        sql`ifnull(instr(lower(${sql.ref(column)}), '"' || ${own} || '"'), 0) > 0`;
      return sql`(${among(email)} or ${among(written)})`;
    };
    return [
      statement`update account_log set details = null where account = ${person} or ${named("details")}`,
      statement`delete from account_link where lower(email) in (${email}, ${written})`,
      statement`delete from sign_in_record where ${named("payload")} or instr(payload, ${person}) > 0`,
    ];
  },
};

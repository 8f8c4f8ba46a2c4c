import { type CompiledQuery, sql } from "kysely";
import { asWritten } from "../../../../domain/game/typed-text.ts";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import type { AccountLinkTable } from "../../../../server/db/schema.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";
import { emailKey } from "./accounts.ts";
import { logAccount } from "./log.ts";

export type LinkPurpose = "reset" | "invitation" | "email";

/** A link that works once. */
export interface AccountLink {
  /** SHA-256 of the secret, hex. */
  readonly secretHash: string;
  readonly purpose: LinkPurpose;
  readonly account: string | null;
  readonly email: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** The roles that an invitation gives. */
  readonly roles: readonly string[];
  /** The account of the administrator who made an invitation, or who hands out a reset link. */
  readonly invitedBy: string | null;
  readonly withdrawn: boolean;
  /** The hash of the link by which the other end confirms the same change of address; null: there is none. */
  readonly partner: string | null;
  /** At the end of the old address: when the change happens without its answer, once the new one has agreed; else null. */
  readonly takesEffectAt: string | null;
}

/** A change of address under way: to which, and when it happens without an answer of the old one. */
export interface AddressMove {
  readonly email: string;
  readonly takesEffectAt: string;
}

/** A change of address that nobody has refused in time. */
export interface DueMove extends AddressMove {
  readonly secretHash: string;
  readonly account: string;
  /** The address that the account still has. */
  readonly before: string | null;
}

const toLink = (row: AccountLinkTable): AccountLink => ({
  secretHash: row.secret_hash,
  purpose: row.purpose,
  account: row.account,
  email: row.email,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  roles: JSON.parse(row.roles),
  invitedBy: row.invited_by,
  withdrawn: row.withdrawn_at !== null,
  partner: row.partner,
  takesEffectAt: row.takes_effect_at,
});

/** Finds a link that has neither been used nor expired; it may have been withdrawn. */
export async function findLink(
  database: Database,
  secretHash: string,
  now: string,
): Promise<AccountLink | null> {
  const [row] = await database.query(
    NO_TAGS,
    sqlite
      .selectFrom("account_link")
      .selectAll()
      .where("secret_hash", "=", secretHash)
      .where("expires_at", ">", now)
      .compile(),
  );
  return row ? toLink(row) : null;
}

/** The change of address that an account waits for; null: none. */
export async function findMove(
  database: Database,
  account: string,
  now: string,
): Promise<AddressMove | null> {
  const [row] = await database.query(
    NO_TAGS,
    sql<AddressMove>`select email, takes_effect_at as "takesEffectAt" from account_link
      where account = ${account} and purpose = 'email' and takes_effect_at is not null and expires_at > ${now}
      limit 1`.compile(sqlite),
  );
  return row ?? null;
}

/** Lists changes of address that the new one has agreed to and whose time to refuse is over. */
export const listDueMoves = (database: Database, now: string, limit: number): Promise<DueMove[]> =>
  database.query(
    NO_TAGS,
    sql<DueMove>`select l.secret_hash as "secretHash", l.account, l.email,
        l.takes_effect_at as "takesEffectAt", a.email as before
      from account_link as l join account as a on a.id = l.account
      where l.expires_at <= ${now} and l.takes_effect_at <= l.expires_at
      order by l.expires_at, l.secret_hash limit ${limit}`.compile(sqlite),
  );

/** Lists the invitations that are still open, newest first. */
export async function listInvitations(
  database: Database,
  now: string,
  limit: number,
): Promise<AccountLink[]> {
  const rows = await database.query(
    NO_TAGS,
    sqlite
      .selectFrom("account_link")
      .selectAll()
      .where("purpose", "=", "invitation")
      .where("account", "is", null)
      .where("withdrawn_at", "is", null)
      .where("expires_at", ">", now)
      .orderBy("created_at", "desc")
      .orderBy("secret_hash")
      .limit(limit)
      .compile(),
  );
  return rows.map(toLink);
}

/**
 * Returns the statements that add a link. One link is open per account and purpose at a time, beside
 * one to reset that an administrator handed over: it replaces earlier ones.
 * They fail the whole batch (ConstraintError) when the administrator who makes the link is gone, blocked, or no longer
 * has `role`.
 */
export function replaceLink(
  link: Omit<AccountLink, "withdrawn" | "partner" | "takesEffectAt">,
  role: string | null,
  old: OldEnd | null = null,
): CompiledQuery<unknown>[] {
  const { secretHash, purpose, account, email, createdAt, expiresAt, roles, invitedBy } = link;
  const before = sqlite.deleteFrom("account_link").where("purpose", "=", purpose);
  return [
    (account === null
      ? before.where("account", "is", null).where("email", "=", email)
      : before
          .where("account", "=", account)
          // Anybody may ask for a mail: that ends none that an administrator has handed over.
          .$if(invitedBy === null, (mailed) => mailed.where("invited_by", "is", null))
    ).compile(),
    sqlite
      .insertInto("account_link")
      .values({
        secret_hash: secretHash,
        purpose,
        account,
        email,
        // Not nullable, so the insert fails where there is no such administrator.
        created_at:
          invitedBy === null
            ? createdAt
            : sql<string>`(select ${createdAt} from account where id = ${invitedBy} and blocked_at is null
                and exists (select 1 from json_each(roles) where value = ${role}))`,
        expires_at: expiresAt,
        roles: JSON.stringify(roles),
        invited_by: invitedBy,
        partner: old?.secretHash ?? null,
      })
      .compile(),
    ...(old === null ? [] : [insertOldEnd(secretHash, old)]),
  ];
}

/** The link by which the old address agrees to a change, and when that happens without its answer. */
export interface OldEnd {
  readonly secretHash: string;
  readonly takesEffectAt: string;
}

/** The statement that adds the link of the old address to that of the new one. */
const insertOldEnd = (secretHash: string, old: OldEnd): CompiledQuery<unknown> =>
  sql`insert into account_link
      (secret_hash, purpose, account, email, created_at, expires_at, partner, takes_effect_at)
    select ${old.secretHash}, purpose, account, email, created_at, expires_at, ${secretHash}, ${old.takesEffectAt}
    from account_link where secret_hash = ${secretHash}`.compile(sqlite);

/**
 * The statements that use up a link and, if nobody else has yet to confirm it, change the account's address. Of two links
 * that are used at once, the second one changes it. They fail as those of spendLink do; the last one returns a row if the
 * address was changed.
 */
export function spendEmailLink(link: AccountLink, now: string): CompiledQuery<unknown>[] {
  const { secretHash, account, email, partner } = link;
  const isAlone = sql<boolean>`not exists (select 1 from account_link where secret_hash = ${partner})`;
  const address = { email: asWritten(email ?? ""), email_key: emailKey(email ?? "") };
  return [
    ...spendLink(secretHash, now),
    sql`insert into account_log (at, actor, action, account, details)
      select ${now}, ${account}, iif(${isAlone}, 'confirm e-mail', 'confirm one end of e-mail'), ${account},
        ${JSON.stringify({ email })}`.compile(sqlite),
    // From now on the old address has until then to refuse.
    sql`update account_link set expires_at = takes_effect_at
      where secret_hash = ${partner} and takes_effect_at is not null`.compile(sqlite),
    sql`delete from account_link where account = ${account} and purpose <> 'email' and ${isAlone}`.compile(
      sqlite,
    ),
    sqlite
      .updateTable("account")
      .set({ ...address, email_verified_at: now })
      .where("id", "=", account ?? "")
      .where(isAlone)
      .returning("id")
      .compile(),
  ];
}

/**
 * The statements that carry a due change of address out, end the account's links and log it. They do nothing if the link is
 * gone; the first one returns a row if the address was changed. They fail the batch (ConstraintError) if it is taken.
 */
export function carryOutMove({ secretHash, account, email, before }: DueMove, now: string) {
  const isThere = sql<boolean>`exists (select 1 from account_link where secret_hash = ${secretHash})`;
  return [
    sqlite
      .updateTable("account")
      .set({ email: asWritten(email), email_key: emailKey(email), email_verified_at: now })
      .where("id", "=", account)
      .where(isThere)
      .returning("id")
      .compile(),
    logAccount(
      {
        at: now,
        actor: account,
        action: "change e-mail, not refused",
        account,
        details: { before, after: email },
      },
      isThere,
    ),
    sqlite.deleteFrom("account_link").where("account", "=", account).where(isThere).compile(),
  ];
}

/** The statement that ends the links of a change of address. */
export const endEmailLinksOf = (account: string): CompiledQuery<unknown> =>
  sqlite.deleteFrom("account_link").where("account", "=", account).where("purpose", "=", "email").compile();

/**
 * Returns a statement that fails the whole batch (ConstraintError) when the link is gone or withdrawn, and otherwise
 * inserts a row with the key `mark`.
 */
function requireOpen(secretHash: string, now: string) {
  const mark = `used ${secretHash}`;
  // `created_at` is not nullable, so the insert fails where the link's row is missing.
  const statement = sql`insert into account_link (secret_hash, purpose, created_at, expires_at)
    select ${mark}, 'reset', (select created_at from account_link
      where secret_hash = ${secretHash} and expires_at > ${now} and withdrawn_at is null), ''`;
  return { mark, statement: statement.compile(sqlite) };
}

/**
 * The statements that use up a link. They fail the whole batch (ConstraintError) when the link is gone or withdrawn: if
 * two people use one link at once, only one succeeds.
 */
export function spendLink(secretHash: string, now: string): CompiledQuery<unknown>[] {
  const { mark, statement } = requireOpen(secretHash, now);
  return [
    statement,
    sqlite.deleteFrom("account_link").where("secret_hash", "in", [secretHash, mark]).compile(),
  ];
}

/** The statements that withdraw a link. They fail as those of spendLink do. */
export function withdrawLink(secretHash: string, now: string): CompiledQuery<unknown>[] {
  const { mark, statement } = requireOpen(secretHash, now);
  return [
    statement,
    sqlite.deleteFrom("account_link").where("secret_hash", "=", mark).compile(),
    sqlite
      .updateTable("account_link")
      .set({ withdrawn_at: now })
      .where("secret_hash", "=", secretHash)
      .compile(),
  ];
}

/** The statement that ends every link of an account: to set its password, and to confirm an address for it. */
export function endLinksOf(account: string): CompiledQuery<unknown> {
  return sqlite.deleteFrom("account_link").where("account", "=", account).compile();
}

/** The statement that withdraws every link that an administrator made: invitations, and reset links handed out. */
export function withdrawLinksBy(account: string, now: string): CompiledQuery<unknown> {
  return sqlite
    .updateTable("account_link")
    .set({ withdrawn_at: now })
    .where("invited_by", "=", account)
    .where("withdrawn_at", "is", null)
    .compile();
}

/**
 * The statement that deletes links that expired at or before `now`, except for those by which a change of address is due
 * (`listDueMoves`).
 */
export function deleteEndedLinks(now: string): CompiledQuery<unknown> {
  return sqlite
    .deleteFrom("account_link")
    .where("expires_at", "<=", now)
    .where(sql<boolean>`(takes_effect_at is null or takes_effect_at > expires_at)`)
    .compile();
}

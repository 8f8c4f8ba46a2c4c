import { type CompiledQuery, sql } from "kysely";
import { type Database, sqlite } from "./database.ts";
import type { AccountLinkTable, AccountTable } from "./schema.ts";

/** An account of the embedded provider. */
export interface Account {
  /** The `sub` of its tokens. */
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly passwordHash: string | null;
  /** Its password is the one that the index made up and printed. */
  readonly passwordGenerated: boolean;
  readonly displayName: string | null;
  readonly roles: readonly string[];
  readonly blocked: boolean;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly signedInAt: string | null;
}

/** What a new account is made of. */
export interface NewAccount {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly passwordHash: string | null;
  readonly passwordGenerated: boolean;
  readonly roles: readonly string[];
}

/** One entry of the accounts' own log. Never a password, never the secret of a link. */
export interface AccountLogEntry {
  readonly at: string;
  /** An account's id, SYSTEM, or COMMAND_LINE. */
  readonly actor: string;
  readonly action: string;
  readonly account: string;
  readonly details: Readonly<Record<string, unknown>> | null;
}

/** An entry as it stands in the log. */
export interface LoggedAct extends AccountLogEntry {
  readonly seq: number;
}

export const COMMAND_LINE = "command line";

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
  /** Of whoever joins by it. */
  readonly roles: readonly string[];
  /** The account of the administrator who invited. */
  readonly invitedBy: string | null;
  readonly withdrawn: boolean;
}

/** Which accounts a page of the list shows. */
export interface AccountQuery {
  /** Part of an address or a name; empty for all. */
  readonly query: string;
  readonly limit: number;
  readonly offset: number;
}

/** How two spellings of one address fall together: mail servers do not tell letter case apart. */
export function emailKey(email: string): string {
  return email.trim().normalize("NFC").toLowerCase();
}

const toAccount = (row: AccountTable): Account => ({
  id: row.id,
  email: row.email,
  emailVerified: row.email_verified_at !== null,
  passwordHash: row.password_hash,
  passwordGenerated: row.password_generated === 1,
  displayName: row.display_name,
  roles: JSON.parse(row.roles),
  blocked: row.blocked_at !== null,
  createdAt: row.created_at,
  signedInAt: row.signed_in_at,
});

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
});

/** Reads of the accounts. */
export function accountReads(database: Database) {
  const first = async (statement: CompiledQuery<AccountTable>): Promise<Account | null> => {
    const [row] = await database.query(statement);
    return row ? toAccount(row) : null;
  };
  const all = sqlite.selectFrom("account").selectAll();

  return {
    findById: (id: string): Promise<Account | null> => first(all.where("id", "=", id).compile()),

    findByEmail: (email: string): Promise<Account | null> =>
      first(all.where("email_key", "=", emailKey(email)).compile()),

    findByIdentity: (issuer: string, subject: string): Promise<Account | null> =>
      first(
        sqlite
          .selectFrom("account_identity as i")
          .innerJoin("account as a", "a.id", "i.account")
          .selectAll("a")
          .where("i.issuer", "=", issuer)
          .where("i.subject", "=", subject)
          .compile() as CompiledQuery<AccountTable>,
      ),

    /** Who has a role, oldest first. A handful. */
    async listByRole(role: string): Promise<Account[]> {
      const rows = await database.query(
        all
          .where(sql<boolean>`exists (select 1 from json_each(roles) where value = ${role})`)
          .orderBy("created_at")
          .orderBy("id")
          .limit(1_000)
          .compile(),
      );
      return rows.map(toAccount);
    },

    /** Newest first. Reads one row more than asked, to know whether there are more. */
    async list({ query, limit, offset }: AccountQuery): Promise<{ accounts: Account[]; more: boolean }> {
      const part = query.trim();
      // No `like`: D1 takes no pattern of more than 50 bytes.
      const rows = await database.query(
        (part === ""
          ? all
          : all.where(
              sql<boolean>`(instr(lower(email), lower(${part})) > 0 or instr(lower(display_name), lower(${part})) > 0)`,
            )
        )
          .orderBy("created_at", "desc")
          .orderBy("id")
          .limit(limit + 1)
          .offset(offset)
          .compile(),
      );
      return { accounts: rows.slice(0, limit).map(toAccount), more: rows.length > limit };
    },

    /** The newest entries about an account. */
    async listLog(account: string, limit: number): Promise<LoggedAct[]> {
      const rows = await database.query(
        sqlite
          .selectFrom("account_log")
          .selectAll()
          .where("account", "=", account)
          .orderBy("seq", "desc")
          .limit(limit)
          .compile(),
      );
      return rows.map(({ seq, at, actor, action, account: about, details }) => ({
        seq,
        at,
        actor,
        action,
        account: about,
        details: details === null ? null : JSON.parse(details),
      }));
    },

    /** A link that has not been used and has not ended; it may be withdrawn. */
    async findLink(secretHash: string, now: string): Promise<AccountLink | null> {
      const [row] = await database.query(
        sqlite
          .selectFrom("account_link")
          .selectAll()
          .where("secret_hash", "=", secretHash)
          .where("expires_at", ">", now)
          .compile(),
      );
      return row ? toLink(row) : null;
    },

    /** Invitations that somebody may still join by, newest first. */
    async listInvitations(now: string, limit: number): Promise<AccountLink[]> {
      const rows = await database.query(
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
    },

    /** What people chose to be called, by their ids; who chose nothing is left out. */
    async displayNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      if (ids.length === 0) return new Map();
      const rows = await database.query(
        sql<{ id: string; name: string }>`select id, display_name as name from account
          where display_name is not null and id in (select value from json_each(${JSON.stringify(ids)}))`.compile(
          sqlite,
        ),
      );
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
  };
}

/** The statement for an entry of the accounts' log; it belongs into the same batch as what it tells of. */
export function logAccount({ at, actor, action, account, details }: AccountLogEntry): CompiledQuery<unknown> {
  return sqlite
    .insertInto("account_log")
    .values({ at, actor, action, account, details: details === null ? null : JSON.stringify(details) })
    .compile();
}

/** A taken address throws ConstraintError "account.email_key" when the batch runs. */
export function insertAccount(account: NewAccount, at: string): CompiledQuery<unknown> {
  return sqlite
    .insertInto("account")
    .values({
      id: account.id,
      email: account.email.trim().normalize("NFC"),
      email_key: emailKey(account.email),
      email_verified_at: account.emailVerified ? at : null,
      password_hash: account.passwordHash,
      password_generated: account.passwordGenerated ? 1 : 0,
      roles: JSON.stringify(account.roles),
      created_at: at,
    })
    .compile();
}

/** What may change of an account. */
export interface AccountChanges {
  readonly email?: string;
  readonly emailVerifiedAt?: string | null;
  readonly passwordHash?: string;
  readonly passwordGenerated?: boolean;
  readonly displayName?: string | null;
  readonly roles?: readonly string[];
  readonly blockedAt?: string | null;
  readonly signedInAt?: string;
}

export function updateAccount(id: string, changes: AccountChanges): CompiledQuery<unknown> {
  const { email, emailVerifiedAt, passwordHash, passwordGenerated, displayName, roles } = changes;
  return sqlite
    .updateTable("account")
    .set({
      ...(email === undefined ? {} : { email: email.trim().normalize("NFC"), email_key: emailKey(email) }),
      ...(emailVerifiedAt === undefined ? {} : { email_verified_at: emailVerifiedAt }),
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      ...(passwordGenerated === undefined ? {} : { password_generated: passwordGenerated ? 1 : 0 }),
      ...(displayName === undefined ? {} : { display_name: displayName }),
      ...(roles === undefined ? {} : { roles: JSON.stringify(roles) }),
      ...(changes.blockedAt === undefined ? {} : { blocked_at: changes.blockedAt }),
      ...(changes.signedInAt === undefined ? {} : { signed_in_at: changes.signedInAt }),
    })
    .where("id", "=", id)
    .compile();
}

export function insertIdentity(issuer: string, subject: string, account: string): CompiledQuery<unknown> {
  return sqlite.insertInto("account_identity").values({ issuer, subject, account }).compile();
}

/** Of each account and purpose one link is open at a time: a new one takes the place of those before it. */
export function replaceLink(link: Omit<AccountLink, "withdrawn">): CompiledQuery<unknown>[] {
  const { secretHash, purpose, account, email, createdAt, expiresAt, roles, invitedBy } = link;
  const before = sqlite.deleteFrom("account_link").where("purpose", "=", purpose);
  return [
    (account === null
      ? before.where("account", "is", null).where("email", "=", email)
      : before.where("account", "=", account)
    ).compile(),
    sqlite
      .insertInto("account_link")
      .values({
        secret_hash: secretHash,
        purpose,
        account,
        email,
        created_at: createdAt,
        expires_at: expiresAt,
        roles: JSON.stringify(roles),
        invited_by: invitedBy,
      })
      .compile(),
  ];
}

/** Fails the whole batch (ConstraintError) when a link is gone or withdrawn; else leaves a row of this key. */
function requireOpen(secretHash: string, now: string) {
  const mark = `used ${secretHash}`;
  // `created_at` may not be null: where the row is missing, nothing is inserted.
  const statement = sql`insert into account_link (secret_hash, purpose, created_at, expires_at)
    select ${mark}, 'reset', (select created_at from account_link
      where secret_hash = ${secretHash} and expires_at > ${now} and withdrawn_at is null), ''`;
  return { mark, statement: statement.compile(sqlite) };
}

/**
 * The statements that use a link up. They fail the whole batch (ConstraintError) when the link is gone or withdrawn: of two
 * who use one link at once, one wins.
 */
export function spendLink(secretHash: string, now: string): CompiledQuery<unknown>[] {
  const { mark, statement } = requireOpen(secretHash, now);
  return [
    statement,
    sqlite.deleteFrom("account_link").where("secret_hash", "in", [secretHash, mark]).compile(),
  ];
}

/** The statements that withdraw a link; they fail as those of spendLink do. */
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

/** Withdraws every invitation to a role that an account made. */
export function withdrawInvitationsOf(account: string, now: string): CompiledQuery<unknown> {
  return sqlite
    .updateTable("account_link")
    .set({ withdrawn_at: now })
    .where("invited_by", "=", account)
    .where("roles", "<>", "[]")
    .where("withdrawn_at", "is", null)
    .compile();
}

/** Links that ended before `now`. */
export function deleteEndedLinks(now: string): CompiledQuery<unknown> {
  return sqlite.deleteFrom("account_link").where("expires_at", "<=", now).compile();
}

import { type CompiledQuery, type RawBuilder, type Selectable, sql } from "kysely";
import { asWritten, isFarBeyond } from "../../../../domain/game/typed-text.ts";
import { LONGEST_EMAIL } from "../../../../domain/limits.ts";
import type { LoggedAct, LoggedActs, People } from "../../../../server/auth/sign-in.ts";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { nameColumns, textsByPerson } from "../../../../server/db/names.ts";
import type {
  AccountIdentityTable,
  AccountLinkTable,
  AccountLogTable,
  AccountTable,
} from "../../../../server/db/schema.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";

/** An account of the embedded provider. */
export interface Account {
  /** The `sub` of its tokens. */
  readonly id: string;
  /** Null where another issuer says who it is, and gave no address that it has verified. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly passwordHash: string | null;
  /** The index generated its password and printed it. */
  readonly passwordGenerated: boolean;
  readonly displayName: string | null;
  /** Whether everybody reads the display name; helpers do. */
  readonly namePublic: boolean;
  readonly roles: readonly string[];
  readonly blocked: boolean;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly signedInAt: string | null;
  /** Whether it also asks for a code of its person's app. */
  readonly hasFactor: boolean;
  /** The secret that it shares with the app, even if that is not confirmed yet. */
  readonly factorSecret: string | null;
  readonly recoveryCodesLeft: number;
}

/** The values of a new account. */
export interface NewAccount {
  readonly id: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly passwordHash: string | null;
  readonly passwordGenerated: boolean;
  readonly displayName?: string | null;
  readonly roles: readonly string[];
  /** Whether making it signs its person in. */
  readonly signsIn?: boolean;
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

/** Which accounts a page of the list shows. */
export interface AccountQuery {
  /** Part of an address or a name; empty for all. */
  readonly query: string;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Returns the key under which spellings of one address are equal: mail servers ignore letter case, and keyboards write "é"
 * as one character or as two.
 */
export function emailKey(email: string): string {
  // Normalizing takes more than linear time, and no address is as long.
  const isNone = isFarBeyond(email, LONGEST_EMAIL);
  return (isNone ? asWritten(email) : asWritten(email).normalize("NFC")).toLowerCase();
}

/** The keys that an account with this address may have: before they were normalized, they were as it was typed then. */
const emailKeys = (email: string): readonly string[] => {
  const key = emailKey(email);
  return isFarBeyond(email, LONGEST_EMAIL) ? [key] : [...new Set([key, key.normalize("NFD")])];
};

const toAccount = (row: AccountTable): Account => ({
  id: row.id,
  email: row.email,
  emailVerified: row.email_verified_at !== null,
  passwordHash: row.password_hash,
  passwordGenerated: row.password_generated === 1,
  displayName: row.display_name,
  namePublic: row.name_public === 1,
  roles: JSON.parse(row.roles),
  blocked: row.blocked_at !== null,
  createdAt: row.created_at,
  signedInAt: row.signed_in_at,
  hasFactor: row.factor_at !== null,
  factorSecret: row.factor_secret,
  recoveryCodesLeft: JSON.parse(row.recovery_codes).length,
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
  partner: row.partner,
  takesEffectAt: row.takes_effect_at,
});

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

/** Reads of the accounts. */
export function accountReads(database: Database) {
  const first = async (statement: CompiledQuery<AccountTable>): Promise<Account | null> => {
    const [row] = await database.query(NO_TAGS, statement);
    return row ? toAccount(row) : null;
  };
  const all = sqlite.selectFrom("account").selectAll();

  const named = (ids: readonly string[], text: RawBuilder<unknown>) =>
    textsByPerson(database, ["account", NO_TAGS], ids, text);

  return {
    findById: (id: string): Promise<Account | null> => first(all.where("id", "=", id).compile()),

    findByEmail: (email: string): Promise<Account | null> =>
      first(all.where("email_key", "in", emailKeys(email)).compile()),

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

    /** What its person is called at another issuer, until a name is chosen here. */
    async findOfferedName(account: string): Promise<string | null> {
      const offered = sqlite
        .selectFrom("account_identity")
        .select("name")
        .where("account", "=", account)
        .where("name", "is not", null)
        .orderBy("issuer")
        .orderBy("subject")
        .limit(1);
      return (await database.query(NO_TAGS, offered.compile()))[0]?.name ?? null;
    },

    /** The names of those who have a role, and so speak for the site, but for one's own. A handful. */
    async listNamesWithRoles(except: string): Promise<string[]> {
      const named = sqlite
        .selectFrom("account")
        .select("display_name")
        .where("roles", "<>", "[]")
        .where("display_name", "is not", null)
        .where("id", "<>", except)
        .limit(1_000);
      return (await database.query(NO_TAGS, named.compile())).map(({ display_name: name }) => name ?? "");
    },

    async isNameKeyTaken(key: string): Promise<boolean> {
      const named = sqlite.selectFrom("account").select("id").where("name_key", "=", key);
      return (await database.query(NO_TAGS, named.compile())).length > 0;
    },

    /** Lists the accounts with a role, oldest first. There are a handful. */
    async listByRole(role: string): Promise<Account[]> {
      const rows = await database.query(
        NO_TAGS,
        all
          .where(sql<boolean>`exists (select 1 from json_each(roles) where value = ${role})`)
          .orderBy("created_at")
          .orderBy("id")
          .limit(1_000)
          .compile(),
      );
      return rows.map(toAccount);
    },

    /** Counts the accounts with one of these roles that are not blocked, without some. */
    async countWithRoles(roles: readonly string[], except: readonly string[] = []): Promise<number> {
      const [row] = await database.query(
        NO_TAGS,
        sql<{ total: number }>`select count(*) as total from account where blocked_at is null
          and id not in (select value from json_each(${JSON.stringify(except)}))
          and exists (select 1 from json_each(roles) as own
            where own.value in (select value from json_each(${JSON.stringify(roles)})))`.compile(sqlite),
      );
      return row?.total ?? 0;
    },

    /** Lists a page of accounts, newest first. Reads one row more than requested, to know whether there are more. */
    async list({ query, limit, offset }: AccountQuery): Promise<{ accounts: Account[]; more: boolean }> {
      const part = query.trim();
      // No `like`: D1 accepts no pattern of more than 50 bytes.
      const rows = await database.query(
        NO_TAGS,
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
    },

    /** Finds a link that has neither been used nor expired; it may have been withdrawn. */
    async findLink(secretHash: string, now: string): Promise<AccountLink | null> {
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
    },

    /** The change of address that an account waits for; null: none. */
    async findMove(account: string, now: string): Promise<AddressMove | null> {
      const [row] = await database.query(
        NO_TAGS,
        sql<AddressMove>`select email, takes_effect_at as "takesEffectAt" from account_link
          where account = ${account} and purpose = 'email' and takes_effect_at is not null and expires_at > ${now}
          limit 1`.compile(sqlite),
      );
      return row ?? null;
    },

    /** Lists changes of address that the new one has agreed to and whose time to refuse is over. */
    listDueMoves: (now: string, limit: number): Promise<DueMove[]> =>
      database.query(
        NO_TAGS,
        sql<DueMove>`select l.secret_hash as "secretHash", l.account, l.email,
            l.takes_effect_at as "takesEffectAt", a.email as before
          from account_link as l join account as a on a.id = l.account
          where l.expires_at <= ${now} and l.takes_effect_at <= l.expires_at
          order by l.expires_at, l.secret_hash limit ${limit}`.compile(sqlite),
      ),

    /** Lists the invitations that are still open, newest first. */
    async listInvitations(now: string, limit: number): Promise<AccountLink[]> {
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
    },

    /** For those who may know more than everybody. */
    people: {
      addresses: (ids) => named(ids, sql`email`),

      confirmedAddresses: (ids) =>
        named(ids, sql`iif(email_verified_at is not null and blocked_at is null, email, null)`),

      findByAddress: async (email) =>
        (await first(all.where("email_key", "in", emailKeys(email)).compile()))?.id ?? null,

      listLog: async (query) => (await database.query(NO_TAGS, accountLogStatement(query))).map(toAct),
    } satisfies People,
  };
}

/** The statement for an entry of the accounts' log; it belongs in the same batch as the change that it records. */
export function logAccount(
  { at, actor, action, account, details }: Omit<LoggedAct, "seq">,
  where: RawBuilder<unknown> = sql`true`,
): CompiledQuery<unknown> {
  const inJson = details === null ? null : JSON.stringify(details);
  return sql`insert into account_log (at, actor, action, account, details)
    select ${at}, ${actor}, ${action}, ${account}, ${inJson} where ${where}`.compile(sqlite);
}

/**
 * The statement that adds an account. When the address is taken, the batch throws ConstraintError "account.email_key".
 */
export function insertAccount(account: NewAccount, at: string): CompiledQuery<unknown> {
  return sqlite
    .insertInto("account")
    .values({
      id: account.id,
      email: account.email && asWritten(account.email),
      email_key: account.email && emailKey(account.email),
      email_verified_at: account.emailVerified ? at : null,
      password_hash: account.passwordHash,
      password_generated: account.passwordGenerated ? 1 : 0,
      ...nameColumns(account.displayName ?? null),
      name_public: 0,
      roles: JSON.stringify(account.roles),
      created_at: at,
      signed_in_at: account.signsIn ? at : null,
      factor_secret: null,
      factor_at: null,
      factor_step: 0,
      recovery_codes: "[]",
    })
    .compile();
}

/** The fields of an account that can change. */
export interface AccountChanges {
  readonly email?: string;
  readonly emailVerifiedAt?: string | null;
  readonly passwordHash?: string;
  readonly passwordGenerated?: boolean;
  readonly displayName?: string | null;
  readonly namePublic?: boolean;
  readonly roles?: readonly string[];
  readonly blockedAt?: string | null;
  readonly signedInAt?: string;
  /** A new secret is not asked for until it is confirmed. */
  readonly factorSecret?: string | null;
}

/** The statement that adds roles to those that an account has when it runs. */
export const addRolesStatement = (id: string, roles: readonly string[]): CompiledQuery<unknown> =>
  sql`update account set roles = (select json_group_array(value) from (
      select value from json_each(account.roles) union select value from json_each(${JSON.stringify(roles)})))
    where id = ${id}`.compile(sqlite);

export function updateAccount(id: string, changes: AccountChanges): CompiledQuery<unknown> {
  const { email, emailVerifiedAt, passwordHash, passwordGenerated, displayName, namePublic, roles } = changes;
  return sqlite
    .updateTable("account")
    .set({
      ...(email === undefined ? {} : { email: asWritten(email), email_key: emailKey(email) }),
      ...(emailVerifiedAt === undefined ? {} : { email_verified_at: emailVerifiedAt }),
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      ...(passwordGenerated === undefined ? {} : { password_generated: passwordGenerated ? 1 : 0 }),
      ...(displayName === undefined ? {} : nameColumns(displayName)),
      ...(namePublic === undefined ? {} : { name_public: namePublic ? 1 : 0 }),
      ...(roles === undefined ? {} : { roles: JSON.stringify(roles) }),
      ...(changes.blockedAt === undefined ? {} : { blocked_at: changes.blockedAt }),
      ...(changes.signedInAt === undefined ? {} : { signed_in_at: changes.signedInAt }),
      ...(changes.factorSecret === undefined
        ? {}
        : { factor_secret: changes.factorSecret, factor_at: null, factor_step: 0, recovery_codes: "[]" }),
    })
    .where("id", "=", id)
    .compile();
}

/** The statement that turns the second factor on. It returns a row unless it was on, or its secret is another by now. */
export const confirmFactor = (
  id: string,
  { secret, step, hashes, at }: { secret: string; step: number; hashes: readonly string[]; at: string },
): CompiledQuery<unknown> =>
  sqlite
    .updateTable("account")
    .set({ factor_at: at, factor_step: step, recovery_codes: JSON.stringify(hashes) })
    .where("id", "=", id)
    .where("factor_secret", "=", secret)
    .where("factor_at", "is", null)
    .returning("id")
    .compile();

/** The statement that uses a step's code up. It returns a row unless that, or a later one, was used. */
export const spendFactorStep = (id: string, step: number): CompiledQuery<unknown> =>
  sqlite
    .updateTable("account")
    .set({ factor_step: step })
    .where("id", "=", id)
    .where("factor_at", "is not", null)
    .where("factor_step", "<", step)
    .returning("id")
    .compile();

/** The statements that use a recovery code up. The last one returns a row if there was one with this hash. */
export function spendRecoveryCode(id: string, hash: string, at: string): CompiledQuery<unknown>[] {
  const isThere = sql<boolean>`exists (select 1 from json_each(recovery_codes) where value = ${hash})`;
  return [
    sql`insert into account_log (at, actor, action, account) select ${at}, id, 'recovery code used', id
      from account where id = ${id} and ${isThere}`.compile(sqlite),
    sqlite
      .updateTable("account")
      .set({
        recovery_codes: sql`(select json_group_array(value) from json_each(recovery_codes) where value <> ${hash})`,
      })
      .where("id", "=", id)
      .where(isThere)
      .returning("id")
      .compile(),
  ];
}

export function insertIdentity(identity: AccountIdentityTable): CompiledQuery<unknown> {
  return sqlite.insertInto("account_identity").values(identity).compile();
}

/** The statement that ends the offer of the names that an account has at other issuers. */
export const forgetOfferedNames = (account: string): CompiledQuery<unknown> =>
  sqlite.updateTable("account_identity").set({ name: null }).where("account", "=", account).compile();

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

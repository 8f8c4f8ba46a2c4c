import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { asWritten, isFarBeyond } from "../../../../domain/game/typed-text.ts";
import { LONGEST_EMAIL } from "../../../../domain/limits.ts";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { nameColumns, textsByPerson } from "../../../../server/db/names.ts";
import type { AccountIdentityTable, AccountTable } from "../../../../server/db/schema.ts";
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
  readonly passwordGenerated?: boolean;
  readonly displayName?: string | null;
  readonly roles?: readonly string[];
  /** Whether making it signs its person in. */
  readonly signsIn?: boolean;
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

const all = sqlite.selectFrom("account").selectAll();

async function first(database: Database, statement: CompiledQuery<AccountTable>): Promise<Account | null> {
  const [row] = await database.query(NO_TAGS, statement);
  return row ? toAccount(row) : null;
}

export const findAccount = (database: Database, id: string): Promise<Account | null> =>
  first(database, all.where("id", "=", id).compile());

export const findByEmail = (database: Database, email: string): Promise<Account | null> =>
  first(database, all.where("email_key", "in", emailKeys(email)).compile());

export const findByIdentity = (
  database: Database,
  issuer: string,
  subject: string,
): Promise<Account | null> =>
  first(
    database,
    sqlite
      .selectFrom("account_identity as i")
      .innerJoin("account as a", "a.id", "i.account")
      .selectAll("a")
      .where("i.issuer", "=", issuer)
      .where("i.subject", "=", subject)
      .compile() as CompiledQuery<AccountTable>,
  );

/** What its person is called at another issuer, until a name is chosen here. */
export async function findOfferedName(database: Database, account: string): Promise<string | null> {
  const offered = sqlite
    .selectFrom("account_identity")
    .select("name")
    .where("account", "=", account)
    .where("name", "is not", null)
    .orderBy("issuer")
    .orderBy("subject")
    .limit(1);
  return (await database.query(NO_TAGS, offered.compile()))[0]?.name ?? null;
}

/** The names of those who have a role, and so speak for the site, but for one's own. A handful. */
export async function listNamesWithRoles(database: Database, except: string): Promise<string[]> {
  const named = sqlite
    .selectFrom("account")
    .select("display_name")
    .where("roles", "<>", "[]")
    .where("display_name", "is not", null)
    .where("id", "<>", except)
    .limit(1_000);
  return (await database.query(NO_TAGS, named.compile())).map(({ display_name: name }) => name ?? "");
}

export async function isNameKeyTaken(database: Database, key: string): Promise<boolean> {
  const named = sqlite.selectFrom("account").select("id").where("name_key", "=", key);
  return (await database.query(NO_TAGS, named.compile())).length > 0;
}

/** Lists the accounts with a role, oldest first. There are a handful. */
export async function listByRole(database: Database, role: string): Promise<Account[]> {
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
}

/** Counts the accounts with one of these roles that are not blocked, without some. */
export async function countWithRoles(
  database: Database,
  roles: readonly string[],
  except: readonly string[] = [],
): Promise<number> {
  const [row] = await database.query(
    NO_TAGS,
    sql<{ total: number }>`select count(*) as total from account where blocked_at is null
      and id not in (select value from json_each(${JSON.stringify(except)}))
      and exists (select 1 from json_each(roles) as own
        where own.value in (select value from json_each(${JSON.stringify(roles)})))`.compile(sqlite),
  );
  return row?.total ?? 0;
}

/** Lists a page of accounts, newest first. Reads one row more than requested, to know whether there are more. */
export async function listAccounts(
  database: Database,
  { query, limit, offset }: AccountQuery,
): Promise<{ accounts: Account[]; more: boolean }> {
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
}

const textsOf = (database: Database, ids: readonly string[], text: RawBuilder<unknown>) =>
  textsByPerson(database, ["account", NO_TAGS], ids, text);

/** Addresses by id. */
export const addressesOf = (database: Database, ids: readonly string[]) => textsOf(database, ids, sql`email`);

/** Confirmed addresses of accounts that are not blocked, by id: where mail goes. */
export const confirmedAddressesOf = (database: Database, ids: readonly string[]) =>
  textsOf(database, ids, sql`iif(email_verified_at is not null and blocked_at is null, email, null)`);

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
      roles: JSON.stringify(account.roles ?? []),
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
  readonly blockedAt?: string | null;
  readonly signedInAt?: string;
  /** A new secret is not asked for until it is confirmed. */
  readonly factorSecret?: string | null;
}

/** The statement that gives and takes roles of those that an account has when it runs; null: it takes all others. */
export const changeRolesStatement = (
  id: string,
  given: readonly string[],
  taken: readonly string[] | null,
): CompiledQuery<unknown> =>
  sql`update account set roles = (select json_group_array(value) from (
      select value from json_each(account.roles)
        where ${
          taken === null
            ? sql`value in (select value from json_each(${JSON.stringify(given)}))`
            : sql`value not in (select value from json_each(${JSON.stringify(taken)}))`
        }
      union all select value from json_each(${JSON.stringify(given)})
        where value not in (select value from json_each(account.roles))))
    where id = ${id}`.compile(sqlite);

export function updateAccount(id: string, changes: AccountChanges): CompiledQuery<unknown> {
  const { email, emailVerifiedAt, passwordHash, passwordGenerated, displayName, namePublic } = changes;
  return sqlite
    .updateTable("account")
    .set({
      ...(email === undefined ? {} : { email: asWritten(email), email_key: emailKey(email) }),
      ...(emailVerifiedAt === undefined ? {} : { email_verified_at: emailVerifiedAt }),
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      ...(passwordGenerated === undefined ? {} : { password_generated: passwordGenerated ? 1 : 0 }),
      ...(displayName === undefined ? {} : nameColumns(displayName)),
      ...(namePublic === undefined ? {} : { name_public: namePublic ? 1 : 0 }),
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

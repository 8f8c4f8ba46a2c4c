import { readDisplayName, readEmail } from "../../../server/auth/texts.ts";
import { SYSTEM } from "../../../server/db/changes.ts";
import { ConstraintError } from "../../../server/db/database.ts";
import { isNameTaken } from "../../../server/db/names.ts";
import { BadForm, Forbidden, NotFound } from "../../../server/errors.ts";
import { hashOfSecret } from "../../../server/secrets.ts";
import { canBePassword, readPassword } from "./passwords.ts";
import {
  type Account,
  changeRolesStatement,
  emailKey,
  findByEmail,
  findByIdentity,
  insertIdentity,
} from "./repository/accounts.ts";
import { findLink, spendLink } from "./repository/links.ts";
import { logAccount } from "./repository/log.ts";
import { type AccountStore, atomicOr, change, existing, newAccount, readName } from "./store.ts";

/**
 * Returns the account with this address and password. `deviceOf` returns the caller's device if the account knows
 * it. A wrong address and a wrong password give the same error after the same time. If the account has a second
 * factor, it is signed in by `signInWithFactor`. Throws BadForm, TooMany, and Forbidden for a blocked account.
 */
export async function signIn(
  store: AccountStore,
  { email, password }: { email: string; password: string },
  networks: readonly string[],
  deviceOf: (account: Account) => string | null,
): Promise<Account> {
  const { database, passwords, limits } = store;
  const account = await findByEmail(database, email);
  const source = { networks, device: account && deviceOf(account) };
  await limits.guesses.countLogin(emailKey(email), source);
  if (!canBePassword(password)) throw new BadForm("wrong-login");
  const guess = await limits.guesses.begin(emailKey(email), source);
  const matches = await passwords
    .matches(account?.passwordHash ?? null, password, source.device !== null)
    .catch(async (error: unknown) => {
      await guess.wasNotTested();
      throw error;
    });
  if (!account || !matches) throw new BadForm("wrong-login");
  await guess.wasRight();
  if (account.blocked) throw new Forbidden("account-blocked-ask");
  if (!account.hasFactor) await logSignIn(store, account.id);
  return account;
}

const logSignIn = (store: AccountStore, id: string): Promise<void> =>
  change(store, { id, actor: id, action: "sign in" }, { signedInAt: store.now().toISOString() });

/** Creates an account and returns its id, or null if the address already has one. Throws BadForm, TooMany. */
export async function signUp(
  store: AccountStore,
  typed: Readonly<Record<"email" | "password" | "name", string>>,
  networks: readonly string[],
): Promise<string | null> {
  await store.limits.newcomers.take(networks);
  const email = readEmail(typed.email);
  const password = readPassword(typed.password, typed.email);
  const displayName = await readName(store, typed.name);
  const at = store.now().toISOString();
  const passwordHash = await store.passwords.hash(password);
  const values = { email, emailVerified: false, passwordHash, displayName };
  const { id, statements } = newAccount(values, { at, action: "sign up" });
  try {
    await store.database.atomic(statements);
    return id;
  } catch (error) {
    if (isNameTaken(error)) throw new BadForm("name-taken");
    if (error instanceof ConstraintError) return null;
    throw error;
  }
}

/**
 * Accepts an invitation and returns the id of the new account, or of the account that has the address and the
 * password: its roles are added to that one. `isSignedIn` is false if it has a second factor to show first. Throws
 * NotFound when the link has ended, BadForm, TooMany, and Forbidden for a blocked account.
 */
export async function acceptInvitation(
  store: AccountStore,
  secret: string,
  { email, password, name }: Readonly<Record<"email" | "password" | "name", string>>,
  networks: readonly string[],
): Promise<{ readonly id: string; readonly isSignedIn: boolean }> {
  const { database, passwords, now } = store;
  const hash = await hashOfSecret(secret);
  const at = now().toISOString();
  const link = await findLink(database, hash, at);
  if (link?.purpose !== "invitation") throw new NotFound("invitation-ended");
  if (link.withdrawn) throw new NotFound("invitation-withdrawn");
  const { roles } = link;
  const address = link.email ?? readEmail(email);
  if (await findByEmail(database, address)) {
    const account = await signIn(store, { email: address, password }, networks, () => null);
    await addRoles(store, account, roles, hash, at);
    return { id: account.id, isSignedIn: !account.hasFactor };
  }
  const displayName = await readName(store, name);
  const passwordHash = await passwords.hash(readPassword(password, address));
  const { id, statements } = newAccount(
    { email: address, emailVerified: false, passwordHash, displayName, roles, signsIn: true },
    { at, action: "accept invitation", details: roles.length === 0 ? null : { roles } },
  );
  try {
    await database.atomic([...spendLink(hash, at), ...statements]);
    return { id, isSignedIn: true };
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
    if (isNameTaken(error)) throw new BadForm("name-taken");
    throw error.constraint.includes("account_link")
      ? new NotFound("invitation-ended")
      : new BadForm("email-unusable-for-newcomer");
  }
}

/** Adds the roles of an invitation to an account, and ends the invitation. */
async function addRoles(
  store: AccountStore,
  { id }: Account,
  roles: readonly string[],
  hash: string,
  at: string,
): Promise<void> {
  await atomicOr(store, new NotFound("invitation-ended"), [
    ...spendLink(hash, at),
    changeRolesStatement(id, roles, []),
    logAccount({ at, actor: id, action: "accept invitation", account: id, details: { roles } }),
  ]);
}

/** Whom another issuer vouches for. */
interface Vouched {
  readonly subject: string;
  /** An address that the issuer has verified: any other might be anybody's, and is no use here. */
  readonly email: string | null;
  readonly name: string | null;
}

/** Finds the account that another issuer vouches for, or creates it if `mayMake`. Throws Forbidden. */
export async function signInThrough(
  store: AccountStore,
  issuer: string,
  who: Vouched,
  mayMake: boolean,
): Promise<Account> {
  const { database, now } = store;
  const at = now().toISOString();
  const known = await findByIdentity(database, issuer, who.subject);
  const sameAddress = known || who.email === null ? null : await findByEmail(database, who.email);
  // Link by address only if both sides have verified it.
  const account = known ?? (sameAddress?.emailVerified ? sameAddress : null);
  if (account?.blocked) throw new Forbidden("account-blocked");
  if (known) {
    if (!known.hasFactor) await logSignIn(store, known.id);
    return known;
  }
  if (account) {
    await database.atomic([
      insertIdentity({ issuer, subject: who.subject, account: account.id, name: canBeOffered(who.name) }),
      logAccount({ at, actor: account.id, action: "link", account: account.id, details: { issuer } }),
    ]);
    return account;
  }
  if (!mayMake) throw new Forbidden("sign-up-closed");
  if (sameAddress !== null) throw new Forbidden("email-unusable-from-issuer");
  return makeThrough(store, issuer, who, at);
}

/** Creates the account of whom another issuer vouches for. Throws Forbidden. */
async function makeThrough(
  store: AccountStore,
  issuer: string,
  { subject, email, name }: Vouched,
  at: string,
): Promise<Account> {
  const { database } = store;
  const { id, statements } = newAccount(
    { email: email && readEmail(email), emailVerified: email !== null, passwordHash: null, signsIn: true },
    { at, action: "sign up", details: { issuer } },
  );
  try {
    const identity = insertIdentity({ issuer, subject, account: id, name: canBeOffered(name) });
    await database.atomic([...statements, identity]);
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
    // The same person was faster in another tab, or somebody else with the address.
    const first = await findByIdentity(database, issuer, subject);
    if (!first) throw new Forbidden("email-unusable-from-issuer");
    return first;
  }
  return { ...(await existing(store, id)), signedInAt: null };
}

/** A name as it is offered to its person; null if nobody may be called that here. */
function canBeOffered(name: string | null): string | null {
  try {
    return readDisplayName(name ?? "");
  } catch {
    return null;
  }
}

/** Creates an account for an administrator's command. Throws BadForm when the address is taken. */
export async function createAccount(
  store: AccountStore,
  account: { email: string; password: string; roles: readonly string[]; generated: boolean },
  actor: string = SYSTEM,
): Promise<string> {
  const email = readEmail(account.email);
  const at = store.now().toISOString();
  const { id, statements } = newAccount(
    {
      email,
      emailVerified: false,
      passwordHash: await store.passwords.hash(account.password),
      passwordGenerated: account.generated,
      roles: account.roles,
    },
    { at, actor, action: "create" },
  );
  await atomicOr(store, new BadForm("email-has-account"), statements);
  return id;
}

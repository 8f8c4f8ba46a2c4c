import type { Context } from "hono";
import type { DevicesAnswer, OwnAccount } from "../../../domain/contract/accounts.ts";
import { readEmail } from "../../../server/auth/texts.ts";
import { isNameTaken } from "../../../server/db/names.ts";
import { BadForm, NotFound } from "../../../server/errors.ts";
import type { SendMail } from "../../../server/mail.ts";
import { makeEmailLink, makeMoveLinks, pendingMove } from "./address-moves.ts";
import { deviceName } from "./device-name.ts";
import { addressTakenMail, agreeToAddressMail, confirmAddressMail, type Mailer, tell } from "./mails.ts";
import { isSamePassword, readPassword } from "./passwords.ts";
import {
  type Account,
  emailKey,
  findAccount,
  findByEmail,
  findOfferedName,
  forgetOfferedNames,
  updateAccount,
} from "./repository/accounts.ts";
import { endLinksOf } from "./repository/links.ts";
import { logAccount } from "./repository/log.ts";
import { deleteGrantOf, deleteRecordsOf, hasGrant, listDevices } from "./repository/sign-in-records.ts";
import { type AccountStore, atomicOr, existing, readName } from "./store.ts";

/** A signed-in person: an account and one of its grants. */
export interface AccountSession {
  readonly id: string;
  readonly grant: string;
}

/** What happens to accounts, and is told by mail. */
export interface AccountSite extends AccountStore, Mailer {
  /** The role of those who manage accounts. */
  readonly administratorRole: string;
  /** Gives the browser that sent a request a new session in place of the one it had. */
  startSession(c: Context, session: AccountSession): Promise<void>;
  /** Makes the browser that sent a request a known device of the account. */
  rememberDevice(c: Context, account: Account): void;
}

/** One's own account, as its page shows it. */
export async function describeOwn(site: AccountSite, id: string): Promise<OwnAccount> {
  const account = await existing(site, id);
  return {
    email: account.email,
    emailVerified: account.emailVerified,
    move: await pendingMove(site, id),
    displayName: account.displayName,
    offeredName: account.displayName === null ? await findOfferedName(site.database, id) : null,
    namePublic: account.namePublic,
    hasPassword: account.passwordHash !== null,
    passwordGenerated: account.passwordGenerated,
    sendsMail: site.mail !== null,
    hasFactor: account.hasFactor,
    recoveryCodesLeft: account.recoveryCodesLeft,
  };
}

/** Throws BadForm. */
export async function checkPassword(
  store: AccountStore,
  { id, grant }: AccountSession,
  password: string,
): Promise<void> {
  const { passwords, limits } = store;
  const { passwordHash } = await existing(store, id);
  await limits.passwords.take(`${id} ${grant}`);
  if (!(await passwords.matches(passwordHash, password, true))) throw new BadForm("wrong-password");
  await limits.passwords.forgive(`${id} ${grant}`);
}

/**
 * Changes the password and ends all links, sessions and refresh tokens of the account, except for the caller's
 * grant, whose access token stays valid. Throws BadForm when the current password is wrong or the new one is not
 * acceptable.
 */
export async function changePassword(
  site: AccountSite,
  session: AccountSession,
  { current, next }: { current: string; next: string },
  c: Context,
): Promise<void> {
  const { database, passwords, now } = site;
  const { id, grant } = session;
  const account = await existing(site, id);
  await checkPassword(site, session, current);
  if (isSamePassword(current, next)) throw new BadForm("same-password");
  const passwordHash = await passwords.hash(readPassword(next, account.email));
  const at = now().toISOString();
  await database.atomic([
    updateAccount(id, { passwordHash, passwordGenerated: false }),
    endLinksOf(id),
    deleteRecordsOf(id, grant),
    logAccount({ at, actor: id, action: "change password", account: id }),
  ]);
  // All other sessions have ended. This browser has proved that it knows the password, so it stays signed in.
  await site.startSession(c, session);
  const changed = await existing(site, id);
  site.rememberDevice(c, changed);
  tell(site, changed.email, { kind: "password-changed" });
}

/** Lists the devices that are signed in to one's account, the last used first. */
export async function describeDevices(
  { database, now }: AccountStore,
  { id, grant }: AccountSession,
): Promise<DevicesAnswer> {
  const inIso = (seconds: number): string => new Date(seconds * 1000).toISOString();
  const found = await listDevices(database, id, Math.floor(now().getTime() / 1000));
  const results = found.map(({ id, device, since, usedAt }) => ({
    id,
    device: device ?? deviceName(undefined),
    since: inIso(since),
    usedAt: inIso(usedAt),
    isThis: id === grant,
  }));
  return { results };
}

/** Signs one device out; its access token is refused at once. Throws NotFound. */
export async function signOutDevice(
  { database, now }: AccountStore,
  id: string,
  device: string,
): Promise<void> {
  const at = now().toISOString();
  const signedOut = { at, actor: id, action: "sign out a device", account: id } as const;
  const [, ended] = await database.atomic([
    logAccount(signedOut, hasGrant(id, device)),
    deleteGrantOf(id, device),
  ]);
  if (ended?.length === 0) throw new NotFound("device-signed-out");
}

/** Signs out all devices but the caller's, whose access token stays valid. */
export async function signOutOthers(site: AccountSite, session: AccountSession, c: Context): Promise<void> {
  const { id, grant } = session;
  const at = site.now().toISOString();
  await site.database.atomic([
    deleteRecordsOf(id, grant),
    logAccount({ at, actor: id, action: "sign out other devices", account: id }),
  ]);
  await site.startSession(c, session);
}

/**
 * Changes the address at once where no mail is sent, else asks both ends by mail. Throws BadForm, TooMany.
 * @returns whether it is changed
 */
export async function changeEmail(
  site: AccountSite,
  session: AccountSession,
  password: string,
  typed: string,
): Promise<boolean> {
  const { database, limits, mail, afterResponse } = site;
  const { id } = session;
  const email = readEmail(typed);
  // The link that confirms the address one has changes nothing else.
  const isOwn = mail !== null && (await findByEmail(database, email))?.id === id;
  if (!isOwn) await checkPassword(site, session, password);
  await limits.moves.take(id);
  if (!mail) {
    await setOwnEmail(site, id, email);
    return true;
  }
  await limits.moveMails.take(emailKey(email));
  // The response is the same, and immediate, whether the address is taken or not.
  afterResponse("after a wish for another address:", askOwner(site, mail, id, email));
  return false;
}

/** Changes an address that nobody confirms, and ends the account's links. Throws BadForm. */
async function setOwnEmail(store: AccountStore, id: string, email: string): Promise<void> {
  const at = store.now().toISOString();
  await atomicOr(store, new BadForm("email-unusable"), [
    updateAccount(id, { email, emailVerifiedAt: null }),
    endLinksOf(id),
    logAccount({ at, actor: id, action: "change e-mail", account: id, details: { email } }),
  ]);
}

/** Asks by mail whether an address is theirs; if it already has another account, tells its owner instead. */
async function askOwner(site: AccountSite, send: SendMail, account: string, to: string): Promise<void> {
  const owner = await findByEmail(site.database, to);
  if (owner && owner.id !== account) {
    await send(addressTakenMail(site, owner.email ?? to));
    return;
  }
  const { email: before, emailVerified } = (await findAccount(site.database, account)) ?? {};
  // An address that was never confirmed may be mistyped, or somebody else's: it is sent no confirmation.
  if (!emailVerified || owner) {
    await send(confirmAddressMail(site, to, await makeEmailLink(site, account, to)));
    return;
  }
  const { toNew, toOld, takesEffectAt } = await makeMoveLinks(site, account, to);
  await send(confirmAddressMail(site, to, toNew));
  if (before) await send(agreeToAddressMail(site, before, { next: to, secret: toOld, takesEffectAt }));
}

/** Throws BadForm, if another account has the name, too. */
export async function changeName(
  store: AccountStore,
  id: string,
  name: string,
  namePublic: boolean,
): Promise<void> {
  const at = store.now().toISOString();
  // A name that was given before somebody got a role may stay.
  const displayName = await readName(store, name, id, (await existing(store, id)).displayName);
  try {
    await store.database.atomic([
      updateAccount(id, { displayName, namePublic }),
      forgetOfferedNames(id),
      logAccount({ at, actor: id, action: "change name", account: id }),
    ]);
  } catch (error) {
    throw isNameTaken(error) ? new BadForm("name-taken") : error;
  }
}

import { readEmail } from "../../../server/auth/texts.ts";
import { SYSTEM } from "../../../server/db/changes.ts";
import { ConstraintError } from "../../../server/db/database.ts";
import { Forbidden, NotFound } from "../../../server/errors.ts";
import { hashOfSecret, newSecret } from "../../../server/secrets.ts";
import { DAY, HOUR } from "./limits.ts";
import { readPassword } from "./passwords.ts";
import { updateAccount } from "./repository/accounts.ts";
import * as stored from "./repository/links.ts";
import { logAccount } from "./repository/log.ts";
import { deleteRecordsOf } from "./repository/sign-in-records.ts";
import { type AccountStore, atomicOr, existing } from "./store.ts";

/** How long each kind of link works, in seconds. */
const LINK_LIFE: Readonly<Record<stored.LinkPurpose, number>> = {
  reset: HOUR,
  invitation: 7 * DAY,
  email: DAY,
};

/** The life of a reset link that an administrator hands over in person, which may take a while. */
const HANDED_RESET_LIFE = DAY;

/** The most invitations that are listed. */
const MOST_INVITATIONS = 200;

/** The account that makes a link, and the role without which it may not. */
export interface LinkIssuer {
  readonly id: string;
  readonly role: string;
}

/** A link to be made. */
interface NewLink extends Pick<stored.AccountLink, "purpose" | "account" | "email"> {
  readonly roles?: readonly string[];
  /** In seconds. */
  readonly life?: number;
  /** Whose role is asked for. */
  readonly maker?: LinkIssuer | null;
  readonly old?: stored.OldEnd;
}

/** The roles of an invitation for its log entry. */
const rolesIn = (roles: readonly string[]) => (roles.length === 0 ? {} : { roles });

/** Makes a link and returns its secret. Throws Forbidden when the maker may not. */
export async function makeLink(
  { database, now }: AccountStore,
  { purpose, account, email, roles = [], life = LINK_LIFE[purpose], maker = null, old }: NewLink,
  actor: string,
): Promise<string> {
  const secret = newSecret();
  const at = now();
  const about = { ...(email === null ? {} : { email }), ...rolesIn(roles) };
  const link = {
    purpose,
    account,
    email,
    roles,
    invitedBy: maker?.id ?? null,
    secretHash: await hashOfSecret(secret),
    createdAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + life * 1000).toISOString(),
  };
  const entry = {
    at: at.toISOString(),
    actor,
    action: `link for ${purpose}`,
    account: account ?? "",
    details: Object.keys(about).length === 0 ? null : about,
  };
  try {
    await database.atomic([...stored.replaceLink(link, maker?.role ?? null, old ?? null), logAccount(entry)]);
  } catch (error) {
    if (maker && error instanceof ConstraintError) throw new Forbidden("not-an-administrator");
    throw error;
  }
  return secret;
}

export const findLink = async (
  { database, now }: AccountStore,
  secret: string,
): Promise<stored.AccountLink | null> =>
  stored.findLink(database, await hashOfSecret(secret), now().toISOString());

/**
 * Creates a link that sets an account's password once: for a mail, or for its maker to hand over in person. Throws
 * Forbidden when the maker may not.
 */
export const makeResetLink = (
  store: AccountStore,
  account: string,
  maker: LinkIssuer | null,
): Promise<string> =>
  makeLink(
    store,
    { purpose: "reset", account, email: null, maker, life: maker ? HANDED_RESET_LIFE : LINK_LIFE.reset },
    maker?.id ?? SYSTEM,
  );

/**
 * Sets a password through a link, ends the account's other links and signs it out everywhere. A link that was mailed
 * has reached the address, which is confirmed by that. Returns the account's address. Throws NotFound, BadForm.
 */
export async function resetPassword(
  store: AccountStore,
  secret: string,
  password: string,
): Promise<string | null> {
  const hash = await hashOfSecret(secret);
  const at = store.now().toISOString();
  const gone = new NotFound("reset-link-ended");
  const link = await stored.findLink(store.database, hash, at);
  if (link?.purpose !== "reset" || link.account === null || link.withdrawn) throw gone;
  const account = await existing(store, link.account);
  const passwordHash = await store.passwords.hash(readPassword(password, account.email));
  await atomicOr(store, gone, [
    ...stored.spendLink(hash, at),
    stored.endLinksOf(account.id),
    updateAccount(account.id, {
      passwordHash,
      passwordGenerated: false,
      // The links of an address end with it.
      ...(link.invitedBy === null && !account.emailVerified ? { emailVerifiedAt: at } : {}),
    }),
    deleteRecordsOf(account.id),
    logAccount({ at, actor: account.id, action: "reset password", account: account.id }),
  ]);
  return account.email;
}

/**
 * Creates an invitation with these roles; given an address, only that address can join with it. Throws Forbidden
 * when the maker may not.
 */
export const makeInvitation = (
  store: AccountStore,
  email: string | null,
  roles: readonly string[],
  maker: LinkIssuer,
): Promise<string> =>
  makeLink(
    store,
    { purpose: "invitation", account: null, email: email && readEmail(email), roles, maker },
    maker.id,
  );

/** Returns the invitations that can still be used, newest first. */
export const openInvitations = ({ database, now }: AccountStore): Promise<stored.AccountLink[]> =>
  stored.listInvitations(database, now().toISOString(), MOST_INVITATIONS);

/** Withdraws an invitation; its link then says so. Throws NotFound when it was used or has expired. */
export async function withdrawInvitation(store: AccountStore, hash: string, actor: string): Promise<void> {
  const at = store.now().toISOString();
  const gone = new NotFound("invitation-ended");
  const link = await stored.findLink(store.database, hash, at);
  if (link?.purpose !== "invitation") throw gone;
  const { email, roles } = link;
  const details = { ...(email === null ? {} : { email }), ...rolesIn(roles) };
  await atomicOr(store, gone, [
    ...stored.withdrawLink(hash, at),
    logAccount({ at, actor, action: "withdraw invitation", account: "", details }),
  ]);
}

import { readDisplayName, readEmail } from "../../../server/auth/texts.ts";
import { SYSTEM } from "../../../server/db/changes.ts";
import { ConstraintError } from "../../../server/db/database.ts";
import { isNameTaken } from "../../../server/db/names.ts";
import { BadForm, Forbidden, NotFound } from "../../../server/errors.ts";
import { hashOfSecret } from "../../../server/secrets.ts";
import { loginThrottle } from "./login-throttle.ts";
import { canBePassword, readPassword } from "./passwords.ts";
import {
  type Account,
  addRolesStatement,
  emailKey,
  insertAccount,
  insertIdentity,
  logAccount,
  spendLink,
} from "./repository/accounts.ts";
import { newAccountId } from "./secrets.ts";
import type { AccountStore } from "./store.ts";

/** A name as it is offered to its person; null if nobody may be called that here. */
function canBeOffered(name: string | null): string | null {
  try {
    return readDisplayName(name ?? "");
  } catch {
    return null;
  }
}

/** The ways into an account: with a password, by signing up, by invitation, through another issuer. */
export function authentication({
  database,
  reads,
  passwords,
  counters,
  now,
  perNewcomer,
  change,
  existing,
  insert,
  readName,
}: AccountStore) {
  const guesses = loginThrottle(counters);

  const ways = {
    /**
     * Returns the account with this address and password. `deviceOf` returns the caller's device if the account knows
     * it. A wrong address and a wrong password give the same error after the same time. If the account has a second
     * factor, it is signed in by `signInWithFactor`. Throws BadForm, TooMany, and Forbidden for a blocked account.
     */
    async signIn(
      { email, password }: { email: string; password: string },
      networks: readonly string[],
      deviceOf: (account: Account) => string | null,
    ): Promise<Account> {
      const account = await reads.findByEmail(email);
      const source = { networks, device: account && deviceOf(account) };
      await guesses.countLogin(emailKey(email), source);
      if (!canBePassword(password)) throw new BadForm("wrong-login");
      const guess = await guesses.begin(emailKey(email), source);
      const matches = await passwords
        .matches(account?.passwordHash ?? null, password, source.device !== null)
        .catch(async (error: unknown) => {
          await guess.wasNotTested();
          throw error;
        });
      if (!account || !matches) throw new BadForm("wrong-login");
      await guess.wasRight();
      if (account.blocked) throw new Forbidden("account-blocked-ask");
      if (!account.hasFactor)
        await change(account.id, "sign in", account.id, { signedInAt: now().toISOString() });
      return account;
    },

    /** Creates an account and returns its id, or null if the address already has one. Throws BadForm, TooMany. */
    async signUp(
      email: string,
      password: string,
      name: string,
      networks: readonly string[],
    ): Promise<string | null> {
      await perNewcomer.take(networks);
      const account = {
        email: readEmail(email),
        password: readPassword(password, email),
        emailVerified: false,
        displayName: await readName(name),
      };
      try {
        return await insert(account, null, "sign up");
      } catch (error) {
        if (isNameTaken(error)) throw new BadForm("name-taken");
        if (error instanceof ConstraintError) return null;
        throw error;
      }
    },

    /**
     * Accepts an invitation and returns the id of the new account, or of the account that has the address and the
     * password: its roles are added to that one. `isSignedIn` is false if it has a second factor to show first. Throws
     * NotFound when the link has ended, BadForm, TooMany, and Forbidden for a blocked account.
     */
    async acceptInvitation(
      secret: string,
      { email, password, name }: Readonly<Record<"email" | "password" | "name", string>>,
      networks: readonly string[],
    ): Promise<{ readonly id: string; readonly isSignedIn: boolean }> {
      const hash = await hashOfSecret(secret);
      const at = now().toISOString();
      const link = await reads.findLink(hash, at);
      if (link?.purpose !== "invitation") throw new NotFound("invitation-ended");
      if (link.withdrawn) throw new NotFound("invitation-withdrawn");
      const { roles } = link;
      const address = link.email ?? readEmail(email);
      if (await reads.findByEmail(address)) {
        const account = await ways.signIn({ email: address, password }, networks, () => null);
        await addRoles(account, roles, hash, at);
        return { id: account.id, isSignedIn: !account.hasFactor };
      }
      const id = newAccountId();
      const displayName = await readName(name);
      const passwordHash = await passwords.hash(readPassword(password, address));
      try {
        await database.atomic([
          ...spendLink(hash, at),
          insertAccount(
            {
              id,
              email: address,
              emailVerified: false,
              passwordHash,
              passwordGenerated: false,
              displayName,
              roles,
              signsIn: true,
            },
            at,
          ),
          logAccount({
            at,
            actor: id,
            action: "accept invitation",
            account: id,
            details: roles.length === 0 ? null : { roles },
          }),
        ]);
        return { id, isSignedIn: true };
      } catch (error) {
        if (!(error instanceof ConstraintError)) throw error;
        if (isNameTaken(error)) throw new BadForm("name-taken");
        throw error.constraint.includes("account_link")
          ? new NotFound("invitation-ended")
          : new BadForm("email-unusable-for-newcomer");
      }
    },

    /**
     * Finds the account that another issuer vouches for, or creates it if `mayMake`. `who.email` is an address that the
     * issuer has verified: any other might be anybody's, and is no use here. Throws Forbidden.
     */
    async signInThrough(
      issuer: string,
      who: { subject: string; email: string | null; name: string | null },
      mayMake: boolean,
    ): Promise<Account> {
      const at = now().toISOString();
      const known = await reads.findByIdentity(issuer, who.subject);
      const sameAddress = known || who.email === null ? null : await reads.findByEmail(who.email);
      // Link by address only if both sides have verified it.
      const account = known ?? (sameAddress?.emailVerified ? sameAddress : null);
      if (account?.blocked) throw new Forbidden("account-blocked");
      if (known) {
        if (!known.hasFactor) await change(known.id, "sign in", known.id, { signedInAt: at });
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
      const id = newAccountId();
      try {
        await database.atomic([
          insertAccount(
            {
              id,
              email: who.email && readEmail(who.email),
              emailVerified: who.email !== null,
              passwordHash: null,
              passwordGenerated: false,
              roles: [],
              signsIn: true,
            },
            at,
          ),
          insertIdentity({ issuer, subject: who.subject, account: id, name: canBeOffered(who.name) }),
          logAccount({ at, actor: id, action: "sign up", account: id, details: { issuer } }),
        ]);
      } catch (error) {
        if (!(error instanceof ConstraintError)) throw error;
        // The same person was faster in another tab, or somebody else with the address.
        const first = await reads.findByIdentity(issuer, who.subject);
        if (!first) throw new Forbidden("email-unusable-from-issuer");
        return first;
      }
      return { ...(await existing(id)), signedInAt: null };
    },

    /** Creates an account for an administrator's command. Throws BadForm when the address is taken. */
    async create(
      account: { email: string; password: string; roles: readonly string[]; generated: boolean },
      actor: string = SYSTEM,
    ): Promise<string> {
      try {
        return await insert(
          { ...account, email: readEmail(account.email), emailVerified: false },
          actor,
          "create",
        );
      } catch (error) {
        if (error instanceof ConstraintError) throw new BadForm("email-has-account");
        throw error;
      }
    },
  };

  /** Adds the roles of an invitation to an account, and ends the invitation. */
  async function addRoles(
    { id }: Account,
    roles: readonly string[],
    hash: string,
    at: string,
  ): Promise<void> {
    try {
      await database.atomic([
        ...spendLink(hash, at),
        addRolesStatement(id, roles),
        logAccount({ at, actor: id, action: "accept invitation", account: id, details: { roles } }),
      ]);
    } catch (error) {
      if (error instanceof ConstraintError) throw new NotFound("invitation-ended");
      throw error;
    }
  }
  return ways;
}

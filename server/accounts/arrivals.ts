import {
  type Account,
  emailKey,
  insertAccount,
  insertIdentity,
  logAccount,
  spendLink,
} from "../data/accounts.ts";
import { SYSTEM } from "../data/changes.ts";
import { ConstraintError } from "../data/database.ts";
import { BadForm, Forbidden, NotFound } from "../errors.ts";
import { countGuesses } from "./guesses.ts";
import { canBePassword, readPassword } from "./passwords.ts";
import { hashOfSecret, newAccountId } from "./secrets.ts";
import type { AccountStore } from "./store.ts";
import { readEmail } from "./texts.ts";

/** How somebody comes in: with a password, as a newcomer, by invitation, through another issuer. */
export function arrivals({
  database,
  reads,
  passwords,
  counters,
  now,
  perNewcomer,
  change,
  existing,
  insert,
}: AccountStore) {
  const guesses = countGuesses(counters);

  return {
    /**
     * The account of an address and a password; `deviceOf` says whether who asks is known to it. Says the same, after
     * the same time, whether the address or the password is wrong. Throws BadForm, Forbidden for a blocked account,
     * TooMany.
     */
    async signIn(
      { email, password }: { email: string; password: string },
      address: string,
      deviceOf: (account: Account) => string | null,
    ): Promise<Account> {
      const account = await reads.findByEmail(email);
      const guesser = { address, device: account && deviceOf(account) };
      await guesses.countLogin(emailKey(email), guesser);
      if (!canBePassword(password)) throw new BadForm("wrong-login");
      const guess = await guesses.begin(emailKey(email), guesser);
      const matches = await passwords
        .matches(account?.passwordHash ?? null, password, guesser.device !== null)
        .catch(async (error: unknown) => {
          await guess.wasNotTested();
          throw error;
        });
      if (!account || !matches) throw new BadForm("wrong-login");
      await guess.wasRight();
      if (account.blocked) throw new Forbidden("account-blocked-ask");
      await change(account.id, "sign in", account.id, { signedInAt: now().toISOString() });
      return account;
    },

    /**
     * Makes an account, unless the address has one: answers its id, or null.
     * Throws BadForm, TooMany.
     */
    async signUp(email: string, password: string, address: string): Promise<string | null> {
      await perNewcomer.take(address);
      const wanted = {
        email: readEmail(email),
        password: readPassword(password, email),
        emailVerified: false,
      };
      try {
        return await insert(wanted, null, "sign up");
      } catch (error) {
        if (error instanceof ConstraintError) return null;
        throw error;
      }
    },

    /** Makes an account for whoever was invited; answers its id. Throws NotFound when the link is spent, BadForm. */
    async acceptInvitation(secret: string, email: string, password: string): Promise<string> {
      const hash = await hashOfSecret(secret);
      const at = now().toISOString();
      const link = await reads.findLink(hash, at);
      if (link?.purpose !== "invitation") throw new NotFound("invitation-ended");
      if (link.withdrawn) throw new NotFound("invitation-withdrawn");
      const { roles } = link;
      const id = newAccountId();
      const address = link.email ?? readEmail(email);
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
              roles,
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
        return id;
      } catch (error) {
        if (!(error instanceof ConstraintError)) throw error;
        throw error.constraint.includes("account_link")
          ? new NotFound("invitation-ended")
          : new BadForm("email-unusable-for-newcomer");
      }
    },

    /** Makes the account that another issuer vouches for, or finds the one it is. Throws Forbidden. */
    async signInThrough(
      issuer: string,
      who: { subject: string; email: string | null; emailVerified: boolean },
      mayMake: boolean,
    ): Promise<Account> {
      const at = now().toISOString();
      const known = await reads.findByIdentity(issuer, who.subject);
      const sameAddress = known || who.email === null ? null : await reads.findByEmail(who.email);
      // Linked by address only if both sides know that it is the person's own.
      const account = known ?? (sameAddress?.emailVerified && who.emailVerified ? sameAddress : null);
      if (account?.blocked) throw new Forbidden("account-blocked");
      if (known) {
        await change(known.id, "sign in", known.id, { signedInAt: at });
        return known;
      }
      if (account) {
        await database.atomic([
          insertIdentity(issuer, who.subject, account.id),
          logAccount({ at, actor: account.id, action: "link", account: account.id, details: { issuer } }),
        ]);
        return account;
      }
      if (!mayMake) throw new Forbidden("sign-up-closed");
      if (who.email === null || sameAddress !== null) throw new Forbidden("email-unusable-from-issuer");
      const id = newAccountId();
      await database.atomic([
        insertAccount(
          {
            id,
            email: readEmail(who.email),
            emailVerified: who.emailVerified,
            passwordHash: null,
            passwordGenerated: false,
            roles: [],
          },
          at,
        ),
        insertIdentity(issuer, who.subject, id),
        logAccount({ at, actor: id, action: "sign up", account: id, details: { issuer } }),
      ]);
      return existing(id);
    },

    /** An account that an administrator's command makes. Throws BadForm when the address is taken. */
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
}

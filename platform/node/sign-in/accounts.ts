import {
  type Account,
  type AccountChanges,
  type AccountLink,
  accountReads,
  emailKey,
  insertAccount,
  insertIdentity,
  type LinkPurpose,
  logAccount,
  replaceLink,
  spendLink,
  updateAccount,
} from "../../../server/data/accounts.ts";
import { insertChange, SYSTEM } from "../../../server/data/changes.ts";
import { ConstraintError, type Database } from "../../../server/data/database.ts";
import { deleteRecordsOf } from "../../../server/data/sign-in-records.ts";
import { BadForm, Forbidden, NotFound } from "../../../server/errors.ts";
import { countAttempts } from "./attempts.ts";
import { hashPassword, isPassword, passwordProblem } from "./passwords.ts";
import { hashOfSecret, newAccountId, newSecret } from "./secrets.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long a link works, in seconds. */
const LINK_LIFE: Readonly<Record<LinkPurpose, number>> = { reset: HOUR, invitation: 7 * DAY, email: DAY };

/** A link that an administrator hands on in person may lie for a while. */
const HANDED_RESET_LIFE = DAY;

const LONGEST_EMAIL = 254;
const LONGEST_NAME = 40;

/** The address as it is kept; throws BadForm. */
export function readEmail(text: string): string {
  const email = text.trim().normalize("NFC");
  // What a mail server takes is its own affair; this keeps out what cannot be an address at all.
  const isAddress = /^[^\s@<>(),;:"\\\p{Cc}]+@[^\s@<>(),;:"\\\p{Cc}]+$/u.test(email);
  if (!isAddress || email.length > LONGEST_EMAIL) throw new BadForm("Please enter a whole e-mail address.");
  return email;
}

/** What a person wants to be called in the public history; empty is nothing. Throws BadForm. */
export function readDisplayName(text: string): string | null {
  const name = text.trim().normalize("NFC");
  if (name === "") return null;
  if ([...name].length > LONGEST_NAME)
    throw new BadForm(`Please choose a name of at most ${LONGEST_NAME} characters.`);
  if (/\p{Cc}|\p{Cf}/u.test(name)) throw new BadForm("Please choose a name of visible characters.");
  return name;
}

/** A new password that will do; throws BadForm. */
function readPassword(password: string, email: string): string {
  const problem = passwordProblem(password, email);
  if (problem !== null) throw new BadForm(problem);
  return password;
}

/** Why a login did not succeed. The same for an unknown address and a wrong password. */
const NO_MATCH = "That e-mail address and password do not match an account.";

/** Everything that happens to accounts, each act in one batch with its entry in the accounts' log. */
export function accountService(database: Database, now: () => Date = () => new Date()) {
  const reads = accountReads(database);
  // By address and account together, by account from everywhere, by address alone: nobody can be locked out by a
  // stranger's few guesses, and nobody gets many guesses.
  const perPair = countAttempts(10, 15 * MINUTE);
  const perAccount = countAttempts(100, 15 * MINUTE);
  const perAddress = countAttempts(100, 15 * MINUTE);
  const perNewcomer = countAttempts(30, HOUR);
  const perMailbox = countAttempts(5, HOUR);

  /** Writes a change of an account and what the log says of it. */
  async function change(
    actor: string,
    action: string,
    id: string,
    changes: AccountChanges,
    details: Readonly<Record<string, unknown>> | null = null,
  ): Promise<void> {
    const at = now().toISOString();
    await database.atomic([
      updateAccount(id, changes),
      logAccount({ at, actor, action, account: id, details }),
    ]);
  }

  async function makeLink(
    link: Pick<AccountLink, "purpose" | "account" | "email">,
    actor: string,
    life: number = LINK_LIFE[link.purpose],
  ): Promise<string> {
    const secret = newSecret();
    const at = now();
    await database.atomic([
      ...replaceLink({
        ...link,
        secretHash: hashOfSecret(secret),
        createdAt: at.toISOString(),
        expiresAt: new Date(at.getTime() + life * 1000).toISOString(),
      }),
      logAccount({
        at: at.toISOString(),
        actor,
        action: `link for ${link.purpose}`,
        account: link.account ?? "",
        details: link.email === null ? null : { email: link.email },
      }),
    ]);
    return secret;
  }

  async function existing(id: string): Promise<Account> {
    const account = await reads.findById(id);
    if (!account) throw new NotFound("There is no such account.");
    return account;
  }

  /** Throws ConstraintError when the address is taken. */
  async function insert(
    account: {
      email: string;
      password: string | null;
      emailVerified: boolean;
      roles?: readonly string[];
      generated?: boolean;
    },
    actor: string | null,
    action: string,
  ): Promise<string> {
    const id = newAccountId();
    const at = now().toISOString();
    const passwordHash = account.password === null ? null : await hashPassword(account.password);
    await database.atomic([
      insertAccount(
        {
          id,
          email: account.email,
          emailVerified: account.emailVerified,
          passwordHash,
          passwordGenerated: account.generated ?? false,
          roles: account.roles ?? [],
        },
        at,
      ),
      logAccount({ at, actor: actor ?? id, action, account: id, details: null }),
    ]);
    return id;
  }

  return {
    ...reads,
    findLink: (secret: string): Promise<AccountLink | null> =>
      reads.findLink(hashOfSecret(secret), now().toISOString()),

    /**
     * The account of an address and a password. Says the same, after the same time, whether the address or the password
     * is wrong. Throws BadForm, Forbidden for a blocked account, TooMany.
     */
    async signIn(email: string, password: string, address: string): Promise<Account> {
      const key = emailKey(email);
      perAddress.take(address);
      perAccount.take(key);
      perPair.take(`${address} ${key}`);
      const account = await reads.findByEmail(email);
      const matches = await isPassword(account?.passwordHash ?? null, password);
      if (!account || !matches) throw new BadForm(NO_MATCH);
      if (account.blocked)
        throw new Forbidden("This account is blocked. If you think that is a mistake, ask in the chat.");
      perPair.forgive(`${address} ${key}`);
      await change(account.id, "sign in", account.id, { signedInAt: now().toISOString() });
      return account;
    },

    /**
     * Makes an account, unless the address has one: answers its id, or null. The caller must say the same in both cases.
     * Throws BadForm, TooMany.
     */
    async signUp(email: string, password: string, address: string): Promise<string | null> {
      perNewcomer.take(address);
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

    /** Makes an account for whoever was invited. Throws NotFound when the link is spent, BadForm. */
    async acceptInvitation(secret: string, email: string, password: string): Promise<void> {
      const hash = hashOfSecret(secret);
      const at = now().toISOString();
      const link = await reads.findLink(hash, at);
      if (link?.purpose !== "invitation") throw new NotFound("This invitation has been used or has ended.");
      const id = newAccountId();
      const address = link.email ?? readEmail(email);
      const passwordHash = await hashPassword(readPassword(password, address));
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
              roles: [],
            },
            at,
          ),
          logAccount({ at, actor: id, action: "accept invitation", account: id, details: null }),
        ]);
      } catch (error) {
        if (!(error instanceof ConstraintError)) throw error;
        throw error.constraint.includes("account_link")
          ? new NotFound("This invitation has been used or has ended.")
          : new BadForm("This address cannot be used for a new account. If you have one already, sign in.");
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
      if (account?.blocked) throw new Forbidden("This account is blocked.");
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
      if (!mayMake) throw new Forbidden("New accounts are not open to everybody here.");
      if (who.email === null || sameAddress !== null)
        throw new Forbidden(
          "That provider's e-mail address cannot be used for a new account. If you have an account here, sign in with its password.",
        );
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
        if (error instanceof ConstraintError) throw new BadForm("This address has an account already.");
        throw error;
      }
    },

    /** Counts a mail to an address, for nobody shall be flooded with ours; throws TooMany. */
    countMail(to: string): void {
      perMailbox.take(emailKey(to));
    },

    /** Counts a wish for a reset link; throws TooMany. */
    countReset(email: string, address: string): void {
      perNewcomer.take(address);
      perMailbox.take(emailKey(email));
    },

    /** A link with which an account's password can be set once: for a mail, or to hand on. */
    makeResetLink: (account: string, actor: string, handed: boolean): Promise<string> =>
      makeLink(
        { purpose: "reset", account, email: null },
        actor,
        handed ? HANDED_RESET_LIFE : LINK_LIFE.reset,
      ),

    /** A link with which somebody may join; with an address, for that one alone. */
    makeInvitation: (email: string | null, actor: string): Promise<string> =>
      makeLink({ purpose: "invitation", account: null, email: email && readEmail(email) }, actor),

    /** A link that shows that mail to the address arrives. */
    makeEmailLink: (account: string, email: string): Promise<string> =>
      makeLink({ purpose: "email", account, email: readEmail(email) }, account),

    /** Sets a password by a link, and signs the account out everywhere. Throws NotFound, BadForm. */
    async resetPassword(secret: string, password: string): Promise<void> {
      const hash = hashOfSecret(secret);
      const at = now().toISOString();
      const gone = new NotFound("This link has been used or has ended. Please ask for a new one.");
      const link = await reads.findLink(hash, at);
      if (link?.purpose !== "reset" || link.account === null) throw gone;
      const account = await existing(link.account);
      const passwordHash = await hashPassword(readPassword(password, account.email));
      try {
        await database.atomic([
          ...spendLink(hash, at),
          updateAccount(account.id, { passwordHash, passwordGenerated: false }),
          deleteRecordsOf(account.id),
          logAccount({ at, actor: account.id, action: "reset password", account: account.id, details: null }),
        ]);
      } catch (error) {
        throw error instanceof ConstraintError ? gone : error;
      }
    },

    /** Takes a new address over once its owner opened the link. Throws NotFound. */
    async confirmEmail(secret: string): Promise<string> {
      const hash = hashOfSecret(secret);
      const at = now().toISOString();
      const gone = new NotFound("This link has been used or has ended.");
      const link = await reads.findLink(hash, at);
      if (link?.purpose !== "email" || link.account === null || link.email === null) throw gone;
      try {
        await database.atomic([
          ...spendLink(hash, at),
          updateAccount(link.account, { email: link.email, emailVerifiedAt: at }),
          logAccount({
            at,
            actor: link.account,
            action: "confirm e-mail",
            account: link.account,
            details: { email: link.email },
          }),
        ]);
      } catch (error) {
        throw error instanceof ConstraintError ? gone : error;
      }
      return link.email;
    },

    /** Throws BadForm when the current password is wrong or the new one does not do. */
    async changePassword(id: string, current: string, next: string): Promise<void> {
      const account = await existing(id);
      await this.checkPassword(account, current);
      const passwordHash = await hashPassword(readPassword(next, account.email));
      await change(id, "change password", id, { passwordHash, passwordGenerated: false });
    },

    /** Throws BadForm; counts wrong guesses. */
    async checkPassword(account: Account, password: string): Promise<void> {
      perPair.take(`own ${account.id}`);
      if (!(await isPassword(account.passwordHash, password)))
        throw new BadForm("That is not your current password.");
      perPair.forgive(`own ${account.id}`);
    },

    /** Changes the address at once, where no mail can be sent. Throws BadForm. */
    async changeEmail(id: string, email: string): Promise<void> {
      const address = readEmail(email);
      try {
        await change(id, "change e-mail", id, { email: address, emailVerifiedAt: null }, { email: address });
      } catch (error) {
        if (error instanceof ConstraintError) throw new BadForm("This address cannot be used.");
        throw error;
      }
    },

    /** The public log is touched as well, without a word of whose name it is: kept answers show names. */
    async changeName(id: string, name: string): Promise<void> {
      const at = now().toISOString();
      await database.atomic([
        updateAccount(id, { displayName: readDisplayName(name) }),
        logAccount({ at, actor: id, action: "change name", account: id, details: null }),
        insertChange({
          at,
          actor: SYSTEM,
          action: "rename",
          noun: "names",
          id: "",
          before: null,
          after: null,
        }),
      ]);
    },

    /** Sets a password that the index made up, and signs the account out everywhere. */
    async setGeneratedPassword(id: string, password: string, actor: string): Promise<void> {
      const passwordHash = await hashPassword(password);
      const at = now().toISOString();
      await database.atomic([
        updateAccount(id, { passwordHash, passwordGenerated: true, blockedAt: null }),
        deleteRecordsOf(id),
        logAccount({ at, actor, action: "new password", account: id, details: null }),
      ]);
    },

    async setRoles(id: string, roles: readonly string[], actor: string): Promise<void> {
      const account = await existing(id);
      await change(actor, "set roles", id, { roles }, { before: account.roles, after: roles });
    },

    /** Ends the account's sessions and refresh tokens in the same batch; the API refuses its access tokens from now on. */
    async block(id: string, actor: string): Promise<void> {
      await existing(id);
      const at = now().toISOString();
      await database.atomic([
        updateAccount(id, { blockedAt: at }),
        deleteRecordsOf(id),
        logAccount({ at, actor, action: "block", account: id, details: null }),
      ]);
    },

    async unblock(id: string, actor: string): Promise<void> {
      await existing(id);
      await change(actor, "unblock", id, { blockedAt: null });
    },
  };
}

export type AccountService = ReturnType<typeof accountService>;

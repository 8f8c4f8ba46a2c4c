import { readEmail } from "../../../server/auth/texts.ts";
import { attempts } from "../../../server/counters.ts";
import { SYSTEM } from "../../../server/db/changes.ts";
import { ConstraintError } from "../../../server/db/database.ts";
import { Forbidden, NotFound } from "../../../server/errors.ts";
import { hashOfSecret, newSecret } from "../../../server/secrets.ts";
import { readPassword } from "./passwords.ts";
import {
  type AccountLink,
  carryOutMove,
  type DueMove,
  emailKey,
  endEmailLinksOf,
  endLinksOf,
  type LinkPurpose,
  logAccount,
  type OldEnd,
  replaceLink,
  spendEmailLink,
  spendLink,
  updateAccount,
  withdrawLink,
} from "./repository/accounts.ts";
import { deleteRecordsOf } from "./repository/sign-in-records.ts";
import { type AccountStore, HOUR } from "./store.ts";

const DAY = 24 * HOUR;

/** How long each kind of link works, in seconds. */
const LINK_LIFE: Readonly<Record<LinkPurpose, number>> = { reset: HOUR, invitation: 7 * DAY, email: DAY };

/** The life of a reset link that an administrator hands over in person, which may take a while. */
const HANDED_RESET_LIFE = DAY;

/** How long an address that was confirmed has to refuse another one, in seconds. */
const TIME_TO_REFUSE = 7 * DAY;

/** Changes of address that are carried out at a time. */
const MOST_MOVES = 100;

/** The most invitations that are listed. */
const MOST_INVITATIONS = 200;

/** The account that makes a link, and the role without which it may not. */
export interface LinkIssuer {
  readonly id: string;
  readonly role: string;
}

/** The roles of an invitation for its log entry. */
const rolesIn = (roles: readonly string[]) => (roles.length === 0 ? {} : { roles });

/** Single-use links, and what they do. */
export function links({ database, reads, passwords, counters, now, perNewcomer, existing }: AccountStore) {
  // Each has its own share: what strangers ask for in somebody's name leaves them the link that they need.
  const resets = attempts(counters("mails of resets"), 5, HOUR);
  const moves = attempts(counters("mails of new addresses"), 5, HOUR);
  const testMails = attempts(counters("test mails"), 5, HOUR);
  const deviceMails = attempts(counters("mails of devices"), 5, HOUR);

  async function makeLink(
    link: Pick<AccountLink, "purpose" | "account" | "email"> & Partial<Pick<AccountLink, "roles">>,
    actor: string,
    maker: LinkIssuer | null,
    life: number = LINK_LIFE[link.purpose],
    old: OldEnd | null = null,
  ): Promise<string> {
    const secret = newSecret();
    const at = now();
    const about = { ...(link.email === null ? {} : { email: link.email }), ...rolesIn(link.roles ?? []) };
    const statements = [
      ...replaceLink(
        {
          ...link,
          roles: link.roles ?? [],
          invitedBy: maker?.id ?? null,
          secretHash: await hashOfSecret(secret),
          createdAt: at.toISOString(),
          expiresAt: new Date(at.getTime() + life * 1000).toISOString(),
        },
        maker?.role ?? null,
        old,
      ),
      logAccount({
        at: at.toISOString(),
        actor,
        action: `link for ${link.purpose}`,
        account: link.account ?? "",
        details: Object.keys(about).length === 0 ? null : about,
      }),
    ];
    try {
      await database.atomic(statements);
    } catch (error) {
      if (maker && error instanceof ConstraintError) throw new Forbidden("not-an-administrator");
      throw error;
    }
    return secret;
  }

  return {
    findLink: async (secret: string): Promise<AccountLink | null> =>
      reads.findLink(await hashOfSecret(secret), now().toISOString()),

    /** Counts a mail to a new address, so that nobody is flooded with ours; throws TooMany. */
    countMail: (to: string): Promise<void> => moves.take(emailKey(to)),

    /** Counts a mail about a new device, apart from those that strangers can have sent; throws TooMany. */
    countDeviceMail: (to: string): Promise<void> => deviceMails.take(emailKey(to)),

    /** Counts a test mail of an administrator; throws TooMany. */
    countTestMail: (administrator: string): Promise<void> => testMails.take(administrator),

    /** Counts a request for a reset link; throws TooMany. */
    async countReset(email: string, networks: readonly string[]): Promise<void> {
      await perNewcomer.take(networks);
      await resets.take(emailKey(email));
    },

    /**
     * Creates a link that sets an account's password once: for a mail, or for its maker to hand over in person. Throws
     * Forbidden when the maker may not.
     */
    makeResetLink: (account: string, maker: LinkIssuer | null): Promise<string> =>
      makeLink(
        { purpose: "reset", account, email: null },
        maker?.id ?? SYSTEM,
        maker,
        maker ? HANDED_RESET_LIFE : LINK_LIFE.reset,
      ),

    /**
     * Creates an invitation with these roles; given an address, only that address can join with it. Throws Forbidden
     * when the maker may not.
     */
    makeInvitation: (email: string | null, roles: readonly string[], maker: LinkIssuer): Promise<string> =>
      makeLink(
        { purpose: "invitation", account: null, email: email && readEmail(email), roles },
        maker.id,
        maker,
      ),

    /** Returns the invitations that can still be used, newest first. */
    openInvitations: (): Promise<AccountLink[]> =>
      reads.listInvitations(now().toISOString(), MOST_INVITATIONS),

    /** Withdraws an invitation; its link then says so. Throws NotFound when it was used or has expired. */
    async withdrawInvitation(hash: string, actor: string): Promise<void> {
      const at = now().toISOString();
      const gone = new NotFound("invitation-ended");
      const link = await reads.findLink(hash, at);
      if (link?.purpose !== "invitation") throw gone;
      const { email, roles } = link;
      const details = { ...(email === null ? {} : { email }), ...rolesIn(roles) };
      try {
        await database.atomic([
          ...withdrawLink(hash, at),
          logAccount({ at, actor, action: "withdraw invitation", account: "", details }),
        ]);
      } catch (error) {
        throw error instanceof ConstraintError ? gone : error;
      }
    },

    /** Creates a link that proves that mail to the address arrives. */
    makeEmailLink: (account: string, email: string): Promise<string> =>
      makeLink({ purpose: "email", account, email: readEmail(email) }, account, null),

    /**
     * Creates the two links of a change of address: for the new one, which has to be used, and for the one that the account
     * has, by which it agrees or refuses. Without its answer the change happens at `takesEffectAt`.
     */
    async makeMoveLinks(
      account: string,
      email: string,
    ): Promise<{ toNew: string; toOld: string; takesEffectAt: string }> {
      const toOld = newSecret();
      const takesEffectAt = new Date(now().getTime() + TIME_TO_REFUSE * 1000).toISOString();
      const link = { purpose: "email", account, email: readEmail(email) } as const;
      const old = { secretHash: await hashOfSecret(toOld), takesEffectAt };
      return { toNew: await makeLink(link, account, null, LINK_LIFE.email, old), toOld, takesEffectAt };
    },

    /** Carries out the changes of address whose time to refuse is over; returns those that happened. */
    async carryOutMoves(): Promise<DueMove[]> {
      const at = now().toISOString();
      const done: DueMove[] = [];
      for (;;) {
        const due = await reads.listDueMoves(at, MOST_MOVES);
        if (due.length === 0) return done;
        for (const move of due) {
          try {
            const [changed] = await database.atomic(carryOutMove(move, at));
            if (changed?.length === 1) done.push(move);
          } catch (error) {
            if (!(error instanceof ConstraintError)) throw error;
            // Another account has taken the address meanwhile.
            const { account, email } = move;
            await database.atomic([
              endEmailLinksOf(account),
              logAccount({ at, actor: SYSTEM, action: "e-mail is taken", account, details: { email } }),
            ]);
          }
        }
      }
    },

    /** The change of address that an account waits for; null: none. */
    pendingMove: (account: string) => reads.findMove(account, now().toISOString()),

    /** Ends a change of address that was asked for; returns whether the old address refused. Throws NotFound. */
    async refuseMove(secret: string): Promise<boolean> {
      const at = now().toISOString();
      const link = await reads.findLink(await hashOfSecret(secret), at);
      if (link?.purpose !== "email" || link.account === null) throw new NotFound("link-ended");
      const { account, email } = link;
      await database.atomic([
        endEmailLinksOf(account),
        logAccount({ at, actor: account, action: "refuse e-mail", account, details: { email } }),
      ]);
      return link.takesEffectAt !== null;
    },

    /**
     * Sets a password through a link, ends the account's other links and signs it out everywhere. A link that was mailed
     * has reached the address, which is confirmed by that. Returns the account's address. Throws NotFound, BadForm.
     */
    async resetPassword(secret: string, password: string): Promise<string | null> {
      const hash = await hashOfSecret(secret);
      const at = now().toISOString();
      const gone = new NotFound("reset-link-ended");
      const link = await reads.findLink(hash, at);
      if (link?.purpose !== "reset" || link.account === null || link.withdrawn) throw gone;
      const account = await existing(link.account);
      const passwordHash = await passwords.hash(readPassword(password, account.email));
      try {
        await database.atomic([
          ...spendLink(hash, at),
          endLinksOf(account.id),
          updateAccount(account.id, {
            passwordHash,
            passwordGenerated: false,
            // The links of an address end with it.
            ...(link.invitedBy === null && !account.emailVerified ? { emailVerifiedAt: at } : {}),
          }),
          deleteRecordsOf(account.id),
          logAccount({ at, actor: account.id, action: "reset password", account: account.id, details: null }),
        ]);
        return account.email;
      } catch (error) {
        throw error instanceof ConstraintError ? gone : error;
      }
    },

    /**
     * Changes the address to a new one whose owner opened the link, and ends the account's other links, unless the other
     * end has yet to confirm it, too; returns the addresses before and after if it is in use. Throws NotFound.
     */
    async confirmEmail(secret: string): Promise<{ before: string | null; after: string } | null> {
      const hash = await hashOfSecret(secret);
      const at = now().toISOString();
      const gone = new NotFound("link-ended");
      const link = await reads.findLink(hash, at);
      if (link?.purpose !== "email" || link.account === null || link.email === null) throw gone;
      const { email: before } = await existing(link.account);
      try {
        const answers = await database.atomic(spendEmailLink(link, at));
        return answers.at(-1)?.length === 1 ? { before, after: link.email } : null;
      } catch (error) {
        throw error instanceof ConstraintError ? gone : error;
      }
    },
  };
}

import { readEmail } from "../../../server/auth/texts.ts";
import { attempts } from "../../../server/counters.ts";
import { ConstraintError } from "../../../server/db/database.ts";
import { isNameTaken } from "../../../server/db/names.ts";
import { BadForm, NotFound } from "../../../server/errors.ts";
import { isSamePassword, readPassword } from "./passwords.ts";
import { endLinksOf, forgetOfferedNames, logAccount, updateAccount } from "./repository/accounts.ts";
import { deleteGrantOf, deleteRecordsOf, hasGrant, signInRecords } from "./repository/sign-in-records.ts";
import { type AccountStore, HOUR } from "./store.ts";

const QUARTER = HOUR / 4;

/** A signed-in person: an account and one of its grants. */
export interface AccountSession {
  readonly id: string;
  readonly grant: string;
}

/** What people do with their own account. */
export function ownAccount({ database, passwords, counters, now, existing, readName }: AccountStore) {
  const perSession = attempts(counters("passwords by session"), 10, QUARTER);
  const perMover = attempts(counters("new addresses by account"), 5, HOUR);

  /** Throws BadForm. Wrong guesses are counted per session, so that no session holds up another. */
  async function checkPassword({ id, grant }: AccountSession, password: string): Promise<void> {
    const { passwordHash } = await existing(id);
    await perSession.take(`${id} ${grant}`);
    if (!(await passwords.matches(passwordHash, password, true))) throw new BadForm("wrong-password");
    await perSession.forgive(`${id} ${grant}`);
  }

  return {
    /**
     * Changes the password and ends all links, sessions and refresh tokens of the account, except for the caller's
     * grant, whose access token stays valid. Throws BadForm when the current password is wrong or the new one is not
     * acceptable.
     */
    async changePassword(
      { id, grant }: AccountSession,
      { current, next }: { current: string; next: string },
    ): Promise<void> {
      const account = await existing(id);
      await checkPassword({ id, grant }, current);
      if (isSamePassword(current, next)) throw new BadForm("same-password");
      const passwordHash = await passwords.hash(readPassword(next, account.email));
      await database.atomic([
        updateAccount(id, { passwordHash, passwordGenerated: false }),
        endLinksOf(id),
        deleteRecordsOf(id, grant),
        logAccount({
          at: now().toISOString(),
          actor: id,
          action: "change password",
          account: id,
          details: null,
        }),
      ]);
    },

    checkPassword,

    listDevices: ({ id }: AccountSession) =>
      signInRecords(database).listDevices(id, Math.floor(now().getTime() / 1000)),

    /** Signs one device out; its access token is refused at once. Throws NotFound. */
    async signOutDevice(id: string, device: string): Promise<void> {
      const at = now().toISOString();
      const signedOut = { at, actor: id, action: "sign out a device", account: id, details: null } as const;
      const [, ended] = await database.atomic([
        logAccount(signedOut, hasGrant(id, device)),
        deleteGrantOf(id, device),
      ]);
      if (ended?.length === 0) throw new NotFound("device-signed-out");
    },

    /** Signs out all devices but the caller's, whose access token stays valid. */
    async signOutOthers({ id, grant }: AccountSession): Promise<void> {
      const at = now().toISOString();
      await database.atomic([
        deleteRecordsOf(id, grant),
        logAccount({ at, actor: id, action: "sign out other devices", account: id, details: null }),
      ]);
    },

    /** Counts a request for another address, taken or free; throws TooMany. */
    countMove: (id: string): Promise<void> => perMover.take(id),

    /** Changes the address at once, for sites that send no mail, and ends the account's links. Throws BadForm. */
    async changeEmail(id: string, email: string): Promise<void> {
      const address = readEmail(email);
      try {
        await database.atomic([
          updateAccount(id, { email: address, emailVerifiedAt: null }),
          endLinksOf(id),
          logAccount({
            at: now().toISOString(),
            actor: id,
            action: "change e-mail",
            account: id,
            details: { email: address },
          }),
        ]);
      } catch (error) {
        if (error instanceof ConstraintError) throw new BadForm("email-unusable");
        throw error;
      }
    },

    /** Throws BadForm, if another account has the name, too. */
    async changeName(id: string, name: string, namePublic: boolean): Promise<void> {
      const at = now().toISOString();
      // A name that was given before somebody got a role may stay.
      const displayName = await readName(name, id, (await existing(id)).displayName);
      try {
        await database.atomic([
          updateAccount(id, { displayName, namePublic }),
          forgetOfferedNames(id),
          logAccount({ at, actor: id, action: "change name", account: id, details: null }),
        ]);
      } catch (error) {
        throw isNameTaken(error) ? new BadForm("name-taken") : error;
      }
    },
  };
}

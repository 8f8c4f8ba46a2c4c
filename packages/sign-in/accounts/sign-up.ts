import { readEmail } from "../../../server/auth/texts.ts";
import { attempts, attemptsOfNetworks } from "../../../server/counters.ts";
import { ConstraintError } from "../../../server/db/database.ts";
import { isNameTaken, nameColumns } from "../../../server/db/names.ts";
import { BadForm, NotFound, TooMany } from "../../../server/errors.ts";
import { hashOfSecret, newSecret } from "../../../server/secrets.ts";
import { readPassword } from "./passwords.ts";
import { type Account, emailKey, insertAccount, logAccount } from "./repository/accounts.ts";
import { deleteSignUp, signUpsUnderWay } from "./repository/sign-ups.ts";
import { isSameText, newAccountId, sixDigits } from "./secrets.ts";
import { type AccountStore, HOUR } from "./store.ts";

/** How long six digits are good for, and how long to wait for new ones, in seconds. */
const LIFE = 10 * 60;
const PAUSE = 60;

const MOST_TRIES = 5;

/** What is mailed to whoever signs up: six digits, or, where `digits` is null, that there is an account already. */
export interface SignUpMail {
  readonly to: string;
  readonly digits: string | null;
}

/**
 * Signing up where mail is sent: an account is made only once the digits that its address got have been typed. What
 * happens here is the same for an address that has an account already, but for the text of the mail.
 */
export function signUps({
  database,
  reads,
  passwords,
  counters,
  now,
  perNewcomer,
  existing,
  readName,
}: AccountStore) {
  const underWay = signUpsUnderWay(database);
  const perMailbox = attempts(counters("mails of sign-ups"), 20, HOUR);
  // A stranger uses up their own share of somebody's mails, and leaves them theirs.
  const perAsker = attemptsOfNetworks(counters("mails of sign-ups by address"), 5, HOUR);
  const seconds = (): number => Math.floor(now().getTime() / 1000);

  /** Makes new digits. Those of an address that has an account are mailed to nobody, and nothing matches them. */
  async function makeDigits(login: string, email: string) {
    const digits = sixDigits();
    const isKnown = (await reads.findByEmail(email)) !== null;
    const [hash, other] = await Promise.all([hashOfSecret(`${login} ${digits}`), hashOfSecret(newSecret())]);
    return { hash: isKnown ? other : hash, mail: { to: email, digits: isKnown ? null : digits } };
  }

  return {
    /** Begins a sign-up in a login under way. Throws BadForm, TooMany. */
    async beginSignUp(
      login: string,
      typed: { email: string; password: string; name: string },
      networks: readonly string[],
    ): Promise<SignUpMail> {
      await perNewcomer.take(networks);
      const email = readEmail(typed.email);
      const password = readPassword(typed.password, email);
      const displayName = await readName(typed.name);
      const { name_key: key } = nameColumns(displayName);
      if (key !== null && (await reads.isNameKeyTaken(key))) throw new BadForm("name-taken");
      await perAsker.take(networks, emailKey(email));
      await perMailbox.take(emailKey(email));
      const passwordHash = await passwords.hash(password);
      const { hash, mail } = await makeDigits(login, email);
      const sentAt = seconds();
      await underWay.save(login, { email, passwordHash, displayName, hash, sentAt, tries: 0 }, sentAt + LIFE);
      return mail;
    },

    /** The address of a sign-up under way. Throws NotFound. */
    async signUpAddress(login: string): Promise<string> {
      const found = await underWay.find(login, seconds());
      if (found === null) throw new NotFound("sign-up-over");
      return found.email;
    },

    /** Makes new digits in place of those before, a minute after them. Throws NotFound, TooMany. */
    async renewSignUp(login: string, networks: readonly string[]): Promise<SignUpMail> {
      const at = seconds();
      const found = await underWay.find(login, at);
      if (found === null) throw new NotFound("sign-up-over");
      const wait = found.sentAt + PAUSE - at;
      if (wait > 0) throw new TooMany(wait, "too-many-attempts", { seconds: wait });
      await perAsker.take(networks, emailKey(found.email));
      await perMailbox.take(emailKey(found.email));
      const { hash, mail } = await makeDigits(login, found.email);
      await underWay.save(login, { ...found, hash, sentAt: at, tries: 0 }, at + LIFE);
      return mail;
    },

    /** Makes the account if the digits are right. Throws BadForm, NotFound. */
    async finishSignUp(login: string, digits: string): Promise<Account> {
      const tried = await underWay.countTry(login, seconds(), MOST_TRIES);
      if (tried === null) throw new BadForm("sign-up-code-over");
      const typed = await hashOfSecret(`${login} ${digits.replace(/[\s-]/g, "")}`);
      if (!isSameText(tried.hash, typed)) throw new BadForm("wrong-sign-up-code");
      const at = now().toISOString();
      const make = async (displayName: string | null): Promise<string> => {
        const id = newAccountId();
        const { email, passwordHash } = tried;
        await database.atomic([
          deleteSignUp(login),
          insertAccount(
            {
              id,
              email,
              passwordHash,
              displayName,
              emailVerified: true,
              passwordGenerated: false,
              roles: [],
              signsIn: true,
            },
            at,
          ),
          logAccount({ at, actor: id, action: "sign up", account: id, details: null }),
        ]);
        return id;
      };
      try {
        const id = await make(tried.displayName).catch((error: unknown) => {
          // Somebody else took the name meanwhile. Another one can be chosen on the account page.
          if (isNameTaken(error)) return make(null);
          throw error;
        });
        return { ...(await existing(id)), signedInAt: null };
      } catch (error) {
        if (error instanceof ConstraintError) throw new BadForm("email-unusable-for-newcomer");
        throw error;
      }
    },
  };
}

import { readEmail } from "../../../server/auth/texts.ts";
import { ConstraintError } from "../../../server/db/database.ts";
import { isNameTaken, nameColumns } from "../../../server/db/names.ts";
import { BadForm, NotFound, TooMany } from "../../../server/errors.ts";
import { hashOfSecret, newSecret } from "../../../server/secrets.ts";
import { readPassword } from "./passwords.ts";
import { type Account, emailKey, findByEmail, isNameKeyTaken } from "./repository/accounts.ts";
import { countTry, deleteSignUp, findSignUp, type SignUp, saveSignUp } from "./repository/sign-ups.ts";
import { isSameText, sixDigits } from "./secrets.ts";
import { type AccountStore, existing, newAccount, readName } from "./store.ts";

// Signing up where mail is sent: an account is made only once the digits that its address got have been typed. What
// happens here is the same for an address that has an account already, but for the text of the mail.

/** How long six digits are good for, and how long to wait for new ones, in seconds. */
const LIFE = 10 * 60;
const PAUSE = 60;

const MOST_TRIES = 5;

/** What is mailed to whoever signs up: six digits, or, where `digits` is null, that there is an account already. */
export interface SignUpMail {
  readonly to: string;
  readonly digits: string | null;
}

const inSeconds = ({ now }: AccountStore): number => Math.floor(now().getTime() / 1000);

/** Counts a mail of a sign-up. Throws TooMany. */
async function countMail(
  { limits }: AccountStore,
  networks: readonly string[],
  email: string,
): Promise<void> {
  await limits.signUpMailsOfNetworks.take(networks, emailKey(email));
  await limits.signUpMails.take(emailKey(email));
}

/**
 * Makes new digits and saves them with what was typed. Those of an address that has an account are not mailed, and
 * nothing matches them.
 */
async function saveWithDigits(
  store: AccountStore,
  login: string,
  typed: Pick<SignUp, "email" | "passwordHash" | "displayName">,
): Promise<SignUpMail> {
  const { database } = store;
  const digits = sixDigits();
  const isKnown = (await findByEmail(database, typed.email)) !== null;
  const [right, other] = await Promise.all([hashOfSecret(`${login} ${digits}`), hashOfSecret(newSecret())]);
  const sentAt = inSeconds(store);
  const saved = { ...typed, hash: isKnown ? other : right, sentAt, tries: 0 };
  await saveSignUp(database, login, saved, sentAt + LIFE);
  return { to: typed.email, digits: isKnown ? null : digits };
}

/** Begins a sign-up in a login under way. Throws BadForm, TooMany. */
export async function beginSignUp(
  store: AccountStore,
  login: string,
  typed: { email: string; password: string; name: string },
  networks: readonly string[],
): Promise<SignUpMail> {
  await store.limits.newcomers.take(networks);
  const email = readEmail(typed.email);
  const password = readPassword(typed.password, email);
  const displayName = await readName(store, typed.name);
  const { name_key: key } = nameColumns(displayName);
  if (key !== null && (await isNameKeyTaken(store.database, key))) throw new BadForm("name-taken");
  await countMail(store, networks, email);
  const passwordHash = await store.passwords.hash(password);
  return saveWithDigits(store, login, { email, passwordHash, displayName });
}

async function underWay(store: AccountStore, login: string): Promise<SignUp> {
  const found = await findSignUp(store.database, login, inSeconds(store));
  if (found === null) throw new NotFound("sign-up-over");
  return found;
}

/** The address of a sign-up under way. Throws NotFound. */
export const signUpAddress = async (store: AccountStore, login: string): Promise<string> =>
  (await underWay(store, login)).email;

/** Makes new digits in place of those before, a minute after them. Throws NotFound, TooMany. */
export async function renewSignUp(
  store: AccountStore,
  login: string,
  networks: readonly string[],
): Promise<SignUpMail> {
  const { email, passwordHash, displayName, sentAt } = await underWay(store, login);
  const wait = sentAt + PAUSE - inSeconds(store);
  if (wait > 0) throw new TooMany(wait, "too-many-attempts", { seconds: wait });
  await countMail(store, networks, email);
  return saveWithDigits(store, login, { email, passwordHash, displayName });
}

/** Makes the account if the digits are right. Throws BadForm, NotFound. */
export async function finishSignUp(store: AccountStore, login: string, digits: string): Promise<Account> {
  const { database, now } = store;
  const tried = await countTry(database, login, inSeconds(store), MOST_TRIES);
  if (tried === null) throw new BadForm("sign-up-code-over");
  const typed = await hashOfSecret(`${login} ${digits.replace(/[\s-]/g, "")}`);
  if (!isSameText(tried.hash, typed)) throw new BadForm("wrong-sign-up-code");
  const { email, passwordHash } = tried;
  const at = now().toISOString();
  const make = async (displayName: string | null): Promise<string> => {
    const values = { email, emailVerified: true, passwordHash, displayName, signsIn: true };
    const { id, statements } = newAccount(values, { at, action: "sign up" });
    await database.atomic([deleteSignUp(login), ...statements]);
    return id;
  };
  try {
    const id = await make(tried.displayName).catch((error: unknown) => {
      // Somebody else took the name meanwhile. Another one can be chosen on the account page.
      if (isNameTaken(error)) return make(null);
      throw error;
    });
    return { ...(await existing(store, id)), signedInAt: null };
  } catch (error) {
    if (error instanceof ConstraintError) throw new BadForm("email-unusable-for-newcomer");
    throw error;
  }
}

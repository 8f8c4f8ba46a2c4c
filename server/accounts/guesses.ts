import { attempts, type Counters } from "../counters.ts";
import { TooMany } from "../errors.ts";

/** In seconds. */
const QUARTER = 15 * 60;
const DAY = 24 * 60 * 60;

/** Wrong guesses at one account in a quarter of an hour: by one address, and by one device that signed in before. */
const MOST_BY_ADDRESS = 10;
const MOST_BY_DEVICE = 10;

/** Logins in a quarter of an hour, right or wrong: of one address, and of one account's known devices together. */
const MOST_LOGINS = 100;

/**
 * From this many wrong guesses on, whoever tries an account from a new device waits before each: a second more for every
 * five guesses, a minute at most. That slows an attacker down who has many addresses, and locks nobody out: an address
 * that has waited has its turn, whatever the others do.
 */
const FREE_GUESSES = 20;
const GUESSES_PER_SECOND = 5;
const LONGEST_WAIT = 60;

/** Who guesses. */
export interface Guesser {
  /** Of the network. */
  readonly address: string;
  /** A device that signed in to this very account before; null: a new one. */
  readonly device: string | null;
}

/** A guess on its way to the check; it counts as wrong until something else is said. */
export interface Guess {
  wasRight(): Promise<void>;
  wasNotTested(): Promise<void>;
}

/**
 * Slows down those who guess passwords: the address that guesses, not the account. Only guesses that come to a check
 * count against an account, and they hold up none of its known devices.
 */
export function countGuesses(counters: Counters) {
  const logins = attempts(counters("logins"), MOST_LOGINS, QUARTER);
  const byDevice = attempts(counters("guesses by device"), MOST_BY_DEVICE, QUARTER);
  const byPair = attempts(counters("guesses by address and account"), MOST_BY_ADDRESS, QUARTER);
  const atAccount = counters("guesses at account");
  /** Pairs that have been told to wait, and those whose turn has not come: one is taken until then. */
  const told = counters("told to wait");
  const turns = counters("turns");

  /** How many seconds until the pair's turn; 0: it is now, and taken. */
  async function untilTurn(pair: string, account: string): Promise<number> {
    const over = (await atAccount.count(account)) - FREE_GUESSES + 1;
    const wait = Math.min(LONGEST_WAIT, Math.max(0, Math.ceil(over / GUESSES_PER_SECOND)));
    if (wait === 0) return 0;
    const isNew = (await told.count(pair)) === 0;
    if (isNew) await told.take(pair, 1, DAY);
    const left = await turns.take(pair, 1, wait);
    return isNew ? wait : left;
  }

  return {
    /** Counts a login, whatever comes of it; throws TooMany. */
    countLogin: (account: string, { address, device }: Guesser): Promise<void> =>
      logins.take(device === null ? address : `known to ${account}`),

    /** A guess that is about to be tested. Throws TooMany. `account` is what was typed, there or not. */
    async begin(account: string, { address, device }: Guesser): Promise<Guess> {
      if (device !== null) {
        await byDevice.take(device);
        return { wasRight: () => byDevice.forgive(device), wasNotTested: () => byDevice.giveBack(device) };
      }
      const pair = `${address} ${account}`;
      await byPair.take(pair);
      const seconds = await untilTurn(pair, account);
      if (seconds > 0) {
        // Not tested, and so no guess.
        await byPair.giveBack(pair);
        throw new TooMany(seconds, "too-many-wrong-passwords", { seconds });
      }
      await atAccount.take(account, Number.POSITIVE_INFINITY, QUARTER);
      return {
        async wasRight() {
          await byPair.forgive(pair);
          await told.forgive(pair);
          await turns.forgive(pair);
          await atAccount.giveBack(account);
        },
        async wasNotTested() {
          await byPair.giveBack(pair);
          await turns.forgive(pair);
          await atAccount.giveBack(account);
        },
      };
    },
  };
}

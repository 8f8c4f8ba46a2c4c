import { attempts, attemptsOfNetworks, type Counters } from "../../../server/counters.ts";
import { TooMany } from "../../../server/errors.ts";

/** In seconds, like `DAY`. */
const QUARTER = 15 * 60;
const DAY = 24 * 60 * 60;

/** Wrong guesses at one account per quarter of an hour: by one network, and by one known device. */
const MOST_BY_ADDRESS = 10;
const MOST_BY_DEVICE = 10;

/** Logins per quarter of an hour, right or wrong: of one network, and of all known devices of an account together. */
const MOST_LOGINS = 100;

/**
 * From this many wrong guesses on, anyone who tries the account from a new device waits before each attempt: a second
 * longer for every five guesses, a minute at most. That slows down an attacker with many addresses and locks no one
 * out: an address that has waited gets its turn, whatever the others do.
 */
const FREE_GUESSES = 20;
const GUESSES_PER_SECOND = 5;
const LONGEST_WAIT = 60;

/** The origin of a guess. */
export interface LoginSource {
  /** The networks that the sender may have all of, smallest first. */
  readonly networks: readonly string[];
  /** A device that has signed in to this very account before; null for a new one. */
  readonly device: string | null;
}

/** A guess about to be tested; it counts as wrong until reported otherwise. */
export interface Guess {
  wasRight(): Promise<void>;
  wasNotTested(): Promise<void>;
}

/**
 * Slows down password guessing: it throttles the guessing address, not the account. Only guesses that are tested count
 * against an account, and they never hold up its known devices.
 */
export function loginThrottle(counters: Counters) {
  const logins = attemptsOfNetworks(counters("logins"), MOST_LOGINS, QUARTER);
  const ofKnown = attempts(counters("logins of known devices"), MOST_LOGINS, QUARTER);
  const byDevice = attempts(counters("guesses by device"), MOST_BY_DEVICE, QUARTER);
  const byPair = attemptsOfNetworks(counters("guesses by address and account"), MOST_BY_ADDRESS, QUARTER);
  const atAccount = counters("guesses at account");
  /** Pairs that have to wait, and pairs whose turn has not come: an entry in `turns` lasts until then. */
  const waiting = counters("told to wait");
  const turns = counters("turns");

  /** Returns the seconds until the pair's turn. 0 means that the turn is now, and has been taken. */
  async function untilTurn(pair: string, account: string): Promise<number> {
    const over = (await atAccount.count(account)) - FREE_GUESSES + 1;
    const wait = Math.min(LONGEST_WAIT, Math.max(0, Math.ceil(over / GUESSES_PER_SECOND)));
    if (wait === 0) return 0;
    const isNew = (await waiting.count(pair)) === 0;
    if (isNew) await waiting.take(pair, 1, DAY);
    const left = await turns.take(pair, 1, wait);
    return isNew ? wait : left;
  }

  return {
    /** Counts a login, whatever its outcome; throws TooMany. */
    countLogin: (account: string, { networks, device }: LoginSource): Promise<void> =>
      device === null ? logins.take(networks) : ofKnown.take(account),

    /** Counts a guess about to be tested. `account` is what was typed, existing or not. Throws TooMany. */
    async begin(account: string, { networks, device }: LoginSource): Promise<Guess> {
      if (device !== null) {
        await byDevice.take(device);
        return { wasRight: () => byDevice.forgive(device), wasNotTested: () => byDevice.giveBack(device) };
      }
      const pair = `${networks[0]} ${account}`;
      await byPair.take(networks, account);
      const seconds = await untilTurn(pair, account);
      if (seconds > 0) {
        // It is not tested, so it does not count as a guess.
        await byPair.giveBack(networks, account);
        throw new TooMany(seconds, "too-many-wrong-passwords", { seconds });
      }
      await atAccount.take(account, Number.POSITIVE_INFINITY, QUARTER);
      return {
        async wasRight() {
          await byPair.forgive(networks, account);
          await waiting.forgive(pair);
          await turns.forgive(pair);
          await atAccount.giveBack(account);
        },
        async wasNotTested() {
          await byPair.giveBack(networks, account);
          await turns.forgive(pair);
          await atAccount.giveBack(account);
        },
      };
    },
  };
}

import { setTimeout as pause } from "node:timers/promises";
import { Unavailable } from "../../server/errors.ts";
import { isBusy } from "./sqlite-errors.ts";

/** Pauses between two attempts grow from the first to the longest, in milliseconds. */
const FIRST_PAUSE = 2;
const LONGEST_PAUSE = 100;

/** When whoever was refused may retry, in seconds. */
const RETRY_AFTER = 5;

/** The deadline in this many milliseconds, on a clock that is never set back. */
export const inMilliseconds = (milliseconds: number): number => performance.now() + milliseconds;

/**
 * Retries until no other process is in the way. The thread is not blocked: everything else goes on between attempts.
 *
 * @throws Unavailable if another process is still in the way at the deadline
 */
export async function retryWhileBusy<Result>(attempt: () => Result, deadline: number): Promise<Result> {
  for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= deadline)
        throw new Unavailable(RETRY_AFTER, "database-busy", {}, { cause: error });
    }
    await pause(wait);
  }
}

/** Makes a queue that runs one task at a time, in order of arrival; at most `most` may wait. */
export function serialQueue(most: number): {
  <Result>(work: () => Promise<Result>): Promise<Result>;
  /** How many wait or run. */
  waiting(): number;
} {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (waiting >= most) throw new Unavailable(RETRY_AFTER, "too-many-writes-waiting");
    waiting += 1;
    const turn = last.then(work).finally(() => {
      waiting -= 1;
    });
    last = turn.catch(() => undefined);
    return turn;
  }
  return Object.assign(inTurn, { waiting: () => waiting });
}

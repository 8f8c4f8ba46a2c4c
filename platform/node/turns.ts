import { setTimeout as pause } from "node:timers/promises";
import { Unavailable } from "../../server/errors.ts";
import { isBusy } from "./sqlite-errors.ts";

/** Pauses between two tries grow from the first to the longest, in milliseconds. */
const FIRST_PAUSE = 2;
const LONGEST_PAUSE = 100;

/** When who was refused may come again, in seconds. */
const AGAIN = 5;

/** In milliseconds, and never set back. */
export const inMilliseconds = (milliseconds: number): number => performance.now() + milliseconds;

/**
 * Tries until no other process is in the way. The thread waits for nobody: between two tries everything else goes on.
 *
 * @throws Unavailable when another process is in the way until the deadline
 */
export async function whenFree<Result>(attempt: () => Result, deadline: number): Promise<Result> {
  for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= deadline) throw new Unavailable(AGAIN, "database-busy", {}, { cause: error });
    }
    await pause(wait);
  }
}

/** Runs one piece of work after the other, in the order in which they came; at most `most` may wait. */
export function takingTurns(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (work) => {
    if (waiting >= most) throw new Unavailable(AGAIN, "too-many-writes-waiting");
    waiting += 1;
    const turn = last.then(work).finally(() => {
      waiting -= 1;
    });
    last = turn.catch(() => undefined);
    return turn;
  };
}

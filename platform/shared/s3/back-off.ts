/** Waits, in milliseconds. */
export type Pause = (milliseconds: number) => Promise<void>;

/** The longest pause between two attempts, in milliseconds. */
export const LONGEST_PAUSE = 20_000;

export const sleep: Pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Returns how long to wait after so many failures in a row, in milliseconds. The pauses double, and up to half of each
 * is random, so that those who failed together do not come back together.
 *
 * @param failures one or more
 * @param first the longest that the first pause can be, in milliseconds
 */
export function pauseAfter(failures: number, first: number): number {
  const longest = Math.min(first * 2 ** (failures - 1), LONGEST_PAUSE);
  return longest * (0.5 + Math.random() / 2);
}

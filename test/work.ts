/** What is too short to be looked at more closely, in milliseconds. */
const NOTHING = 8;

/** A ratio counts after this many rounds: one that is disturbed makes work on either text look longer. */
const LEAST_ROUNDS = 3;

/**
 * Returns how much longer the work takes on a text four times as long: about 4 if it is linear, 16 or more if it is
 * quadratic. As a ratio within one run it does not depend on the machine's speed; of the least times of several rounds,
 * it depends little on other load.
 */
export function growth(
  work: (text: string) => unknown,
  textOf: (length: number) => string,
  rounds = 16,
): number {
  const [shortText, longText] = [textOf(4_000), textOf(16_000)];
  let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 1; round <= rounds; round++) {
    // Quadratic work on the long text takes many times as long as this on any machine.
    if (timeOf(() => work(longText), 1) < NOTHING) return 0;
    short = Math.min(
      short,
      fastest(() => work(shortText)),
    );
    long = Math.min(
      long,
      fastest(() => work(longText)),
    );
    if (round >= LEAST_ROUNDS && long < LINEAR * short) break;
  }
  return long / short;
}

/**
 * Whether work on a text of this length, and on one of a quarter of it, shows no growth beyond that of the text. Each
 * round has texts of its own lengths, so that no answer is a cached one.
 */
export async function isLinear(
  work: (text: string) => Promise<unknown>,
  textOf: (length: number) => string,
  length: number,
  rounds = 16,
): Promise<boolean> {
  const timeOf = async (text: string): Promise<number> => {
    const start = performance.now();
    await work(text);
    return performance.now() - start;
  };
  let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 1; round <= rounds; round++) {
    long = Math.min(long, await timeOf(textOf(length - round)));
    if (long < NOTHING) return true;
    short = Math.min(short, await timeOf(textOf((length >> 2) - rounds - round)));
    if (round >= LEAST_ROUNDS && long < LINEAR * short) return true;
  }
  return false;
}

/** The limit between linear growth, which stays below it, and quadratic growth, which goes far above. */
export const LINEAR = 12;

/** Returns the time of one run: the best of three, each repeated often enough for the clock to measure. */
function fastest(run: () => unknown): number {
  let repeats = 1;
  for (;;) {
    const best = Math.min(...Array.from({ length: 3 }, () => timeOf(run, repeats)));
    if (best > 0.5 || repeats > 1_000) return best / repeats;
    repeats *= 4;
  }
}

function timeOf(run: () => unknown, repeats: number): number {
  const start = performance.now();
  for (let done = 0; done < repeats; done++) run();
  return performance.now() - start;
}

/**
 * Returns how much longer the work takes on a text four times as long: about 4 if it is linear, 16 or more if it is
 * quadratic. As a ratio within one run it does not depend on the machine's speed; as the least of several rounds it
 * depends little on other load.
 */
export function growth(
  work: (text: string) => unknown,
  textOf: (length: number) => string,
  rounds = 16,
): number {
  const short = textOf(4_000);
  const long = textOf(16_000);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && least > LINEAR; round++) {
    // Quadratic work on the long text takes many times as long as this on any machine.
    if (timeOf(() => work(long), 1) < NOTHING) return 0;
    least = Math.min(least, fastest(() => work(long)) / fastest(() => work(short)));
  }
  return least;
}

/**
 * Whether work on a text of this length, and on one of a quarter of it, shows no growth beyond that of the text. Each
 * round has a text of its own, so that no answer is a cached one.
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
  for (let round = 1; round <= rounds; round++) {
    const long = await timeOf(textOf(length - round));
    if (long < NOTHING || long < LINEAR * (await timeOf(textOf((length >> 2) - round)))) return true;
  }
  return false;
}

/** What is too short to be looked at more closely, in milliseconds. */
const NOTHING = 8;

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

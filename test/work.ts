/**
 * How much longer the work takes on a text four times as long: about 4 where it grows with the length, 16 and more where
 * it grows with its square. A ratio within one run, so that a slow machine changes nothing; the least of several, so that
 * a busy one changes little.
 */
export function growth(
  work: (text: string) => unknown,
  textOf: (length: number) => string,
  rounds = 16,
): number {
  const short = textOf(4_000);
  const long = textOf(16_000);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && least > LINEAR; round++)
    least = Math.min(least, fastest(() => work(long)) / fastest(() => work(short)));
  return least;
}

/** What grows with the length stays below; what grows with the square, by far above. */
export const LINEAR = 12;

/** The shortest of a few runs, each of so many repeats that a clock can tell them. */
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

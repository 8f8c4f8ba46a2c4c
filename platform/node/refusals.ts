/** Bad requests of one network per minute that are answered at once. A person or a program that works sends few. */
export const REFUSED_AT_ONCE = 30;

/**
 * How long each further one waits for its answer at least, in milliseconds; at most twice as long: those that come
 * together do not return together.
 */
const DELAY = 1_000;

const MINUTE = 60_000;

/** Networks that are counted at a time. With more, all begin anew. */
const MOST_NETWORKS = 10_000;

/**
 * Returns a function that resolves when a bad request of a network may be answered. Whoever sends one after the other
 * is held up by that, and nobody else.
 */
export function slowRefusals(
  atOnce = REFUSED_AT_ONCE,
  now: () => number = () => performance.now(),
): (network: string) => Promise<void> {
  const counts = new Map<string, number>();
  let since = now();
  return async (network) => {
    if (now() - since >= MINUTE || counts.size >= MOST_NETWORKS) {
      counts.clear();
      since = now();
    }
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    if (count > atOnce) await new Promise((done) => setTimeout(done, DELAY * (1 + Math.random())).unref());
  };
}

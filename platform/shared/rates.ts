import { RATE_SECONDS, RATES, type RateName, SHARES } from "../../domain/contract/rates.ts";
import type { Counter, Counters } from "../../server/counters.ts";
import type { NetworkRates } from "../../server/http/edge.ts";
import { networksOf } from "../../server/http/head.ts";

/** Networks of one kind that are counted at a time; the one counted longest is forgotten first. */
const MOST_NETWORKS = 10_000;

interface Stretch {
  count: number;
  readonly until: number;
}

/**
 * Counts what networks ask for. Every request is counted in this process's memory; what writes or signs in is counted
 * once more with all other processes, in `counters`. `percent` is what of the rates is allowed. `now` is in milliseconds.
 */
export function networkRates(
  percent: number,
  counters: Counters,
  now: () => number = () => performance.now(),
): NetworkRates {
  const counted = new Map<RateName, Map<string, Stretch>>();
  const shared = new Map<string, Counter>(
    Object.keys(RATES).map((rate) => [rate, counters(`requests: ${rate}`)]),
  );
  const most = (rate: RateName, at: number): number =>
    Math.ceil(((RATES[rate].network * percent) / 100) * (SHARES[at] ?? 1));

  return {
    here(rate, address) {
      const of = counted.get(rate) ?? new Map<string, Stretch>();
      counted.set(rate, of);
      const time = now();
      const stretches: Stretch[] = [];
      for (const [at, network] of networksOf(address).entries()) {
        let stretch = of.get(network);
        if (!stretch || stretch.until <= time) {
          stretch = { count: 0, until: time + RATE_SECONDS * 1_000 };
          of.delete(network);
          of.set(network, stretch);
        }
        if (stretch.count >= most(rate, at)) return (stretch.until - time) / 1_000;
        stretches.push(stretch);
      }
      for (const stretch of stretches) stretch.count += 1;
      for (const [oldest] of of) {
        if (of.size <= MOST_NETWORKS) break;
        of.delete(oldest);
      }
      return 0;
    },
    async everywhere(rate, address) {
      for (const [at, network] of networksOf(address).entries()) {
        const wait = (await shared.get(rate)?.take(network, most(rate, at), RATE_SECONDS)) ?? 0;
        if (wait > 0) return wait;
      }
      return 0;
    },
  };
}

import { drawer } from "../fill.ts";
import type { Random } from "../random.ts";
import { KINDS, type Kind } from "../readers.ts";

/**
 * The parameters of a simulation of the site on Cloudflare's network, request by request: which answers each data
 * centre has cached, what a write makes out of date, and what is then read. Each assumption is a field; what an answer
 * costs was measured.
 */
export interface Assumptions {
  /** Page views in a month. */
  readonly views: number;
  /** Requests to the Worker per view, programs that read the API included. Built files do not go through it. */
  readonly requestsAView: number;
  /** Submissions and verdicts in a month. */
  readonly writes: number;
  /** Data centres that get requests: the first gets most, the second half as many … */
  readonly places: number;
  /** Addresses that are requested: the second half as often as the first, the third a third as often (Zipf). */
  readonly addresses: number;
  /** The busiest second, as a multiple of the month's mean. */
  readonly peak: number;
  /** The number of completions, and what one takes in the database with all indexes, in bytes. */
  readonly completions: number;
  readonly bytesACompletion: number;
  /** How long D1 takes for a call, in milliseconds: one database does one thing at a time. */
  readonly millisecondsACall: number;
  /** Media in gigabytes, and requests for them per view; a tenth of these is in no cache. */
  readonly media: number;
  readonly mediaAView: number;
}

/** What answers cost, as measured by `measure.ts`. */
export interface Measured {
  /**
   * Calls to D1 and rows read, by kind of address and state of the answer: made for the first time, cached, after a
   * write to its challenge, and after one elsewhere.
   */
  readonly answers: Readonly<Record<Kind, Readonly<Record<State, Cost>>>>;
  /** Rows that a write reads and writes, and its calls. */
  readonly write: Cost & { readonly written: number };
  /** CPU time of a cached answer and of one that is made, in milliseconds. */
  readonly cpu: { readonly kept: number; readonly made: number };
}
export type State = "first" | "kept" | "own" | "other";
export interface Cost {
  readonly calls: number;
  readonly rows: number;
}

/** What a month takes. */
export interface Taken {
  readonly requests: number;
  /** The share of answers that were cached. */
  readonly keptShare: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
  readonly calls: number;
  readonly cpuMilliseconds: number;
  /** The size of the database, in bytes. */
  readonly bytes: number;
  /** The share of its time that the one database works in the busiest second; above one, it cannot keep up. */
  readonly busy: number;
}

/** The number of challenges; writes go equally to all. */
const CHALLENGES = 7;

/** How long a place relies on the versions that it has read, in seconds. */
const FRESH = 5;
/** How long a cached answer is kept after it was made, in seconds. */
const KEPT = 86_400;
const MONTH = 30 * 86_400;
/** Simulated requests, the first quarter of which fills the caches. */
const SIMULATED = 400_000;

/**
 * The caches of all places: says what each request costs, one after the other. Shared by the month and by its check.
 */
export class Places {
  readonly #measured: Measured;
  /** When each challenge was last written to, and when any was. */
  readonly #written = new Float64Array(CHALLENGES).fill(Number.NEGATIVE_INFINITY);
  #writtenLast = Number.NEGATIVE_INFINITY;
  readonly #looked = new Map<number, number>();
  readonly #kept = new Map<string, number>();

  constructor(measured: Measured) {
    this.#measured = measured;
  }

  /** Records a write. `place`, if given, sees it at once; the others at their next look. */
  write(challenge: number, now: number, place?: number): void {
    this.#written[challenge] = now;
    if (place !== undefined) this.#looked.set(place, now);
    this.#writtenLast = now;
  }

  /** Returns what a request costs. `challenge` is null if the address is about none. */
  ask(
    place: number,
    address: string,
    kind: Kind,
    challenge: number | null,
    now: number,
  ): Cost & { state: State } {
    const isFresh = now - (this.#looked.get(place) ?? Number.NEGATIVE_INFINITY) < FRESH;
    if (!isFresh) this.#looked.set(place, now);
    // A place knows the versions as of its last look.
    const seen = this.#looked.get(place) ?? now;
    const key = `${place} ${address}`;
    const made = this.#kept.get(key);
    const state = this.#stateOf(made, challenge, seen, now, kind);
    this.#kept.set(key, state === "kept" ? (made ?? now) : now);
    const { calls, rows } = this.#measured.answers[kind][state];
    const look = isFresh || state !== "kept" ? 0 : 1;
    return { state, calls: calls + look, rows: rows + look };
  }

  #stateOf(made: number | undefined, challenge: number | null, seen: number, now: number, kind: Kind): State {
    if (made === undefined || now - made > KEPT) return "first";
    const own = challenge === null ? this.#writtenLast : (this.#written[challenge] ?? 0);
    if (own > made && own <= seen) return "own";
    // A page's tabs say how many matches other challenges have; answers for programs do not.
    const isPage = !kind.startsWith("fetched") && kind !== "counted";
    return isPage && this.#writtenLast > made && this.#writtenLast <= seen ? "other" : "kept";
  }
}

/** Simulates a month. */
export function simulate(assumed: Assumptions, measured: Measured, random: Random): Taken {
  const requests = assumed.views * assumed.requestsAView;
  const perSecond = requests / MONTH;
  const places = new Places(measured);
  const byRank = (count: number) =>
    drawer(
      Array.from({ length: count }, (_, at) => at),
      (_, rank) => 1 / (rank + 1),
    );
  const drawPlace = byRank(assumed.places);
  const drawAddress = byRank(assumed.addresses);
  const drawKind = drawer(Object.entries(KINDS) as [Kind, number][], ([, weight]) => weight);
  const kinds = Array.from({ length: assumed.addresses }, () => drawKind(random)[0]);
  const challenges = kinds.map((kind) =>
    /map|ask|home/.test(kind) ? null : random.integer(0, CHALLENGES - 1),
  );
  let nextWrite = 0;
  let [counted, kept, rows, calls] = [0, 0, 0, 0];
  for (let at = 0; at < SIMULATED; at++) {
    const now = at / perSecond;
    for (; nextWrite <= now; nextWrite += MONTH / assumed.writes)
      places.write(random.integer(0, CHALLENGES - 1), nextWrite);
    const address = drawAddress(random);
    const place = drawPlace(random);
    const cost = places.ask(
      place,
      String(address),
      kinds[address] ?? "list",
      challenges[address] ?? null,
      now,
    );
    if (at < SIMULATED / 4) continue;
    counted += 1;
    if (cost.state === "kept") kept += 1;
    rows += cost.rows;
    calls += cost.calls;
  }
  const keptShare = kept / counted;
  const allCalls = (calls / counted) * requests + measured.write.calls * assumed.writes;
  return {
    requests,
    keptShare,
    rowsRead: (rows / counted) * requests + measured.write.rows * assumed.writes,
    rowsWritten: measured.write.written * assumed.writes,
    calls: allCalls,
    cpuMilliseconds: requests * (keptShare * measured.cpu.kept + (1 - keptShare) * measured.cpu.made),
    bytes: assumed.completions * assumed.bytesACompletion,
    busy: ((allCalls / MONTH) * assumed.peak * assumed.millisecondsACall) / 1_000,
  };
}

/** A line of the bill: what the plan includes, and what a unit above it costs, in dollars. */
interface Price {
  readonly included: number;
  readonly perUnit: number;
}

/** The paid plan as in Cloudflare's documentation of November 2026. */
export const PRICES = {
  plan: 5,
  requests: { included: 10e6, perUnit: 0.3e-6 },
  cpuMilliseconds: { included: 30e6, perUnit: 0.02e-6 },
  rowsRead: { included: 25e9, perUnit: 0.001e-6 },
  rowsWritten: { included: 50e6, perUnit: 1e-6 },
  databaseBytes: { included: 5e9, perUnit: 0.75e-9 },
  mediaBytes: { included: 10e9, perUnit: 0.015e-9 },
  mediaReads: { included: 10e6, perUnit: 0.36e-6 },
} as const satisfies Record<string, Price | number>;

/** Returns what the month costs, in dollars, by line. */
export function billOf(taken: Taken, { media, mediaAView, views }: Assumptions): Record<string, number> {
  const line = (used: number, { included, perUnit }: Price): number => Math.max(0, used - included) * perUnit;
  return {
    plan: PRICES.plan,
    requests: line(taken.requests + mediaAView * views, PRICES.requests),
    processor: line(taken.cpuMilliseconds, PRICES.cpuMilliseconds),
    "rows read": line(taken.rowsRead, PRICES.rowsRead),
    "rows written": line(taken.rowsWritten, PRICES.rowsWritten),
    database: line(taken.bytes, PRICES.databaseBytes),
    media: line(media * 1e9, PRICES.mediaBytes) + line((mediaAView * views) / 10, PRICES.mediaReads),
  };
}

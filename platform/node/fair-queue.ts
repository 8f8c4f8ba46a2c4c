import { Unavailable } from "../../server/errors.ts";

/** Something that waits for its turn. */
export interface Queued {
  /** Those who wait for it, by network or account. More may be added while it waits. */
  readonly clients: readonly string[];
}

/**
 * A queue in which clients take turns (round-robin), each in order of arrival: who newly waits has the last turn. An item
 * with several clients goes when the first of them has a turn, one without any when nothing else waits. Looking through
 * all items is cheap for the hundreds that wait.
 */
export class FairQueue<Item extends Queued> {
  #waiting: Item[] = [];
  #turns = 0;
  /** The turn of each client that waits for something: the lowest is next. */
  readonly #turnOf = new Map<string, number>();

  get size(): number {
    return this.#waiting.length;
  }

  push(item: Item): void {
    this.#waiting.push(item);
    this.#nextTurnOf(item);
  }

  /** Removes and returns the next item that fits; undefined: none does. */
  shift(fits: (item: Item) => boolean = () => true): Item | undefined {
    let next: { readonly item: Item; readonly turn: number } | undefined;
    for (const item of this.#waiting) {
      const turn = this.#nextTurnOf(item);
      if (!(next && next.turn <= turn) && fits(item)) next = { item, turn };
    }
    const found = this.#remove(next?.item);
    for (const client of found?.clients ?? [])
      if (this.#turnOf.has(client)) this.#turnOf.set(client, ++this.#turns);
    return found;
  }

  /** Removes and returns the latest item that fits of whoever has most of these waiting; undefined: none fits. */
  pop(fits: (item: Item) => boolean = () => true): Item | undefined {
    const counts = new Map<string, number>();
    const count = (client: string): number => {
      counts.set(client, (counts.get(client) ?? 0) + 1);
      return counts.get(client) ?? 0;
    };
    let last: { readonly item: Item; readonly place: number } | undefined;
    for (const item of this.#waiting.filter(fits)) {
      const place = Math.min(...item.clients.map(count));
      if (!(last && last.place > place)) last = { item, place };
    }
    return this.#remove(last?.item);
  }

  #nextTurnOf({ clients }: Item): number {
    for (const client of clients) if (!this.#turnOf.has(client)) this.#turnOf.set(client, ++this.#turns);
    return Math.min(...clients.map((client) => this.#turnOf.get(client) ?? 0));
  }

  #remove(item: Item | undefined): Item | undefined {
    this.#waiting = this.#waiting.filter((each) => each !== item);
    const clients = new Set(this.#waiting.flatMap((each) => each.clients));
    for (const client of item?.clients ?? []) if (!clients.has(client)) this.#turnOf.delete(client);
    return item;
  }
}

interface Work extends Queued {
  run(): Promise<void>;
  fail(reason: Error): void;
}

/** When to try again after too much was waiting, in seconds. */
const RETRY_AFTER_S = 2;

/** Runs work one at a time. Whoever has much waiting lets others with little go in between. */
export class FairWorkQueue {
  readonly #waiting = new FairQueue<Work>();
  readonly #most: number;
  #isWorking = false;

  /** @param most of what waits beyond this, whatever would be the last is refused (Unavailable) */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /** Runs the work when its turn comes, and resolves to its result. */
  take<Value>(who: string, work: () => Promise<Value>): Promise<Value> {
    return new Promise((done, fail) => {
      this.#waiting.push({ clients: [who], run: () => work().then(done, fail), fail });
      if (this.#waiting.size > this.#most)
        this.#waiting.pop()?.fail(new Unavailable(RETRY_AFTER_S, "too-many-readers"));
      if (!this.#isWorking) void this.#workOff();
    });
  }

  async #workOff(): Promise<void> {
    this.#isWorking = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await next.run();
    this.#isWorking = false;
  }
}

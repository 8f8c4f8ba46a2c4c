import { Unavailable } from "../../server/errors.ts";

/** Something that waits for its turn. */
export interface Queued {
  /** Those who wait for it, by network or account. More may be added while it waits. */
  readonly clients: readonly string[];
}

/** An item, and its turn as far as its clients have been counted. */
interface Waiting<Item> {
  readonly item: Item;
  turn: number;
  counted: number;
}

/** Networks whose last turn is remembered before those that wait for nothing are forgotten. */
const MOST_REMEMBERED = 1_000;

/**
 * A queue in which clients take turns: whoever has much waiting lets others with little go in between. An item
 * with several clients goes when the first of them has a turn.
 *
 * Each client's items have turns that follow each other, beginning with the turn that the queue is at, so that nobody is
 * overtaken for ever, however many newcomers there are. Looking through all items is cheap for the hundreds that wait.
 */
export class FairQueue<Item extends Queued> {
  #waiting: Waiting<Item>[] = [];
  #turn = 0;
  /** The last turn that each client has been given. */
  readonly #last = new Map<string, number>();

  get size(): number {
    return this.#waiting.length;
  }

  push(item: Item): void {
    this.#waiting.push({ item, turn: Number.POSITIVE_INFINITY, counted: 0 });
    this.#countClients();
  }

  /** Removes and returns the next item that fits; undefined: none does. */
  shift(fits: (item: Item) => boolean = () => true): Item | undefined {
    this.#countClients();
    let next: Waiting<Item> | undefined;
    for (const each of this.#waiting) if (!(next && next.turn <= each.turn) && fits(each.item)) next = each;
    if (!next) return undefined;
    this.#turn = Math.max(this.#turn, next.turn);
    return this.#remove(next);
  }

  /** Removes and returns the item that would be the last of those that fit; undefined: none does. */
  pop(fits: (item: Item) => boolean = () => true): Item | undefined {
    this.#countClients();
    let last: Waiting<Item> | undefined;
    for (const each of this.#waiting) if (!(last && last.turn > each.turn) && fits(each.item)) last = each;
    return last && this.#remove(last);
  }

  #remove(waiting: Waiting<Item>): Item {
    this.#waiting = this.#waiting.filter((each) => each !== waiting);
    return waiting.item;
  }

  #countClients(): void {
    for (const each of this.#waiting)
      for (; each.counted < each.item.clients.length; each.counted += 1)
        each.turn = Math.min(each.turn, this.#turnOf(each.item.clients[each.counted] as string));
  }

  #turnOf(client: string): number {
    const turn = Math.max(this.#turn, this.#last.get(client) ?? 0) + 1;
    if (this.#last.size >= MOST_REMEMBERED)
      for (const [each, last] of this.#last) if (last <= this.#turn) this.#last.delete(each);
    this.#last.set(client, turn);
    return turn;
  }
}

interface Work extends Queued {
  run(): Promise<void>;
  fail(reason: Error): void;
}

/** When to try again after too much was waiting, in seconds. */
const LATER = 2;

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
        this.#waiting.pop()?.fail(new Unavailable(LATER, "too-many-readers"));
      if (!this.#isWorking) void this.#workOff();
    });
  }

  async #workOff(): Promise<void> {
    this.#isWorking = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await next.run();
    this.#isWorking = false;
  }
}

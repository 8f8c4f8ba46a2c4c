import { Unavailable } from "../../server/errors.ts";
import { FairQueue, type Queued } from "./fair-queue.ts";

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

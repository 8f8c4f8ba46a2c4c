import { FairQueue, type Queued } from "./fair-queue.ts";

interface Work extends Queued {
  run(): Promise<void>;
}

/** Runs work one at a time. Whoever has much waiting lets others with little go in between. */
export class FairWorkQueue {
  readonly #waiting = new FairQueue<Work>();
  #isWorking = false;

  /** Runs the work when its turn comes, and resolves to its result. */
  take<Value>(who: string, work: () => Promise<Value>): Promise<Value> {
    return new Promise((done, fail) => {
      this.#waiting.push({ clients: [who], run: () => work().then(done, fail) });
      if (!this.#isWorking) void this.#workOff();
    });
  }

  async #workOff(): Promise<void> {
    this.#isWorking = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await next.run();
    this.#isWorking = false;
  }
}

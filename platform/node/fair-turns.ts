/** Runs work one at a time. Whoever has much waiting lets others with little go in between. */
export class FairTurns {
  /** The work that each is still waiting for; the next turn is the first's. */
  readonly #waiting = new Map<string, (() => Promise<void>)[]>();
  #isWorking = false;

  /** Runs the work when its turn comes, and resolves to its result. */
  take<Value>(who: string, work: () => Promise<Value>): Promise<Value> {
    return new Promise((done, fail) => {
      const own = this.#waiting.get(who) ?? [];
      own.push(() => work().then(done, fail));
      this.#waiting.set(who, own);
      if (!this.#isWorking) void this.#workOff();
    });
  }

  async #workOff(): Promise<void> {
    this.#isWorking = true;
    // The map keeps the order of arrival; whoever has more to do goes to its end.
    for (let [next] = this.#waiting; next; [next] = this.#waiting) {
      const [who, [work, ...more]] = next;
      this.#waiting.delete(who);
      if (more.length > 0) this.#waiting.set(who, more);
      await work?.();
    }
    this.#isWorking = false;
  }
}

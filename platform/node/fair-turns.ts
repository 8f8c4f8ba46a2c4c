/** Work that is done one at a time. Whoever waits with much lets those in between who wait with little. */
export class FairTurns {
  /** What each still wants done; whose turn is next stands first. */
  readonly #waiting = new Map<string, (() => Promise<void>)[]>();
  #isWorking = false;

  /** Does the work when it is its turn, and answers what it answers. */
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
    // The map is in the order in which they came; who has more to do goes to its end.
    for (let [next] = this.#waiting; next; [next] = this.#waiting) {
      const [who, [work, ...more]] = next;
      this.#waiting.delete(who);
      if (more.length > 0) this.#waiting.set(who, more);
      await work?.();
    }
    this.#isWorking = false;
  }
}

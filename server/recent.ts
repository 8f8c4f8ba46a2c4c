export interface RecentLimits<Value> {
  /** Most entries at a time. */
  readonly most: number;
  /** Most bytes of all keys and values together. */
  readonly bytes: number;
  /** Bytes of a value; 0 where only the key is long. */
  readonly weigh?: (value: Value) => number;
}

/** A character of a text takes two bytes at most. */
const BYTES_A_CHARACTER = 2;

/**
 * Remembers what was asked for lately, bounded in number and in bytes. What was not asked for longest goes first, one
 * entry at a time; what would take more than a quarter of the room is not remembered at all.
 */
export class Recent<Value> {
  readonly #limits: RecentLimits<Value>;
  /** In the order of the last use. */
  readonly #entries = new Map<string, Value>();
  #bytes = 0;

  constructor(limits: RecentLimits<Value>) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#entries.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#forget(key);
    const bytes = this.#weightOf(key, value);
    if (bytes > this.#limits.bytes / 4) return;
    this.#entries.set(key, value);
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limits.most && this.#bytes <= this.#limits.bytes) return;
      this.#forget(oldest);
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #forget(key: string): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= this.#weightOf(key, value);
  }

  #weightOf(key: string, value: Value): number {
    return key.length * BYTES_A_CHARACTER + (this.#limits.weigh?.(value) ?? 0);
  }
}

import type { Kept, KeptStore } from "./kept-answers.ts";

/** An answer's weight beyond its bytes and its key: the headers, the map's own entries. */
const OVERHEAD = 1_000;

/** What a character of the key takes at most, in bytes. */
const KEY_CHARACTER = 2;

/** What the encodings will add, which are made when they are first asked for: rarely more than half of the body. */
const WITH_ENCODINGS = 1.5;

function weight(key: string, answer: Kept): number {
  return answer.body.byteLength * WITH_ENCODINGS + key.length * KEY_CHARACTER + OVERHEAD;
}

/**
 * Kept answers, bounded in bytes; those not asked for lately go first.
 * Two generations: what is asked for while it stands in the old one moves to the young one, and when the young one has
 * filled half of the room the old one goes. So a hit moves nothing, and what is asked for again and again stays.
 */
export class KeptInMemory implements KeptStore {
  readonly #half: number;
  #young = new Map<string, Kept>();
  #youngBytes = 0;
  #old = new Map<string, Kept>();

  constructor(limitBytes: number) {
    this.#half = limitBytes / 2;
  }

  get(address: string, version: string): Kept | null {
    const young = this.#young.get(address);
    if (young) return young.version === version ? young : null;
    const old = this.#old.get(address);
    if (old?.version !== version) return null;
    this.#old.delete(address);
    this.set(address, old);
    return old;
  }

  set(address: string, answer: Kept): void {
    const bytes = weight(address, answer);
    // One answer never pushes out most of the others.
    if (bytes > this.#half / 4) return;
    const before = this.#young.get(address);
    const last = before ?? this.#old.get(address);
    // The same bytes again: they are compressed already.
    if (last?.tag === answer.tag)
      for (const [encoding, encoded] of last.encoded) answer.encoded.set(encoding, encoded);
    this.#youngBytes += bytes - (before ? weight(address, before) : 0);
    this.#young.set(address, answer);
    if (this.#youngBytes <= this.#half) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#youngBytes = 0;
  }
}

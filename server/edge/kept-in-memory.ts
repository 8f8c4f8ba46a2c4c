import { Recent } from "../recent.ts";
import type { Kept, KeptStore } from "./kept-answers.ts";

/** An answer's weight beyond its bytes and its key: the headers, the map's own entries. */
const OVERHEAD = 1_000;

/** What is kept in one encoding will stand beside another one where somebody asks for that: about as long again. */
const WITH_ANOTHER = 2;

function weigh({ body, encoded }: Kept): number {
  const bytes = body ? body.byteLength : (encoded.get("br")?.byteLength ?? 0) * WITH_ANOTHER;
  return bytes + OVERHEAD;
}

/** Kept answers, bounded in bytes; those not asked for lately go first. */
export class KeptInMemory implements KeptStore {
  readonly #answers: Recent<Kept>;

  constructor(limitBytes: number) {
    this.#answers = new Recent({ most: Number.POSITIVE_INFINITY, bytes: limitBytes, weigh });
  }

  get(address: string, version: string): Kept | null {
    const kept = this.#answers.get(address);
    return kept?.version === version ? kept : null;
  }

  last(address: string): Kept | null {
    return this.#answers.get(address) ?? null;
  }

  set(address: string, answer: Kept): void {
    this.#answers.set(address, answer);
  }
}

import { Recent } from "../recent.ts";
import type { Kept, KeptStore } from "./kept-answers.ts";

/** The bytes of an entry besides its body and its key: headers, and the map's bookkeeping. */
const OVERHEAD = 1_000;

/** An answer kept in one encoding gets a second one if a client asks for that: about the same size again. */
const WITH_ANOTHER = 2;

function weigh({ body, encoded }: Kept): number {
  const bytes = body ? body.byteLength : (encoded.get("br")?.byteLength ?? 0) * WITH_ANOTHER;
  return bytes + OVERHEAD;
}

/** A cache of answers, bounded in bytes. It evicts answers that were not requested lately first. */
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

import { BoundedCache } from "./bounded-cache.ts";
import type { CachedResponse, ResponseStore } from "./response-cache.ts";

/** The bytes of an entry besides its body and its key: headers, and the map's bookkeeping; and of each of its tags. */
const OVERHEAD = 1_000;
const OF_A_TAG = 100;

/** An answer cached in one encoding gets a second one if a client asks for that: which doubles its size. */
const WITH_ANOTHER = 2;

function weigh({ body, encoded, tags }: CachedResponse): number {
  const bytes = body ? body.byteLength : (encoded.get("br")?.byteLength ?? 0) * WITH_ANOTHER;
  return bytes + OVERHEAD + (tags?.length ?? 0) * OF_A_TAG;
}

/** A cache of answers, bounded in bytes. It evicts answers that were not requested lately first. */
export class ResponsesInMemory implements ResponseStore {
  readonly #answers: BoundedCache<CachedResponse>;

  constructor(limitBytes: number) {
    this.#answers = new BoundedCache({ most: Number.POSITIVE_INFINITY, bytes: limitBytes, weigh });
  }

  get(address: string): CachedResponse | null {
    return this.#answers.get(address) ?? null;
  }

  set(address: string, answer: CachedResponse): void {
    this.#answers.set(address, answer);
  }
}

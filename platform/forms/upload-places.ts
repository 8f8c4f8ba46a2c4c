import { Unavailable } from "../../server/errors.ts";

/** Forms with files that may be in progress at once: of one account, and in total. */
const PER_SENDER = 4;
const IN_ALL = 12;

/** When somebody who was turned away may retry, in seconds. */
export const COME_AGAIN = 30;

/** The places for uploads in progress: an upload takes disk and processor time while it lasts. */
export class UploadPlaces {
  readonly #taken = new Map<string, number>();
  #inAll = 0;

  /** Takes a place for a form and returns the function that gives it back. Throws Unavailable. */
  take(sender: string): () => void {
    const own = this.#taken.get(sender) ?? 0;
    if (own >= PER_SENDER) throw new Unavailable(COME_AGAIN, "too-many-own-uploads", { most: PER_SENDER });
    if (this.#inAll >= IN_ALL) throw new Unavailable(COME_AGAIN, "too-many-uploads");
    this.#taken.set(sender, own + 1);
    this.#inAll += 1;
    return () => {
      this.#inAll -= 1;
      const left = (this.#taken.get(sender) ?? 1) - 1;
      if (left === 0) this.#taken.delete(sender);
      else this.#taken.set(sender, left);
    };
  }
}

import { AppError, Unavailable } from "../../../server/errors.ts";
import type { Sender } from "../../../server/forms.ts";

/** Forms with files that may be in progress at once: of one account, of members of one network, in total, and of helpers alone. */
export const PER_SENDER = 4;
export const PER_NETWORK = 6;
export const IN_ALL = 12;
const FOR_HELPERS = 2;

/** How long an upload may take, in milliseconds, before it may have to make room for another. */
const UNDISTURBED = 10_000;

/** When somebody who was turned away may retry, in seconds. */
export const RETRY_AFTER = 30;

/** A form, and the place that it takes if it has files. */
export class UploadPlace {
  readonly sender: Sender;
  readonly #since = performance.now();
  readonly #ended = new AbortController();
  #bytes = 0;

  constructor(sender: Sender) {
    this.sender = sender;
  }

  /** Aborted, with the reason to tell, when the form has to make room. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Notes how many bytes of the form have arrived. */
  note(bytes: number): void {
    this.#bytes = bytes;
  }

  get age(): number {
    return performance.now() - this.#since;
  }

  /** Bytes per millisecond on average. */
  get rate(): number {
    return this.#bytes / this.age;
  }

  end(): void {
    this.#ended.abort(new AppError(408, "form-made-room"));
  }
}

/** The places for uploads in progress: an upload takes disk and processor time while it lasts. */
export class UploadPlaces {
  readonly #taken = new Set<UploadPlace>();

  /**
   * Takes a place for a form, unless it has one. If all are taken, the slowest upload ends, unless all have just begun.
   * Throws Unavailable, and the reason why the form has been ended.
   */
  take(place: UploadPlace): void {
    place.ended.throwIfAborted();
    if (this.#taken.has(place)) return;
    const { sender } = place;
    const all = [...this.#taken];
    if (all.filter((each) => each.sender.id === sender.id).length >= PER_SENDER)
      throw new Unavailable(RETRY_AFTER, "too-many-own-uploads", { most: PER_SENDER });
    const neighbours = membersIn(all).filter((each) => each.sender.network === sender.network);
    if (!sender.isHelper && sender.network !== undefined && neighbours.length >= PER_NETWORK)
      throw new Unavailable(RETRY_AFTER, "too-many-uploads");
    const isFull = !sender.isHelper && membersIn(all).length >= IN_ALL - FOR_HELPERS;
    if (isFull || all.length >= IN_ALL) {
      const [slowest] = membersIn(all)
        .filter(({ age }) => age >= UNDISTURBED)
        .sort((one, other) => one.rate - other.rate);
      if (!slowest) throw new Unavailable(RETRY_AFTER, "too-many-uploads");
      this.leave(slowest);
      slowest.end();
    }
    this.#taken.add(place);
  }

  leave(place: UploadPlace): void {
    this.#taken.delete(place);
  }
}

const membersIn = (places: readonly UploadPlace[]): UploadPlace[] =>
  places.filter(({ sender }) => !sender.isHelper);

import type { AnswerRequest } from "../../../server/cache/response-cache.ts";
import type { CachedVersion } from "../../../server/http/head.ts";

/**
 * What the thread with the sockets asks of a thread that makes answers. `id` identifies the answer, `cachedVersion` is the
 * cached one, `encoding` the encoding in which it may be.
 */
export type ThreadRequest =
  | ({
      readonly kind: "make";
      readonly id: number;
      readonly url: string;
      readonly cachedVersion: CachedVersion | null;
      /** The id of the request that waits for it. */
      readonly requestId: string | null;
    } & Pick<AnswerRequest, "encoding">)
  /** Asks for the next piece of an answer that did not come whole. */
  | { readonly kind: "more"; readonly id: number }
  /** The rest of the answer is no longer needed. */
  | { readonly kind: "stop"; readonly id: number };

/** A piece of an answer's body, and whether it is the last. */
interface Piece {
  readonly id: number;
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  readonly isLast: boolean;
}

/** What such a thread reports. */
export type ThreadReport =
  | { readonly kind: "ready" }
  | (Piece & {
      readonly kind: "head";
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
    })
  | (Piece & { readonly kind: "piece" })
  /** The answer could not be made, or not completely; the thread logs the reason. */
  | { readonly kind: "failed"; readonly id: number };

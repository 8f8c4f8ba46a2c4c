import type { Wanted } from "../../../server/edge/kept-answers.ts";

/**
 * What the thread of the sockets asks of a thread that makes answers; `id` says which answer is meant, `known` the tag of the
 * one that is at hand, `encoding` what it may come in.
 */
export type Order =
  | ({
      readonly kind: "make";
      readonly id: number;
      readonly url: string;
      readonly known: string | null;
    } & Pick<Wanted, "encoding">)
  /** More of an answer that did not come whole. */
  | { readonly kind: "more"; readonly id: number }
  /** Nobody reads it any more. */
  | { readonly kind: "stop"; readonly id: number };

/** A piece of an answer's body, and whether it was the last. */
interface Piece {
  readonly id: number;
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  readonly isLast: boolean;
}

/** What such a thread says. */
export type Report =
  | { readonly kind: "ready" }
  | (Piece & {
      readonly kind: "head";
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
    })
  | (Piece & { readonly kind: "piece" })
  /** It could not be made, or not to its end; the thread's log has the reason. */
  | { readonly kind: "failed"; readonly id: number };

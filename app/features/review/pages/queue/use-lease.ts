import { useCallback, useEffect, useRef, useState } from "react";
import type { ClaimAnswer } from "../../../../../domain/contract/review.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import { QUEUE_FILTERS } from "../../../../../domain/lists/filters.ts";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";

/** What the address says of the queue: its filters, and where this page of it begins. */
export interface Place {
  /** Those that are set. */
  readonly filters: Readonly<Record<string, string>>;
  /** The filekey of the completion before the page's first; null: the page begins with the oldest. */
  readonly after: string | null;
  /** The completion that is looked at. */
  readonly filekey: string | null;
}

export function placeIn(search: URLSearchParams): Place {
  const filters = QUEUE_FILTERS.flatMap((name) => {
    const value = search.get(name) ?? "";
    return value === "" ? [] : [[name, value] as const];
  });
  return { filters: Object.fromEntries(filters), after: search.get("after"), filekey: search.get("filekey") };
}

export const addressOf = ({ filters, after, filekey }: Place): string =>
  pages.queue({ ...filters, after, filekey });

/** Milliseconds after which a helper who is still here has it longer; the server gives three times as much. */
const RENEWED_AFTER = 5 * 60_000;

/** Who has what is looked at. */
export interface Lease {
  /** The last answer of the server; null: there was none yet. */
  readonly answer: ClaimAnswer | null;
  /** Takes the oldest completion that is free under the filters of the address. */
  claimNext(): Promise<ClaimAnswer>;
  /** Takes one unless another helper has it, or even then. */
  claim(filekey: string, isTakenOver: boolean): Promise<ClaimAnswer>;
}

/**
 * Has the server know what a helper looks at, so that no other one looks at it too. It is courtesy alone: whatever
 * fails here keeps nobody from a verdict.
 */
export function useLease({ filters, filekey }: Place): Lease {
  const { getToken } = useSignIn();
  const { post } = useApi();
  const [answer, setAnswer] = useState<ClaimAnswer | null>(null);
  /** What is held now, and the token to give it back with: a page that is left has no time to ask for one. */
  const held = useRef<{ readonly filekey: string; readonly token: string } | null>(null);

  const claim = useCallback(
    async (fields: Readonly<Record<string, string>>): Promise<ClaimAnswer> => {
      const token = await getToken();
      const found = await post<ClaimAnswer>(api.claimReview(), fields);
      const isHeld = found.filekey !== null && found.until !== null && found.heldBy === null;
      held.current = isHeld ? { filekey: String(found.filekey), token } : null;
      setAnswer(found);
      return found;
    },
    [getToken, post],
  );

  useEffect(() => {
    if (filekey === null) return;
    const renew = (): void => {
      if (document.visibilityState === "visible") void claim({ filekey }).catch(() => {});
    };
    // What was just claimed is opened next.
    if (held.current?.filekey !== filekey) renew();
    const timer = setInterval(renew, RENEWED_AFTER);
    document.addEventListener("visibilitychange", renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", renew);
    };
  }, [filekey, claim]);

  useEffect(() => {
    const release = (): void => {
      if (!held.current) return;
      const { filekey: of, token } = held.current;
      held.current = null;
      const body = new FormData();
      body.append("filekey", of);
      const headers = { Authorization: `Bearer ${token}` };
      void fetch(api.releaseReview(), { method: "POST", body, headers, keepalive: true }).catch(() => {});
    };
    addEventListener("pagehide", release);
    return () => {
      removeEventListener("pagehide", release);
      release();
    };
  }, []);

  return {
    answer,
    claimNext: () => claim(filters),
    claim: (of, isTakenOver) => claim({ filekey: of, take: isTakenOver ? "1" : "0" }),
  };
}

import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { QueueAnswer } from "../../../domain/contract/review.ts";
import { api } from "../../../domain/contract/routes.ts";
import { useAnswer } from "./use-answer.ts";

/** Returns how many completions wait for a helper, counted anew on each page; null until that is known. */
export function useWaiting(): number | null {
  const { body, reload } = useAnswer<QueueAnswer>(api.queue({ count: 0 }));
  const { pathname, search } = useLocation();
  // On the review desk every completion is a page.
  const page = `${pathname} ${new URLSearchParams(search).get("filekey")}`;
  const counted = useRef(page);
  useEffect(() => {
    if (counted.current === page) return;
    counted.current = page;
    void reload();
  }, [page, reload]);
  return body?.waiting ?? null;
}

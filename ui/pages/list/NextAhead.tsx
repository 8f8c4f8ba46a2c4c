import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { wantAhead } from "./ask-for-list.ts";

/** Pixels below the window within which the end of the rows counts as near. */
const NEAR = 200;

/**
 * Requests the list's next page before somebody turns to it: when the end of the rows comes near, or when the pointer
 * or the focus reaches Next. It shows nothing, and what fails is requested again when it is wanted.
 */
export function NextAhead({ to }: { to: string }) {
  const { load } = useFetcher();
  const end = useRef<HTMLDivElement>(null);
  const fetched = useRef<string>(null);
  useEffect(() => {
    const fetch = (): void => {
      if (fetched.current === to) return;
      fetched.current = to;
      wantAhead(to);
      void load(to);
    };
    const left = new AbortController();
    for (const button of document.querySelectorAll("button[data-next]"))
      for (const sign of ["pointerenter", "focus"])
        button.addEventListener(sign, fetch, { signal: left.signal });
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && fetch(), {
      rootMargin: `${NEAR}px`,
    });
    if (end.current) observer.observe(end.current);
    return () => {
      left.abort();
      observer.disconnect();
    };
  }, [to, load]);
  return <div ref={end} />;
}

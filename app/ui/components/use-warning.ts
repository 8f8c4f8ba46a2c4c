import { useEffect } from "react";
import { useBlocker } from "react-router";

/**
 * Asks before a page is left: with this question for links of the site, in the browser's own words otherwise.
 * @param question null if nothing would be lost
 */
export function useWarning(question: string | null): void {
  const asks = question !== null;
  useEffect(() => {
    if (!asks) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [asks]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => asks && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (question === null || window.confirm(question)) blocker.proceed();
    else blocker.reset();
  }, [blocker, question]);
}

/** The question when a page is left while a form is being sent. */
export const STILL_SENDING = "Leave now? The form is still being sent and may not be recorded.";

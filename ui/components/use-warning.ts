import { useEffect } from "react";
import { useBlocker } from "react-router";

/**
 * Asks before a page is left, by a link of the site (in these words) or by the browser (in its own).
 * @param question null: nothing would be lost
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

/** What a page asks before it is left while a form is on its way. */
export const STILL_SENDING = "Leave now? The form is still being sent and may not be recorded.";

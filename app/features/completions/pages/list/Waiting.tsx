import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigation, useRevalidator } from "react-router";
import classes from "./list.module.css";

/** Rows of the previous answer, dimmed while the next one is on its way but never removed. */
export function OldRows({ children }: { children: ReactNode }) {
  return (
    <div className={classes.rows} data-waiting={useIsWaiting()}>
      {children}
    </div>
  );
}

/** Whether something other than the list shows has been requested. */
export function useIsWaiting(): boolean {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const isRevalidating = useRevalidator().state !== "idle";
  return isRevalidating || (state !== "idle" && location.pathname === pathname);
}

type Tell = (reason: string) => void;

/** The path of the list that the browser shows, and what its page is told of failures; null: another page. */
let shown: { readonly pathname: string; readonly tell: Tell } | null = null;

/**
 * Returns a function that tells a list's page why its newest request has no answer yet; null if the browser does not show
 * the list at this path.
 */
export const troubleTeller = (pathname: string): Tell | null =>
  shown?.pathname === pathname ? shown.tell : null;

/** Returns why what was requested of the list is not there yet; null if it is, or may arrive at any moment. */
export function useTrouble(): string | null {
  const { pathname } = useLocation();
  const isWaiting = useIsWaiting();
  const [reason, tell] = useState<string | null>(null);
  useEffect(() => {
    shown = { pathname, tell };
    return () => {
      shown = null;
    };
  }, [pathname]);
  // Not cleared as soon as a request is given up: the next text meets the same trouble, which must not be read out
  // with every key.
  useEffect(() => {
    if (!isWaiting) tell(null);
  }, [isWaiting]);
  return isWaiting ? reason : null;
}

/**
 * Says that the list's last request has no answer yet, and why; says nothing as long as nothing failed. `repeated`:
 * below the rows, where it is not read out a second time.
 */
export function Trouble({ reason, repeated = false }: { reason: string | null; repeated?: boolean }) {
  if (repeated && reason === null) return null;
  return (
    // Rendered before it says anything, or it would not be read out.
    <p className={classes.trouble} role={repeated ? undefined : "status"} aria-hidden={repeated || undefined}>
      {reason !== null && (
        <>
          <strong>Error while searching: {reason.replace(/\.$/, "")}.</strong> Trying again …
        </>
      )}
    </p>
  );
}

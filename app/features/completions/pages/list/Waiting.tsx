import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { useLocation, useNavigation, useRevalidator } from "react-router";
import classes from "./list.module.css";

/**
 * Says that the list's last request has no answer yet, and why; says nothing as long as nothing failed. `repeated`:
 * below the rows, where it is not read out a second time.
 */
export function Trouble({ repeated = false }: { repeated?: boolean }) {
  const reason = useTrouble();
  const words = reason !== null && (
    <>
      <strong>Error while searching: {reason.replace(/\.$/, "")}.</strong> Trying again …
    </>
  );
  if (repeated)
    return words ? (
      <p className={classes.trouble} aria-hidden="true">
        {words}
      </p>
    ) : null;
  // Rendered before it says anything, or it would not be read out.
  return (
    <p className={classes.trouble} role="status">
      {words}
    </p>
  );
}

/** Rows of the previous answer, dimmed while the next one is on its way but never removed. */
export function OldRows({ children }: { children: ReactNode }) {
  return (
    <div className={classes.rows} data-waiting={useIsWaiting()}>
      {children}
    </div>
  );
}

/** The path of the list that the browser shows; null: another page. */
let shown: string | null = null;
/** Why its newest request has no answer yet; null if nothing has failed. */
let trouble: string | null = null;
const listeners = new Set<() => void>();

/** Tells why a list's request has no answer yet; null if nothing has failed. */
export function setTrouble(reason: string | null): void {
  trouble = reason;
  for (const listener of listeners) listener();
}

/** Whether the browser shows the list at a path, so that what is requested there is for the same page. */
export const isShown = (path: string): boolean => shown === path;

/** Marks the list at this path as the one that the browser shows. */
export function useListIsShown(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    shown = pathname;
    return () => {
      shown = null;
    };
  }, [pathname]);
}

/** Whether something other than the list shows has been requested. */
export function useIsWaiting(): boolean {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const isRevalidating = useRevalidator().state !== "idle";
  return isRevalidating || (state !== "idle" && location.pathname === pathname);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns why what was requested is not there yet; null if it is, or may arrive at any moment. */
function useTrouble(): string | null {
  const isWaiting = useIsWaiting();
  const reason = useSyncExternalStore(
    subscribe,
    () => trouble,
    () => null,
  );
  // Not cleared as soon as a request is given up: the next text meets the same trouble, which must not be read out
  // with every key.
  useEffect(() => {
    if (!isWaiting) setTrouble(null);
  }, [isWaiting]);
  return isWaiting ? reason : null;
}

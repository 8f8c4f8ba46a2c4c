import type { ReactNode } from "react";
import { useIsWaiting, useTrouble } from "./trouble.ts";
import classes from "./Waiting.module.css";

/**
 * Says that the list's last request has no answer yet, and why; says nothing as long as nothing failed. `repeated`:
 * below the rows, where it is not read out again.
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

import type { Card } from "./load.server.ts";
import classes from "./Sign.module.css";

/** A sign for each answer; the word beside it says the same. */
export function Sign({ state }: Pick<Card, "state">) {
  return (
    <svg
      className={classes.sign}
      data-state={state}
      width="22"
      height="22"
      viewBox="0 0 22 22"
      aria-hidden="true"
    >
      <circle cx="11" cy="11" r="9" />
      {state === "done" && <path d="m6.8 11.2 2.9 2.9 5.5-5.8" />}
      {state === "pending" && <path d="M11 6.2v5.2l3.2 1.9" />}
      {state === "cannot-say" && <path d="M7 11h8" />}
    </svg>
  );
}

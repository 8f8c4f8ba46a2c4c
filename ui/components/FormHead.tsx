import type { ReactNode } from "react";
import classes from "./FormHead.module.css";

/** What a form stands under: the way back, and what it is for. */
export function FormHead({ back, children }: { back: ReactNode; children: string }) {
  return (
    <div className={classes.head}>
      <p>{back}</p>
      <h1>{children}</h1>
    </div>
  );
}

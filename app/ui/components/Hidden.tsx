import type { ReactNode } from "react";
import classes from "./Hidden.module.css";

/** Text for screen readers only, where the page shows something else. */
export function Hidden({ children }: { children: ReactNode }) {
  return <span className={classes.hidden}>{children}</span>;
}

import type { ReactNode } from "react";
import classes from "./Hidden.module.css";

/** Words for whoever listens, where the eye has something else. */
export function Hidden({ children }: { children: ReactNode }) {
  return <span className={classes.hidden}>{children}</span>;
}

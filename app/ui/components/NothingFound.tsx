import type { ReactNode } from "react";
import classes from "./NothingFound.module.css";

/** Takes the place of an empty list and says what to do. */
export function NothingFound({ children }: { children: ReactNode }) {
  return <div className={classes.nothing}>{children}</div>;
}

import type { ReactNode } from "react";
import classes from "./Ribbon.module.css";

/** A swallowtail that says in a word what a completion stands out by: "Record", "2 towers". */
export function Ribbon({ children }: { children: ReactNode }) {
  return <span className={classes.ribbon}>{children}</span>;
}

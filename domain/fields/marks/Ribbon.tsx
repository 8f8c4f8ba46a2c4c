import type { ReactNode } from "react";
import classes from "./Ribbon.module.css";

/** Renders a swallowtail ribbon that says in a word why a completion stands out: "Record", "2 towers". */
export function Ribbon({ children }: { children: ReactNode }) {
  return <span className={classes.ribbon}>{children}</span>;
}

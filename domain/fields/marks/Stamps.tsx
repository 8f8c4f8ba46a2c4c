import type { ReactNode } from "react";
import classes from "./Stamps.module.css";

/** Renders the stamp of an original. Screen readers read it, because it replaces the word "OG". */
export function OgStamp() {
  return <span className={classes.stamp}>OG</span>;
}

/** Renders a swallowtail ribbon that says in a word why a completion stands out: "Record", "2 towers". */
export function Ribbon({ children }: { children: ReactNode }) {
  return <span className={classes.ribbon}>{children}</span>;
}

import type { ReactNode } from "react";
import classes from "./list.module.css";

/** What went wrong in place of what was asked for, and a way on. */
export function Notice({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div role="alert" className={classes.notice}>
      <strong>{title}</strong>
      {children}
    </div>
  );
}

import type { ReactNode } from "react";
import classes from "./Stamps.module.css";

/**
 * Renders the stamp of an original, or its outline while it is pending. Screen readers read it, because it replaces the
 * word "OG".
 */
export function OgStamp({ isPending = false }: { isPending?: boolean }) {
  return (
    <span className={classes.stamp} data-pending={isPending || undefined}>
      OG
    </span>
  );
}

/** Renders a swallowtail ribbon that says in a word why a completion stands out: "Record", "2 towers". */
export function Ribbon({ children }: { children: ReactNode }) {
  return <span className={classes.ribbon}>{children}</span>;
}

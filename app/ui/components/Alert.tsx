import type { ReactNode, Ref } from "react";
import classes from "./Alert.module.css";

export interface AlertProps {
  /** Coral if something went wrong or needs attention, reed if something was done. */
  readonly color: "coral" | "reed";
  readonly title?: string;
  /** Defaults to "alert". */
  readonly role?: "alert" | "status";
  readonly ref?: Ref<HTMLDivElement>;
  readonly tabIndex?: number;
  readonly children?: ReactNode;
}

/** Shows a message in a box. Its edge shows what kind it is, and so do its words. */
export function Alert({ color, title, role = "alert", children, ...element }: AlertProps) {
  return (
    <div {...element} role={role} className={classes.alert} data-state={color === "reed" ? "done" : "open"}>
      {title !== undefined && <strong>{title}</strong>}
      {children !== undefined && <div>{children}</div>}
    </div>
  );
}

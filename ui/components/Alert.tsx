import type { ReactNode, Ref } from "react";
import classes from "./Alert.module.css";

export interface AlertProps {
  /** Coral: something went wrong or wants attention; reed: something was done. */
  readonly color: "coral" | "reed";
  readonly title?: string;
  /** "alert" unless said otherwise. */
  readonly role?: "alert" | "status";
  readonly ref?: Ref<HTMLDivElement>;
  readonly tabIndex?: number;
  readonly children?: ReactNode;
}

/** A message in a box of its own: its edge tells what it is, and its words too. */
export function Alert({ color, title, role = "alert", children, ...element }: AlertProps) {
  return (
    <div {...element} role={role} className={classes.alert} data-color={color}>
      {title !== undefined && <strong>{title}</strong>}
      {children !== undefined && <div>{children}</div>}
    </div>
  );
}

import { type ReactNode, type Ref, useEffect, useRef } from "react";
import classes from "./Alert.module.css";

interface AlertProps {
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
    <div {...element} role={role} className={classes.alert} data-color={color}>
      {title !== undefined && <strong>{title}</strong>}
      {children !== undefined && <div>{children}</div>}
    </div>
  );
}

interface FocusedProps extends Omit<AlertProps, "ref" | "tabIndex"> {
  /** Whether it is where it is always in sight, such as in a bar at the edge of the window: then nothing scrolls. */
  readonly isInSight?: boolean;
}

/** Shows an outcome and focuses it, because the button that had the focus is disabled or gone. */
export function FocusedAlert({ isInSight = false, ...props }: FocusedProps) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus({ preventScroll: isInSight }), [isInSight]);
  return <Alert {...props} ref={alert} tabIndex={-1} />;
}

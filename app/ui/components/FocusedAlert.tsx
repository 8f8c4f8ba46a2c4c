import { useEffect, useRef } from "react";
import { Alert, type AlertProps } from "./Alert.tsx";

interface Props extends Omit<AlertProps, "ref" | "tabIndex"> {
  /** Whether it is where it is always in sight, such as in a bar at the edge of the window: then nothing scrolls. */
  readonly isInSight?: boolean;
}

/** Shows an outcome and focuses it, because the button that had the focus is disabled or gone. */
export function FocusedAlert({ isInSight = false, ...props }: Props) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus({ preventScroll: isInSight }), [isInSight]);
  return <Alert {...props} ref={alert} tabIndex={-1} />;
}

import { useEffect, useRef } from "react";
import { Alert, type AlertProps } from "./Alert.tsx";

/** An outcome that takes the focus when it comes: what had it, the button that was pressed, is disabled or gone. */
export function FocusedAlert(props: Omit<AlertProps, "ref" | "tabIndex">) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return <Alert {...props} ref={alert} tabIndex={-1} />;
}

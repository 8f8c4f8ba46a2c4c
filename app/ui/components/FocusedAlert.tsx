import { useEffect, useRef } from "react";
import { Alert, type AlertProps } from "./Alert.tsx";

/** Shows an outcome and focuses it, because the button that had the focus is disabled or gone. */
export function FocusedAlert(props: Omit<AlertProps, "ref" | "tabIndex">) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return <Alert {...props} ref={alert} tabIndex={-1} />;
}

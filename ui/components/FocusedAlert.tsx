import { Alert, type AlertProps } from "@mantine/core";
import { type ComponentProps, useEffect, useRef } from "react";

/** An outcome that takes the focus when it comes: what had it, the button that was pressed, is disabled or gone. */
export function FocusedAlert(props: AlertProps & Pick<ComponentProps<"div">, "role" | "children">) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return <Alert {...props} ref={alert} tabIndex={-1} />;
}

import { useEffect, useRef } from "react";
import { Alert } from "../components/Alert.tsx";
import type { Action } from "./use-action.ts";

/**
 * Shows how an action ended. It takes the focus if the button that had it is disabled or gone, so that the keyboard goes
 * on from here.
 */
export function ActionResult({ action: { done, problem } }: { action: Action }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (
      (done !== null || problem !== null) &&
      (activeElement === document.body || activeElement?.matches(":disabled"))
    )
      alert.current?.focus({ preventScroll: true });
  }, [done, problem]);
  const said = { ref: alert, tabIndex: -1 };
  if (problem !== null)
    return (
      <Alert {...said} color="coral" role="alert">
        {problem}
      </Alert>
    );
  return done === null ? null : (
    <Alert {...said} color="reed" role="status">
      {done}
    </Alert>
  );
}

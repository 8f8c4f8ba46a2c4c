import { Alert } from "../components/Alert.tsx";
import type { Action } from "./use-action.ts";

/** Shows how an action ended. */
export function ActionResult({ action: { done, problem } }: { action: Action }) {
  if (problem !== null)
    return (
      <Alert color="coral" role="alert">
        {problem}
      </Alert>
    );
  return done === null ? null : (
    <Alert color="reed" role="status">
      {done}
    </Alert>
  );
}

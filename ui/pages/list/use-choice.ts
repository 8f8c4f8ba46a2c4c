import { useEffect, useState } from "react";

/** A choice that the URL holds but that shows at once: a control that waits for the next page seems stuck. */
export function useChoice<Value>(inUrl: Value): [Value, (choice: Value) => void] {
  const [choice, setChoice] = useState(inUrl);
  useEffect(() => setChoice(inUrl), [inUrl]);
  return [choice, setChoice];
}

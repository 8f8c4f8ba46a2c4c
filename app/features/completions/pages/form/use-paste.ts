import { useEffect, useEffectEvent } from "react";

/** Calls `take` with what is pasted anywhere on the page; it returns whether it took it from where it was pasted. */
export function usePaste(take: (event: ClipboardEvent) => boolean): void {
  const onPaste = useEffectEvent((event: ClipboardEvent): void => {
    if (take(event)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent): void => onPaste(event);
    window.addEventListener("paste", listener);
    return () => window.removeEventListener("paste", listener);
  }, []);
}

/** Whether something is pasted into a box for text. */
export const isIntoBox = ({ target }: ClipboardEvent): boolean =>
  target instanceof Element && target.matches("input, textarea");

import { useState } from "react";

/** Pages that follow each other by a cursor; the first has none. */
export function usePages() {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return {
    after: cursors.at(-1) ?? "",
    reset: () => setCursors([]),
    turns: (next: string | null) => ({
      offset: cursors.length,
      size: 1,
      more: next !== null,
      onTurn: (to: number) =>
        setCursors(to > cursors.length && next !== null ? [...cursors, next] : cursors.slice(0, to)),
    }),
  };
}

import { useEffect, useState } from "react";
import type { ListAnswer } from "../../../../../domain/contract/completions.ts";
import { api } from "../../../../../domain/contract/routes.ts";
import { NEWEST } from "../../../../../domain/lists/url-state.ts";
import type { CameFrom } from "../../../../ui/came-from.ts";
import { findNeighbours, type Neighbours, type Part } from "./neighbours.ts";

/** Default page size (SPEC section 9). */
const PAGE = 20;

/** Returns a function that reads a part of the list at an address, with names as on our pages. */
function readerOf(challenge: string, search: string, signal: AbortSignal) {
  return async (offset: number, count: number): Promise<Part> => {
    const parameters = new URLSearchParams(search);
    parameters.delete("view");
    if (!parameters.get("sortby")?.trim()) parameters.set("sortby", NEWEST);
    for (const [name, value] of [
      ["offset", String(offset)],
      ["count", String(count)],
      ["names", "game"],
    ] as const)
      parameters.set(name, value);
    const answer = await fetch(`${api.list(challenge)}?${parameters}`, { signal });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    const { results, count: total }: ListAnswer = await answer.json();
    return { offset, rows: results, count: total };
  };
}

/**
 * Returns the completions before and after one in the list that somebody came from. Null if they are not known yet or
 * the list could not be read; then there is still the way back.
 */
export function useNeighbours(
  { list: { challenge, search, at } }: CameFrom,
  filekey: string,
): Neighbours | null {
  const [found, setFound] = useState<{ filekey: string; neighbours: Neighbours | null } | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    const shown = new URLSearchParams(search);
    const came = { offset: Number(shown.get("offset") ?? 0), size: Number(shown.get("count") || PAGE), at };
    findNeighbours(filekey, came, readerOf(challenge, search, asking.signal)).then(
      (neighbours) => asking.signal.aborted || setFound({ filekey, neighbours }),
      () => {},
    );
    return () => asking.abort();
  }, [challenge, filekey, search, at]);
  return found?.filekey === filekey ? found.neighbours : null;
}

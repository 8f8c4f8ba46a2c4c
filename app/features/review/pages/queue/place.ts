import { pages } from "../../../../../domain/contract/routes.ts";
import { QUEUE_FILTERS } from "../../../../../domain/lists/queue.ts";

/** What the address says of the queue: its filters, and where this page of it begins. */
export interface Place {
  /** Those that are set. */
  readonly filters: Readonly<Record<string, string>>;
  /** The filekey of the completion before the page's first; null: the page begins with the oldest. */
  readonly after: string | null;
  /** The completion that is looked at. */
  readonly filekey: string | null;
}

/** Reads an address of the review desk. */
export function placeIn(search: URLSearchParams): Place {
  const filters = QUEUE_FILTERS.flatMap((name) => {
    const value = search.get(name) ?? "";
    return value === "" ? [] : [[name, value] as const];
  });
  return { filters: Object.fromEntries(filters), after: search.get("after"), filekey: search.get("filekey") };
}

/** Returns the address of a place in the queue. */
export const addressOf = ({ filters, after, filekey }: Place): string =>
  pages.queue({ ...filters, after, filekey });

/**
 * Returns the place of what comes after a completion on this page of the queue: the next one, beyond the page's end the
 * next page, and at the end of all what is left at the beginning; null: nothing else is there.
 */
export function placeAfter(place: Place, filekeys: readonly string[], more: boolean): Place | null {
  const at = place.filekey === null ? -1 : filekeys.indexOf(place.filekey);
  const next = filekeys[at + 1];
  if (next !== undefined) return { ...place, filekey: next };
  if (more) return { ...place, after: filekeys.at(-1) ?? null, filekey: null };
  if (place.after !== null) return { ...place, after: null, filekey: null };
  return filekeys.length > 1 ? { ...place, filekey: filekeys[0] ?? null } : null;
}

import { pages } from "../../../../../domain/contract/routes.ts";
import { QUEUE_FILTERS } from "../../../../../domain/lists/filters.ts";

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

import { useSyncExternalStore } from "react";
import { type Location, useLocation } from "react-router";
import { pages } from "../routes.ts";

/**
 * What a link from a list to one of its completions leaves in the history's entry: it stays when the page is loaded anew,
 * and is not there in a tab of its own. The address stays as short as it is.
 */
export interface CameFrom {
  /** The list as it was. */
  readonly list: {
    readonly challenge: string;
    readonly search: string;
    readonly scroll: string;
    /** The completion's place in the whole list, from 0, where it is known; else it is on the page that `search` asks for. */
    readonly at?: number;
  };
}

/** What the way back to a list leaves: whose place in the page to take up again. */
interface Returns {
  readonly scroll: string;
}

const textIn = (value: unknown, name: string): string | null => {
  if (typeof value !== "object" || value === null) return null;
  const found: unknown = (value as Record<string, unknown>)[name];
  return typeof found === "string" ? found : null;
};

/** Under which name a page's place is kept: its own, or that of the list to which it is a way back. */
export const placeOf = ({ state, key }: Pick<Location, "state" | "key">): string =>
  textIn(state, "scroll") ?? key;

/** What links from this list to its completions carry. */
export function useAsList(challenge: string): CameFrom {
  const location = useLocation();
  return { list: { challenge, search: location.search, scroll: placeOf(location) } };
}

function readCameFrom(state: unknown, challenge: string): CameFrom | null {
  const list: unknown = typeof state === "object" && state !== null && "list" in state ? state.list : null;
  const search = textIn(list, "search");
  const scroll = textIn(list, "scroll");
  if (search === null || scroll === null || textIn(list, "challenge") !== challenge) return null;
  const at = typeof list === "object" && list !== null && "at" in list ? list.at : undefined;
  return { list: { challenge, search, scroll, ...(typeof at === "number" && { at }) } };
}

const never = () => () => {};

/** The list of a challenge from which one came to this page; null: from elsewhere, or the script is not there yet. */
export function useCameFrom(challenge: string): CameFrom | null {
  const { state } = useLocation();
  // The server knows nothing of it: what it wrote has to be taken over as it is.
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return isHydrated ? readCameFrom(state, challenge) : null;
}

/** Where a completion's page leads back to: the list as it was, or all of it. Both go to a Link. */
export function useWayBack(challenge: string): { readonly to: string; readonly state: Returns | null } {
  const came = useCameFrom(challenge);
  const list = pages.list(challenge);
  return came === null
    ? { to: list, state: null }
    : { to: list + came.list.search, state: { scroll: came.list.scroll } };
}

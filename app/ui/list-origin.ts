import { useSyncExternalStore } from "react";
import { type Location, useLocation } from "react-router";
import { pages } from "../../domain/contract/routes.ts";

/**
 * The history state that a link from a list to one of its completions carries. It survives a reload, is absent in a new
 * tab, and keeps the address short.
 */
export interface ListOrigin {
  /** The list as it was. */
  readonly list: {
    readonly challenge: string;
    readonly search: string;
    readonly scroll: string;
    /** The completion's index in the whole list, from 0, if known; else it is on the page that `search` asks for. */
    readonly at?: number;
  };
}

/** The history state of the way back to a list: the key of the scroll position to restore. */
interface Returns {
  readonly scroll: string;
}

const textIn = (value: unknown, name: string): string | null => {
  if (typeof value !== "object" || value === null) return null;
  const found: unknown = (value as Record<string, unknown>)[name];
  return typeof found === "string" ? found : null;
};

/** Returns the key under which a page's scroll position is stored: its own, or that of the list it leads back to. */
export const placeOf = ({ state, key }: Pick<Location, "state" | "key">): string =>
  textIn(state, "scroll") ?? key;

/** Returns what links from this list to its completions carry. */
export function useAsList(challenge: string): ListOrigin {
  const location = useLocation();
  return { list: { challenge, search: location.search, scroll: placeOf(location) } };
}

function readCameFrom(state: unknown, challenge: string): ListOrigin | null {
  const list: unknown = typeof state === "object" && state !== null && "list" in state ? state.list : null;
  const search = textIn(list, "search");
  const scroll = textIn(list, "scroll");
  if (search === null || scroll === null || textIn(list, "challenge") !== challenge) return null;
  const at = typeof list === "object" && list !== null && "at" in list ? list.at : undefined;
  return { list: { challenge, search, scroll, ...(typeof at === "number" && { at }) } };
}

const never = () => () => {};

/** Returns the list of a challenge that led to this page; null if another page did, or before hydration. */
export function useListOrigin(challenge: string): ListOrigin | null {
  const { state } = useLocation();
  // The server does not know the history state, and hydration has to match the markup that it sent.
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return isHydrated ? readCameFrom(state, challenge) : null;
}

/** Returns where a completion's page leads back to: the list as it was, or all of it. Both values go to a Link. */
export function useWayBack(challenge: string): { readonly to: string; readonly state: Returns | null } {
  const came = useListOrigin(challenge);
  const list = pages.list(challenge);
  return came === null
    ? { to: list, state: null }
    : { to: list + came.list.search, state: { scroll: came.list.scroll } };
}

import { useLocation, useNavigation } from "react-router";
import { type ListParameters, type ListState, writeListState } from "../../../derive/url-state.ts";

/** Parameters as an address has them. */
function parametersIn(search: string): ListParameters {
  const given = new URLSearchParams(search);
  return Object.fromEntries([...new Set(given.keys())].map((name) => [name, given.getAll(name)]));
}

/**
 * The list's parameters as they were asked for last: while an answer is under way, what it is the answer to. Whatever is
 * chosen then adds to that, or it would undo it.
 */
export function useAskedFor(state: ListState): ListParameters {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  const given = location?.pathname === pathname ? parametersIn(location.search) : writeListState(state);
  const { view: _, ...parameters } = given;
  return parameters;
}

import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import {
  type ListParameters,
  type ListState,
  writeListState,
} from "../../../../../domain/lists/url-state.ts";

/** Reads the parameters of an address. */
function parametersIn(search: string): ListParameters {
  const given = new URLSearchParams(search);
  return Object.fromEntries([...new Set(given.keys())].map((name) => [name, given.getAll(name)]));
}

/**
 * Returns the parameters that were last requested of the list. While a request is in flight, these are the request's.
 * Whatever is chosen then has to add to them, or it would undo them.
 */
export function useRequested(state: ListState): ListParameters {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  const given = location?.pathname === pathname ? parametersIn(location.search) : writeListState(state);
  const { view: _, ...parameters } = given;
  return parameters;
}

/** A choice that the URL holds but that shows at once: a control that waits for the next page seems stuck. */
export function useChoice<Value>(inUrl: Value): [Value, (choice: Value) => void] {
  const [choice, setChoice] = useState(inUrl);
  useEffect(() => setChoice(inUrl), [inUrl]);
  return [choice, setChoice];
}

import { useLocation, useNavigation } from "react-router";
import type { ListState } from "../../../derive/url-state.ts";

/**
 * The list's parameters as they were asked for last: while an answer is under way, what it is the answer to. Whatever is
 * chosen then adds to that, or it would undo it.
 */
export function useAskedFor({ parameters }: ListState): ListState["parameters"] {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  if (location?.pathname !== pathname) return parameters;
  const { view: _, ...asked } = Object.fromEntries(new URLSearchParams(location.search));
  return asked;
}

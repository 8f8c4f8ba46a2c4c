import type { MouseEvent } from "react";
import { type NavigateOptions, useNavigate } from "react-router";

/** Returns whether a click follows its link in this tab. */
const isPlain = ({ defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  !defaultPrevented && button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/**
 * Returns a click handler that follows plain links to pages of the site without a reload. One handler serves a place
 * with hundreds of links, each of which would otherwise cost as much as a button. It goes to `onClick` of the element
 * around them.
 * @param optionsOf returns how to navigate to a link
 */
export function useOwnLinks(optionsOf: (link: HTMLAnchorElement) => NavigateOptions = () => ({})) {
  const navigate = useNavigate();
  return (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || !isPlain(event) || link.target !== "" || link.origin !== location.origin) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash, optionsOf(link));
  };
}

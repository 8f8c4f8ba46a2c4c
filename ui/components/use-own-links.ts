import type { MouseEvent } from "react";
import { type NavigateOptions, useNavigate } from "react-router";

/** Whether a click follows its link in this tab. */
const isPlain = ({ defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  !defaultPrevented && button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/**
 * Follows plain links to pages of the site without loading them anew: one handler for a place that has hundreds, each of
 * which would cost as much as a button. Goes to `onClick` of what is around them.
 * @param optionsOf how the page is gone to
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

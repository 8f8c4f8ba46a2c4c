import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { placeOf } from "../../came-from.ts";

/** Where somebody left a list: the place in the page (came-from.ts), and the address of the link that they followed. */
let left: { readonly place: string; readonly href: string } | null = null;

/**
 * Gives the focus back to the link by which somebody left the list when they come back to it. Returns the table's
 * ref, and a function to call with each link that is followed.
 */
export function useLeftRow() {
  const table = useRef<HTMLTableElement>(null);
  const place = placeOf(useLocation());
  useEffect(() => {
    if (left?.place !== place) return;
    const links = table.current?.querySelectorAll<HTMLAnchorElement>("a[data-completion]") ?? [];
    // The scroll position is restored elsewhere.
    [...links].find(({ href }) => href === left?.href)?.focus({ preventScroll: true });
  }, [place]);
  return {
    table,
    leaveBy(link: HTMLAnchorElement): void {
      left = { place, href: link.href };
    },
  };
}

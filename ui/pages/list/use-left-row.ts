import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { placeOf } from "../../came-from.ts";

/** Where somebody left a list: the place in the page (came-from.ts), and the address of the link that they followed. */
let left: { readonly place: string; readonly href: string } | null = null;

/**
 * Whoever left the list by a link of a row and comes back to it has the keyboard on that link again. Gives the table's ref,
 * and what is to be told of a link that is followed.
 */
export function useLeftRow() {
  const table = useRef<HTMLTableElement>(null);
  const place = placeOf(useLocation());
  useEffect(() => {
    if (left?.place !== place) return;
    const links = table.current?.querySelectorAll<HTMLAnchorElement>("a[data-completion]") ?? [];
    // How far the page is scrolled is seen to elsewhere.
    [...links].find(({ href }) => href === left?.href)?.focus({ preventScroll: true });
  }, [place]);
  return {
    table,
    leaveBy(link: HTMLAnchorElement): void {
      left = { place, href: link.href };
    },
  };
}

import { createContext, createElement, type ReactNode, use } from "react";
import { MARK, type PageInPieces } from "../pieces.ts";

/** The page that is being rendered on the server; null in the browser. */
export const Pieces = createContext<PageInPieces | null>(null);

/**
 * A part of a page that the server renders once and then takes from a cache (ui/pieces.ts). `by` returns the cache key,
 * which says everything that the HTML depends on: its kind, what it shows, where its links lead, and the ids in it
 * (`useId` of the component around it). A piece contains no script, and no picture that React would preload in the
 * page's head. In the browser it renders its children and nothing else.
 */
export function Piece({ by, children }: { by: () => string; children: () => ReactNode }): ReactNode {
  const page = import.meta.env.SSR ? use(Pieces) : null;
  if (page === null) return children();
  const { n, isKnown } = page.note(by());
  return createElement(MARK, { n }, isKnown ? null : children());
}

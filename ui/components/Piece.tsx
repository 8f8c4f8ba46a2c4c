import { createContext, createElement, type ReactNode, use } from "react";
import { MARK, type PageInPieces } from "../pieces.ts";

/** The page that is being rendered on the server; null in the browser. */
export const Pieces = createContext<PageInPieces | null>(null);

/**
 * A part of a page that the server renders once and knows from then on (ui/pieces.ts). `by` says everything that its HTML
 * follows from: its kind, what it shows, where its links lead, and the ids in it (`useId` of whoever puts it there). It has no
 * script in it, and no picture that React would ask for ahead in the head of the page. In the browser it is what is in it, and
 * nothing else.
 */
export function Piece({ by, children }: { by: () => string; children: () => ReactNode }): ReactNode {
  const page = import.meta.env.SSR ? use(Pieces) : null;
  if (page === null) return children();
  const { n, isKnown } = page.note(by());
  return createElement(MARK, { n }, isKnown ? null : children());
}

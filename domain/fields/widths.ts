/**
 * The widths at which a layout changes, by the widest window that has the narrower layout. Style sheets name them,
 * as in `@media (--phone)` or `@container not (--tablet)`, and vite.config.ts puts them in; no sheet has others.
 */
export const WIDTHS = {
  /** Narrower than any phone: the text is enlarged. */
  zoomed: "18rem",
  phone: "40rem",
  tablet: "48rem",
  /** Above it a list is a table, and the controls are 36 px high instead of 44. */
  laptop: "68rem",
  /** Above it the page has nearly its full width. */
  desktop: "79rem",
} as const;

/** Returns the condition for a window, or a container, that is at most as wide. */
export const atMost = (name: keyof typeof WIDTHS): string => `(width <= ${WIDTHS[name]})`;

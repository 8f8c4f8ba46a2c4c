/** Rows per page of a list by default (SPEC section 9). */
export const DEFAULT_PAGE = 20;
/** The most rows per page. */
export const MAX_PAGE = 100;

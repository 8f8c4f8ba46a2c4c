/** Rows of a page of a list where nothing is said of it (SPEC section 9). */
export const DEFAULT_PAGE = 20;
/** The longest page. */
export const MAX_PAGE = 100;

import { enOfPages } from "./en-of-pages.ts";

/** The codes of what a page says without asking the site. */
export type PageCode = keyof typeof enOfPages;

/** Returns the sentence of a code. */
export const sayOfPage = (code: PageCode): string => enOfPages[code];

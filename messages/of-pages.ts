import { enOfPages } from "./en-of-pages.ts";

/** What a page says without asking the site, by its code. */
export type PageCode = keyof typeof enOfPages;

/** Its sentence. */
export const sayOfPage = (code: PageCode): string => enOfPages[code];

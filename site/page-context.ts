import type { Details, Medium, SignInForm, SiteSettings } from "../domain/contract/page-context.ts";
import type { Catalogue } from "../domain/game/catalogue.ts";
import type { Reads } from "./reads.ts";

/** The functions by which pages read this site. */
export interface PageReads {
  /** Returns the game's towers and heroes: the same value from the start of a page to its end. */
  catalogue(): Promise<Catalogue>;
  /** The public reads, each of which the API answers as well. */
  readonly reads: Reads;
  /** Returns what is under a media key; null if nothing is. */
  mediumOf(key: string): Promise<Medium | null>;
  /** Returns what only a completion's own page shows, by its filekey; null if there is no such completion. */
  detailsOf(filekey: string): Promise<Details | null>;
  /** Returns today's date (yyyy-mm-dd, UTC), and has the page made again on the next day. */
  today(): string;
  /** Returns whether any of the labelled sample data is there. */
  holdsSample(): Promise<boolean>;
  /** Returns whether an import is under way, so that not everything is there yet. */
  isImporting(): Promise<boolean>;
}

/** What the server hands to every loader. */
export interface PageContext extends PageReads {
  site: SiteSettings;
  /** Set on the sign-in provider's own pages. */
  form: SignInForm | null;
  /** Scheme and host of an external sign-in provider: "https://tenant.example"; null if the site has its own. */
  signInOrigin: string | null;
  /** Other hosts that may begin a sign-in here, and to which its forms lead back. */
  returnOrigins: readonly string[];
}

/** Renders a page by the functions by which it reads; `form` is what a page of the sign-in provider shows. */
export type RenderPageFrom = (request: Request, reads: PageReads, form?: SignInForm) => Promise<Response>;

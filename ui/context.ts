import { createContext } from "react-router";

/** The site's own settings, as pages show them. */
export interface Site {
  shortName: string;
  /** One sentence: also the description of every page. */
  tagline: string;
  /** Scheme and host without a slash at the end: "https://btd6index.win". */
  origin: string;
  /** Scheme and host of the media; null when they live under /media of the site itself. */
  mediaOrigin: string | null;
  creatorCode: string;
  /** Id of the playlist on the home page. */
  playlist: string;
  links: { video: string; chat: string; source: string };
}

/** What the server hands to every loader. */
export interface PageContext {
  /** Asks the public API in the same process; `path` is for example "/fetch-2tc?count=20". */
  api(path: string, init?: { readonly method: "GET" | "HEAD" }): Promise<Response>;
  site: Site;
}

/** The key is compared by identity: a server reads it from the built entry, never from this file. */
export const pageContext = createContext<PageContext>();

import { createContext } from "react-router";
import type { PageContext } from "../../site/page-context.ts";

export type { PageContext };

/** This key and the next are compared by identity: a server reads them from the built entry, never from this file. */
export const pageContext = createContext<PageContext>();

/** What the server renders pages with. */
export interface Rendering {
  /**
   * Returns the SHA-256 of bytes, or of a text in UTF-8, in base64. It is synchronous, because awaiting a dozen of them
   * takes longer than a page does.
   */
  sha256(content: string | Uint8Array): string;
  /** Returns today's date, yyyy-mm-dd: a page may show how long ago something was. */
  day(): string;
  /** Returns the id of the current request, for pages that say that something failed. */
  requestId(): string | null;
}

export const renderingContext = createContext<Rendering>();

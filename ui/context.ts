import { createContext } from "react-router";
import type { UploadLimits } from "../derive/upload-limits.ts";
import type { Router } from "../server/router.ts";
import type { KnownPieces } from "./pieces.ts";

/** The site's own settings, as pages show them. */
export interface Site {
  shortName: string;
  /** One sentence; also the description of every page. */
  tagline: string;
  /** Scheme and host without a trailing slash: "https://btd6index.win". */
  origin: string;
  /** Scheme and host of the media; null if the site itself serves them under /media. */
  mediaOrigin: string | null;
  creatorCode: string;
  /** Id of the playlist on the home page. */
  playlist: string;
  links: { video: string; chat: string; source: string };
  uploads: UploadLimits;
}

/** One input of a sign-in form. */
export interface FormField {
  name: string;
  label: string;
  type: "email" | "password" | "text";
  /** For password managers: https://html.spec.whatwg.org/#autofill */
  autoComplete: string;
  value?: string;
  readOnly?: boolean;
  hint?: string;
}

/** A page of the sign-in provider as data: a form that posts without JavaScript, or only text. */
export interface SignInForm {
  heading: string;
  text?: string;
  /** What is wrong with what was sent. */
  problem?: string;
  /** What succeeded. */
  notice?: string;
  /** Absent if there is nothing to send. */
  form?: { action: string; fields: FormField[]; button: string };
  /** Links to other pages. */
  links: { label: string; path: string; prominent?: boolean }[];
  /** Posting to this address sends the person back to where they came from. */
  cancel?: string;
}

/** What is under a media key. */
export interface Medium {
  readonly contentType: string;
  /** Whether its file is missing. */
  readonly isMissing: boolean;
}

/** What only a completion's own page shows. */
export interface Details {
  /** The notes as HTML that we rendered; null if the text is to be shown as it is. */
  readonly notesHtml: string | null;
  /** ISO 8601, UTC; null if unknown, or if it waits for a helper. */
  readonly verifiedAt: string | null;
  /** Whether it was made up to show the site. */
  readonly isSample: boolean;
  /**
   * Its proof, if that is a file (under its filekey), and its attachments. `role` is what a file shows, if its sender
   * said so.
   */
  readonly files: readonly (Medium & { readonly key: string; readonly role: string | null })[];
}

/** What the server hands to every loader. */
export interface PageContext {
  /** Returns what a read of the contract answers to everybody; the same function answers the API. */
  ask: Router["ask"];
  /** Returns what is under a media key; null if nothing is. */
  mediumOf(key: string): Promise<Medium | null>;
  /** Returns what only a completion's own page shows, by its filekey; null if there is no such completion. */
  detailsOf(filekey: string): Promise<Details | null>;
  /** Returns whether any of the labelled sample data is there. */
  holdsSample(): Promise<boolean>;
  site: Site;
  /** Set on the sign-in provider's own pages. */
  form: SignInForm | null;
  /** Scheme and host of an external sign-in provider: "https://tenant.example"; null if the site has its own. */
  signInOrigin: string | null;
}

/** This key and the next are compared by identity: a server reads them from the built entry, never from this file. */
export const pageContext = createContext<PageContext>();

/** What the server renders pages with. */
export interface Rendering {
  /** Pieces of pages that were rendered before, by key. */
  readonly pieces: KnownPieces;
  /**
   * Returns the SHA-256 of bytes, or of a text in UTF-8, in base64. It is synchronous, because awaiting a dozen of them
   * takes longer than a page does.
   */
  sha256(content: string | Uint8Array): string;
}

export const renderingContext = createContext<Rendering>();

import { createContext } from "react-router";
import type { UploadLimits } from "../derive/upload-limits.ts";
import type { Router } from "../server/router.ts";
import type { KnownPieces } from "./pieces.ts";

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

/** A page of the sign-in provider as data: a form that posts without JavaScript, or only words. */
export interface SignInForm {
  heading: string;
  text?: string;
  /** What went wrong with what was sent. */
  problem?: string;
  /** What went well. */
  notice?: string;
  /** Absent where there is nothing to send. */
  form?: { action: string; fields: FormField[]; button: string };
  /** Ways that lead elsewhere. */
  links: { label: string; path: string; prominent?: boolean }[];
  /** Sends the person back to where they came from. */
  cancel?: string;
}

/** What is under a media key. */
export interface Medium {
  readonly contentType: string;
  /** Its file is not where it should be. */
  readonly isMissing: boolean;
}

/** What only the page of a completion tells of it. */
export interface Details {
  /** The notes as HTML of ours; null: show the text as it is. */
  readonly notesHtml: string | null;
  /** ISO 8601, UTC; null: not known, or it waits for a helper. */
  readonly verifiedAt: string | null;
  /** Made up to show the site. */
  readonly isSample: boolean;
  /** Its proof, where that is a file (under its filekey), and its attachments, each with what it shows, as far as its sender said. */
  readonly files: readonly (Medium & { readonly key: string; readonly role: string | null })[];
}

/** What the server hands to every loader. */
export interface PageContext {
  /** What a read of the contract answers to everybody; the same function answers the API. */
  ask: Router["ask"];
  /** What is under a media key; null: nothing. */
  mediumOf(key: string): Promise<Medium | null>;
  /** What only the page of a completion tells of it, by its filekey; null: it is not there. */
  detailsOf(filekey: string): Promise<Details | null>;
  /** Whether any of the labelled sample data is there. */
  holdsSample(): Promise<boolean>;
  site: Site;
  /** Set on the sign-in provider's own pages. */
  form: SignInForm | null;
  /** Hosts of a sign-in provider elsewhere: "https://tenant.example". */
  signInOrigin: string | null;
}

/** This key and the next are compared by identity: a server reads them from the built entry, never from this file. */
export const pageContext = createContext<PageContext>();

/** What the server renders pages with. */
export interface Rendering {
  /** Pieces of pages that were rendered before. */
  readonly pieces: KnownPieces;
  /** The SHA-256 of a text in UTF-8, or of bytes, in base64. At once: to wait for a dozen of them takes longer than a page. */
  sha256(content: string | Uint8Array): string;
}

export const renderingContext = createContext<Rendering>();

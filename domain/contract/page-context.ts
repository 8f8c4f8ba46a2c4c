import type { FoundCode } from "../challenge-codes/document.ts";
import type { UploadLimits } from "../media/upload-limits.ts";

/**
 * The header with a page's fingerprint, a hash of all that the page follows from: in its answer, and in the request that
 * revalidates it. It stays inside.
 */
export const FINGERPRINT = "x-fingerprint";

/** The site's own settings, as pages show them. */
export interface SiteSettings {
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
  isOptional?: boolean;
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
  links: { label: string; path: string; prominent?: boolean }[];
  /** Posting to this address does not go on: it sends the person back to where they came from, or what `refusal` says. */
  cancel?: string;
  /** What the button to `cancel` says if not "Cancel". */
  refusal?: string;
}

/** What is under a media key. */
export interface Medium {
  readonly contentType: string;
  /** Whether its file is missing. */
  readonly isMissing: boolean;
}

/** What only a completion's own page shows. */
export interface Details {
  /** The key of its challenge. */
  readonly challenge: string;
  /** Nothing else of this, or read after it, is older: a verdict on what a page shows names it. */
  readonly revision: number;
  /** The notes as HTML that we rendered; null if the text is to be shown as it is. */
  readonly notesHtml: string | null;
  /** ISO 8601, UTC; null if unknown, or if it waits for a helper. */
  readonly verifiedAt: string | null;
  /** When a second helper looked at it as it is: ISO 8601, UTC; null: none has. */
  readonly confirmedAt: string | null;
  /** What the game's server says of its challenge code; null: it has none, or nothing is known of it. */
  readonly code: FoundCode | null;
  /** When that was fetched, if it agrees with the completion (`isCheckedByCode`); null: it does not, or not known. */
  readonly codeCheckedAt: string | null;
  /** Whether it has several players and all of them say that it is right. */
  readonly playersAgree: boolean;
  /** Whether it was made up to show the site. */
  readonly isSample: boolean;
  /**
   * Its proof, if that is a file (under its filekey), and its attachments. `role` is what a file shows, if its sender
   * said so.
   */
  readonly files: readonly (Medium & { readonly key: string; readonly role: string | null })[];
  /** Links to proof besides its own, each with what it shows. */
  readonly links: readonly { readonly role: string; readonly url: string }[];
  /**
   * Of all its links those that cannot be found any more, as they are watched, since when (ISO 8601, UTC), and the copy of what
   * they led to; null: there is none.
   */
  readonly gone: readonly {
    readonly url: string;
    readonly since: string;
    readonly copy: (Medium & { readonly key: string }) | null;
  }[];
}

/** Renders a page; `form` is what a page of the sign-in provider shows, and `network` whoever asks for it. */
export type RenderPage = (request: Request, form?: SignInForm, network?: string) => Promise<Response>;

import type * as context from "../../../domain/contract/page-context.ts";
import { mediaUrl } from "../../../domain/contract/routes.ts";
import { playerOf } from "../components/youtube.ts";

/** A picture or a video under a media key. */
export interface Medium {
  readonly kind: "picture" | "video";
  /** "Proof", "Attachment 2". */
  readonly name: string;
  readonly url: string;
  /** Whether its file is missing. */
  readonly isMissing: boolean;
}

/** A proof on another site. */
export interface LinkedProof {
  readonly kind: "link";
  readonly name: string;
  readonly url: string;
  /** "imgur.com"; null if the link is not a web address. */
  readonly host: string | null;
  /** The address of the host's player for it; null if we know of none. */
  readonly player: string | null;
}

export type Proof = Medium | LinkedProof;

/**
 * Returns what is under a media key, as a page shows it.
 * @param medium null if nothing is there
 */
export const shownMedium = (
  medium: context.Medium | null,
  key: string,
  name: string,
  { mediaOrigin }: context.PageContext["site"],
): Medium => ({
  kind: medium?.contentType.startsWith("video") ? "video" : "picture",
  name,
  url: mediaUrl(key, mediaOrigin),
  isMissing: medium?.isMissing ?? true,
});

/** Returns what a link to a proof leads to. */
export function linkedProof(link: string, name: string): LinkedProof {
  const url = URL.parse(link);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  const host = isWeb ? url.hostname.replace(/^www\./, "") : null;
  return { kind: "link", name, url: link, host, player: playerOf(link) };
}

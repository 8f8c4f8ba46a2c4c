import { webAddress } from "../game/typed-text.ts";
import { asksOf, watchedLink } from "./link-hosts.ts";

/** Hosts whose pictures can be copied. */
export const COPY_HOSTS = { imgurFiles: "Imgur", discordFiles: "Discord" } as const;
export type CopyHost = keyof typeof COPY_HOSTS;

/** Why a picture could not be copied: codes of sentences (domain/messages). */
export type CopyFault =
  | "copy-too-large"
  | "copy-no-picture"
  | "copy-not-found"
  | "copy-no-answer"
  | "copy-no-room";

/** Where the picture behind a link can be fetched. */
export interface CopySource {
  /** The link as it is watched. */
  readonly url: string;
  readonly host: CopyHost;
  /** What is asked for there, encoded, without a slash in front. */
  readonly path: string;
  /** The last day on which the link works, if it says so itself (yyyy-mm-dd). */
  readonly endsOn: string | null;
}

/** Parts of a Discord address without which it is not answered. */
const SIGNATURE = ["ex", "is", "hm"] as const;

/** Returns where the picture behind a link can be fetched; null: it leads to none on a host that is known for pictures. */
export function copySource(link: string): CopySource | null {
  const watched = watchedLink(link);
  const address = webAddress(link);
  if (!watched || !address) return null;
  const { host, url, endsOn } = watched;
  if (host === "imgur") {
    const path = asksOf(link)?.path ?? "";
    return /\.(?:jpe?g|png|gif|webp)$/.test(path) ? { url, host: "imgurFiles", path, endsOn } : null;
  }
  if (host !== "discord" || !/\.(?:jpe?g|png|gif|webp)$/i.test(address.pathname)) return null;
  const signed = SIGNATURE.flatMap((name) => {
    const value = address.searchParams.get(name) ?? "";
    return /^[0-9a-f]{1,64}$/i.test(value) ? [`${name}=${value}`] : [];
  });
  const path = address.pathname.slice(1) + (signed.length > 0 ? `?${signed.join("&")}` : "");
  return { url, host: "discordFiles", path, endsOn };
}

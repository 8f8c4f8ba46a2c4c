import { isLocalName } from "../edge/site-name.ts";
import type { WriteContext } from "../write-context.ts";

type Site = Pick<WriteContext, "siteOrigin" | "mediaOrigin">;

/** Normalizes a host as the network sees it: without a trailing dot, and with one name for this machine. */
function hostOf({ hostname, port }: URL): string {
  const name = hostname.replace(/\.$/, "");
  return `${isLocalName(name) ? "localhost" : name}:${port}`;
}

/** Decodes a path up to three times; no server of ours decodes more often. */
function decoded(path: string): string {
  let text = path;
  for (let times = 0; times < 3; times += 1) {
    try {
      text = decodeURIComponent(text);
    } catch {
      return text;
    }
  }
  return text;
}

/**
 * Returns the media key that a link names on this site or its media host, however the address is spelled; null if it
 * leads elsewhere. Such a link would make one completion's proof depend on another's.
 */
export function ownMediaKey(link: string, { siteOrigin, mediaOrigin }: Site): string | null {
  const url = URL.parse(link);
  if (!url) return null;
  const site = new URL(siteOrigin);
  const path = decoded(url.pathname).replace(/[/\\]+/g, "/");
  const isOf = (origin: string): boolean => hostOf(url) === hostOf(new URL(origin));
  if (isOf(`${site.protocol}//media.${site.host}`) || (mediaOrigin !== null && isOf(mediaOrigin)))
    return path.slice(1);
  return isOf(siteOrigin) && path.startsWith("/media/") ? path.slice("/media/".length) : null;
}

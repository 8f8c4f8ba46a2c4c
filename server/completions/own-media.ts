import { isLocalName } from "../edge/site-name.ts";
import type { WriteContext } from "../write-context.ts";

type Site = Pick<WriteContext, "siteOrigin" | "mediaOrigin">;

/** A host as the network takes it: without the dot that may end it; the names of this machine are one. */
function hostOf({ hostname, port }: URL): string {
  const name = hostname.replace(/\.$/, "");
  return `${isLocalName(name) ? "localhost" : name}:${port}`;
}

/** Decodes as often as something is encoded, at most thrice: no server of ours decodes more. */
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
 * The media key that a link names on this site or on its media host, however it spells the address; null where it leads
 * elsewhere. Such a link would make one completion's proof hang on another's.
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

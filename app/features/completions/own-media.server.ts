import type { WriteContext } from "../../api/write-context.server.ts";

type Site = Pick<WriteContext, "siteOrigin" | "mediaOrigin">;

/** Addresses and names of this machine. Browsers take all of `localhost` to it; `media.localhost` is the media host. */
const LOCAL = /^(127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|(.+\.)?(?<!^media\.)localhost)$/;

/** The ports that an address may leave out. */
const COMMON_PORTS = new Set(["80", "443"]);

/** Returns an IPv4 address that is written as IPv6, such as [::ffff:7f00:1], in its own form; any other name as it is. */
function withoutIpv6(name: string): string {
  const [, ...halves] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(name) ?? [];
  if (halves.length === 0) return name;
  return halves
    .map((half) => Number.parseInt(half, 16))
    .flatMap((half) => [half >> 8, half & 0xff])
    .join(".");
}

/**
 * Normalizes a host as the network sees it: without trailing dots, with one name for this machine, without a common
 * port. The URL has normalized its case and every other way to write an IPv4 address.
 */
function hostOf({ hostname, port }: URL): string {
  const name = withoutIpv6(hostname.replace(/(?<!\.)\.+$/, ""));
  return `${LOCAL.test(name) ? "localhost" : name}:${COMMON_PORTS.has(port) ? "" : port}`;
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
  // A site whose name is a number has no host for media below it.
  const isOf = (origin: string): boolean => {
    const own = URL.parse(origin);
    return own !== null && hostOf(url) === hostOf(own);
  };
  if (isOf(`${site.protocol}//media.${site.host}`) || (mediaOrigin !== null && isOf(mediaOrigin)))
    return path.slice(1);
  return isOf(siteOrigin) && path.startsWith("/media/") ? path.slice("/media/".length) : null;
}

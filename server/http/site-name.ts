import type { Addresses } from "./addresses.ts";
import type { HeaderPair, Step } from "./head.ts";

const LOCAL_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** Whether a host name means this machine. */
const isLocalName = (hostname: string): boolean => LOCAL_NAMES.includes(hostname);

/** Returns the other names under which the same local site answers: "127.0.0.1:3000" beside "localhost:3000". */
function otherLocalNames(siteOrigin: string): ReadonlySet<string> {
  const { hostname, port } = new URL(siteOrigin);
  if (!isLocalName(hostname)) return new Set();
  return new Set(
    LOCAL_NAMES.filter((name) => name !== hostname).map((name) => (port ? `${name}:${port}` : name)),
  );
}

/** Redirects pages requested under another local name to the site's own: a sign-in has one origin. */
export function siteName(
  siteOrigin: string,
  { isApi }: Pick<Addresses, "isApi">,
  common: readonly HeaderPair[],
): Step {
  const strangers = otherLocalNames(siteOrigin);
  return (head) => {
    if (!strangers.has(head.header("host") ?? "") || isApi(head.path)) return null;
    const headers = [...common.flat(), "Location", siteOrigin + head.url, "Cache-Control", "no-store"];
    return { status: 307, headers, body: null };
  };
}

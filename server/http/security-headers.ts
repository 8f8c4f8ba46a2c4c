import type { HeaderPair } from "./head.ts";

/** Lets a page keep its reference to windows that it opens: signing in at an external provider needs it. */
const OPENER_POLICY: HeaderPair = ["Cross-Origin-Opener-Policy", "same-origin-allow-popups"];

/** Returns the headers of every answer. Browsers are held to HTTPS if the site has it. */
export function securityHeaders(siteOrigin: string): readonly HeaderPair[] {
  return [...signInHeaders(siteOrigin), OPENER_POLICY];
}

/**
 * Returns the same for the pages of a sign-in, without the opener policy: such a page answers to the page that opened
 * its window, which may be on another host.
 */
export function signInHeaders(siteOrigin: string): readonly HeaderPair[] {
  const headers: HeaderPair[] = [
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ];
  if (siteOrigin.startsWith("https:")) headers.push(["Strict-Transport-Security", "max-age=31536000"]);
  return headers;
}

/** Returns the response with these headers set, in place of its own. They are copied: its own may be immutable. */
export function withHeaders(response: Response, set: readonly HeaderPair[]): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of set) headers.set(name, value);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

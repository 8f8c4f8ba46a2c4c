import type { HeaderPair } from "./head.ts";

/** A page keeps the windows that it opens, and with them a sign-in at another provider. */
const OPENER_POLICY: HeaderPair = ["Cross-Origin-Opener-Policy", "same-origin-allow-popups"];

/** Headers of every answer. Browsers are held to https where the site has it. */
export function securityHeaders(siteOrigin: string): readonly HeaderPair[] {
  return [...signInHeaders(siteOrigin), OPENER_POLICY];
}

/** The same for what a sign-in shows: it answers to the page that opened its window, which may be another host's. */
export function signInHeaders(siteOrigin: string): readonly HeaderPair[] {
  const headers: HeaderPair[] = [
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ];
  if (siteOrigin.startsWith("https:")) headers.push(["Strict-Transport-Security", "max-age=31536000"]);
  return headers;
}

/** The answer with headers set, whatever it said of them itself. Its own may not be changeable: they are copied. */
export function withHeaders(response: Response, set: readonly HeaderPair[]): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of set) headers.set(name, value);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

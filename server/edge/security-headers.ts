import type { HeaderPair } from "./head.ts";

/**
 * Headers of every answer. A popup of the site keeps its opener, which the sign-in needs: "same-origin-allow-popups".
 * Browsers are held to https where the site has it.
 */
export function securityHeaders(siteOrigin: string): readonly HeaderPair[] {
  const headers: HeaderPair[] = [
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Cross-Origin-Opener-Policy", "same-origin-allow-popups"],
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

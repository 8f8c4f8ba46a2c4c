export interface PolicyOptions {
  /** Origin of the media if it is not the site's own. */
  mediaOrigin: string | null;
  /** Scheme and host of an external sign-in provider: the page requests tokens from it, and frames it. */
  signInOrigin: string | null;
  /** Hosts besides the site's own to which a form of this page may lead: those that may begin a sign-in. */
  returnOrigins: readonly string[];
  /** Vite's development server puts style elements into the page and listens on a web socket. */
  development: boolean;
}

const END = "</script>";

/**
 * Returns the texts of the inline scripts that have the nonce: those that the page itself inserts. A script that got in
 * some other way has none, and is not allowed.
 */
export function scriptsMarked(html: string, nonce: string): string[] {
  const scripts = new Set<string>();
  const mark = ` nonce="${nonce}"`;
  for (let at = html.indexOf(mark); at !== -1; at = html.indexOf(mark, at + 1)) {
    const tag = html.lastIndexOf("<", at);
    const start = html.indexOf(">", at) + 1;
    const opening = html.slice(tag, start);
    if (!opening.startsWith("<script") || opening.includes(" src=")) continue;
    const text = html.slice(start, html.indexOf(END, start));
    if (text !== "") scripts.add(text);
  }
  return [...scripts];
}

/** Returns the page as it is sent, without nonces: in a cached page they would protect nobody. */
export const withoutMarks = (html: string, nonce: string): string => html.replaceAll(` nonce="${nonce}"`, "");

/**
 * Returns the Content-Security-Policy of a page whose own inline scripts have these hashes (SHA-256, base64). Hashes
 * allow them because a nonce would have to change with each answer, and pages are cached.
 */
export function securityPolicy(
  scripts: readonly string[],
  { mediaOrigin, signInOrigin, returnOrigins, development }: PolicyOptions,
): string {
  const hashes = scripts.map((hash) => `'sha256-${hash}'`);
  const media = mediaOrigin === null ? "" : ` ${mediaOrigin}`;
  const provider = signInOrigin === null ? "" : ` ${signInOrigin}`;
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(" "),
    `style-src-elem 'self'${development ? " 'unsafe-inline'" : ""}`,
    // Tables in notes align their columns by style attributes (markdown-it).
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${media}`,
    `media-src 'self' data: blob:${media}`,
    "font-src 'self'",
    `connect-src 'self'${provider}${development ? " ws:" : ""}`,
    `frame-src 'self'${provider} https://www.youtube-nocookie.com`,
    "object-src 'none'",
    "base-uri 'none'",
    // A form of the sign-in is answered by a redirect to the client that began it.
    ["form-action 'self'", ...returnOrigins].join(" "),
    "frame-ancestors 'self'",
  ].join("; ");
}

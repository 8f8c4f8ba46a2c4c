export interface PolicyOptions {
  /** Host of the media when it is not the site's own. */
  mediaOrigin: string | null;
  /** Scheme and host of a sign-in provider elsewhere: the page asks it for tokens, and frames it. */
  signInOrigin: string | null;
  /** Vite's development server puts style elements into the page and listens on a web socket. */
  development: boolean;
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi;

/**
 * The Content-Security-Policy of a finished page. Its inline scripts are allowed by their hashes: a nonce would have to
 * change with each answer, and pages are cached.
 */
export async function securityPolicy(
  html: string,
  { mediaOrigin, signInOrigin, development }: PolicyOptions,
): Promise<string> {
  const scripts = [...html.matchAll(INLINE_SCRIPT)]
    .map((match) => match[1] ?? "")
    .filter((text) => text !== "");
  const hashes = await Promise.all([...new Set(scripts)].map(hashSource));
  const media = mediaOrigin === null ? "" : ` ${mediaOrigin}`;
  const provider = signInOrigin === null ? "" : ` ${signInOrigin}`;
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(" "),
    `style-src-elem 'self'${development ? " 'unsafe-inline'" : ""}`,
    // Components of Mantine carry their measures in style attributes.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${media}`,
    `media-src 'self' data: blob:${media}`,
    "font-src 'self'",
    `connect-src 'self'${provider}${development ? " ws:" : ""}`,
    `frame-src 'self'${provider} https://www.youtube-nocookie.com`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join("; ");
}

async function hashSource(script: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(script));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

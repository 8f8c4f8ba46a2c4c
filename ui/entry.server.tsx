// On workerd too: the one for browsers makes bytes of each attribute and text by itself, a tenth of a page's time.
import { renderToReadableStream } from "react-dom/server.node";
import type { EntryContext, RouterContextProvider } from "react-router";
import { isRouteErrorResponse, ServerRouter } from "react-router";
import { Pieces } from "./components/Piece.tsx";
import { pageContext, renderingContext } from "./context.ts";
import { Nonce } from "./nonce.ts";
import { oncePainted } from "./once-painted.ts";
import { PageInPieces } from "./pieces.ts";
import { scriptsMarked, securityPolicy, withoutMarks } from "./security-policy.ts";

// The server sets its contexts under these very keys: see platform/pages.ts.
export { pageContext, renderingContext };

/** How long a page may take before it is given up, in milliseconds. */
export const streamTimeout = 10_000;

/** Characters of a tag: 96 bits. */
const TAG = 16;

/** What a loader or a page did not expect. A reader who left, or asked for something that is not there, is no fault. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  console.error(`${request.method} ${new URL(request.url).pathname}:`, error);
}

/**
 * Renders a page whole before anything is sent: pages are cached, and their Content-Security-Policy needs the finished
 * HTML.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { site, signInOrigin, form } = loadContext.get(pageContext);
  const { pieces, sha256 } = loadContext.get(renderingContext);
  let finalStatus = status;
  // Marks the scripts that we put in; it does not leave this function.
  const nonce = crypto.randomUUID();
  const page = new PageInPieces(pieces);
  const tree = (
    <Nonce value={nonce}>
      <Pieces value={page}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </Pieces>
    </Nonce>
  );
  const stream = await renderToReadableStream(tree, {
    nonce,
    signal: AbortSignal.timeout(streamTimeout),
    // All of it stands where it belongs: what is large would follow behind, and a script would put it in its place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      finalStatus = 500;
      console.error(error);
    },
  });
  await stream.allReady;
  const marked = await new Response(stream).text();

  // A failure passes; nobody on the way may keep it.
  if (finalStatus >= 500) headers.set("cache-control", "no-store");

  const ordered = import.meta.env.DEV ? marked : oncePainted(marked);
  const scripts = scriptsMarked(ordered, nonce).map(sha256);
  const policy = securityPolicy(scripts, {
    mediaOrigin: site.mediaOrigin,
    signInOrigin,
    development: import.meta.env.DEV,
  });
  const html = new TextEncoder().encode(page.whole(withoutMarks(ordered, nonce), finalStatus >= 500));
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("content-security-policy", policy);
  // Of these bytes and no others. What is one person's is never compared.
  if (finalStatus === 200 && form === null) headers.set("etag", `"${sha256(html).slice(0, TAG)}"`);
  return new Response(html, { status: finalStatus, headers });
}

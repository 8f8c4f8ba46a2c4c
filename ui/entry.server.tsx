// On workerd too: the one for browsers makes bytes of each attribute and text by itself, a tenth of a page's time.
import { renderToReadableStream } from "react-dom/server.node";
import type { EntryContext, RouterContextProvider } from "react-router";
import { isRouteErrorResponse, ServerRouter } from "react-router";
import { pageContext } from "./context.ts";
import { Nonce } from "./nonce.ts";
import { oncePainted } from "./once-painted.ts";
import { scriptsMarked, securityPolicy, withoutMarks } from "./security-policy.ts";

// The server sets its context under this very key: see platform/pages.ts.
export { pageContext };

/** How long a page may take before it is given up, in milliseconds. */
export const streamTimeout = 10_000;

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
  const { site, signInOrigin } = loadContext.get(pageContext);
  let finalStatus = status;
  // Marks the scripts that we put in; it does not leave this function.
  const nonce = crypto.randomUUID();
  const tree = (
    <Nonce value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
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

  const whole = import.meta.env.DEV ? marked : oncePainted(marked);
  const policy = await securityPolicy(scriptsMarked(whole, nonce), {
    mediaOrigin: site.mediaOrigin,
    signInOrigin,
    development: import.meta.env.DEV,
  });
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("content-security-policy", policy);
  return new Response(withoutMarks(whole, nonce), { status: finalStatus, headers });
}

import { renderToReadableStream } from "react-dom/server";
import type { EntryContext, RouterContextProvider } from "react-router";
import { isRouteErrorResponse, ServerRouter } from "react-router";
import { pageContext, type RenderedPage } from "./context.ts";
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
 * HTML. A page follows from its address and what its loaders say: where they say the same as last time, for another
 * challenge was written to perhaps, it is the same page.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { site, signInOrigin, form, rendered } = loadContext.get(pageContext);
  const send = ({ html, policy }: Pick<RenderedPage, "html" | "policy">, as = status): Response => {
    headers.set("content-type", "text/html; charset=utf-8");
    headers.set("content-security-policy", policy);
    return new Response(html, { status: as, headers });
  };
  const data = await new Response(routerContext.serverHandoffStream).text();
  routerContext.serverHandoffStream = new Blob([data]).stream();
  const address = `${status} ${request.url}`;
  const known = form === null ? rendered.get(address) : undefined;
  if (known?.data === data) return send(known);

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
  const page = { data, html: withoutMarks(whole, nonce), policy };
  if (form === null && finalStatus === status && !import.meta.env.DEV) rendered.set(address, page);
  return send(page, finalStatus);
}

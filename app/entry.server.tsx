// Used on workerd too: the build for browsers encodes each attribute and text separately, which takes a tenth of a
// page's time.
import { renderToReadableStream } from "react-dom/server.node";
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { FINGERPRINT } from "../domain/contract/page-context.ts";
import { Nonce } from "./ui/components/AtOnce.tsx";
import { pageContext, renderingContext } from "./ui/context.ts";
import { oncePainted } from "./ui/once-painted.ts";
import { RequestId } from "./ui/request-id.tsx";
import { scriptsMarked, securityPolicy, withoutMarks } from "./ui/security-policy.ts";

// The server sets its contexts under these very keys: see platform/shared/pages.ts.
export { pageContext, renderingContext };

/** How long a page may take before it is aborted, in milliseconds. */
export const streamTimeout = 10_000;

/** When to retry a page that could not be made right now, in seconds. */
const RETRY_AFTER = 5;

/** The length of a tag in characters of base64: 96 bits. */
const TAG = 16;

/**
 * Logs unexpected errors of loaders and pages. A request that was aborted, or for something that does not exist, is no
 * error.
 */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  console.error(`${request.method} ${new URL(request.url).pathname}:`, error);
}

/** The page's data in one chunk: how a stream is divided depends on time, and the bytes of a page do not. */
const streamOf = (data: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(data);
      controller.close();
    },
  });

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
  const { site, signInOrigin, returnOrigins, form } = loadContext.get(pageContext);
  const { sha256, day, requestId } = loadContext.get(renderingContext);
  const data = new Uint8Array(await new Response(routerContext.serverHandoffStream).arrayBuffer());
  const follows = [routerContext.manifest.version, day(), request.url, status, sha256(data)];
  const fingerprint = sha256(JSON.stringify(follows));
  // The page that is sent was rendered from the same, so it would be the same.
  if (form === null && request.headers.get(FINGERPRINT) === fingerprint)
    return new Response(null, { status: 304, headers });
  let finalStatus = status;
  // Marks the scripts that we insert; it does not leave this function.
  const nonce = crypto.randomUUID();
  const tree = (
    <Nonce value={nonce}>
      <RequestId value={status >= 500 ? requestId() : null}>
        <ServerRouter
          context={{ ...routerContext, serverHandoffStream: streamOf(data) }}
          url={request.url}
          nonce={nonce}
        />
      </RequestId>
    </Nonce>
  );
  const stream = await renderToReadableStream(tree, {
    nonce,
    signal: AbortSignal.timeout(streamTimeout),
    // Keeps everything in its place: React would send large parts later, and move them there with a script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      finalStatus = 500;
      console.error(error);
    },
  });
  await stream.allReady;
  const marked = await new Response(stream).text();

  // A failure is temporary: not to be cached.
  if (finalStatus >= 500) headers.set("cache-control", "no-store");
  if (finalStatus === 503) headers.set("retry-after", String(RETRY_AFTER));

  const ordered = import.meta.env.DEV ? marked : oncePainted(marked);
  const scripts = scriptsMarked(ordered, nonce).map(sha256);
  const policy = securityPolicy(scripts, {
    mediaOrigin: site.mediaOrigin,
    signInOrigin,
    returnOrigins: form === null ? [] : returnOrigins,
    development: import.meta.env.DEV,
  });
  const html = new TextEncoder().encode(withoutMarks(ordered, nonce));
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("content-security-policy", policy);
  // A tag of exactly these bytes. Pages of the sign-in have none: they are personal and never revalidated.
  if (finalStatus === 200 && form === null) {
    headers.set("etag", `"${sha256(html).slice(0, TAG)}"`);
    headers.set(FINGERPRINT, fingerprint);
  }
  return new Response(html, { status: finalStatus, headers });
}

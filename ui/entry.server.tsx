import { renderToReadableStream } from "react-dom/server";
import type { EntryContext, RouterContextProvider } from "react-router";
import { ServerRouter } from "react-router";
import { pageContext } from "./context.ts";
import { securityPolicy } from "./security-policy.ts";

// The server sets its context under this very key: see platform/pages.ts.
export { pageContext };

/** How long a page may take before it is given up, in milliseconds. */
export const streamTimeout = 10_000;

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
  let finalStatus = status;
  const stream = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} />, {
    signal: AbortSignal.timeout(streamTimeout),
    onError(error) {
      finalStatus = 500;
      console.error(error);
    },
  });
  await stream.allReady;
  const html = await new Response(stream).text();

  const { site, signInOrigin } = loadContext.get(pageContext);
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set(
    "content-security-policy",
    await securityPolicy(html, {
      mediaOrigin: site.mediaOrigin,
      signInOrigin,
      development: import.meta.env.DEV,
    }),
  );
  return new Response(html, { status: finalStatus, headers });
}

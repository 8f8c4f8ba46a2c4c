import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import { FORM_TIMEOUT_MS, MOST_HEADER_BYTES, REFUSALS_PER_MINUTE } from "../../domain/limits.ts";
import { problem } from "../../domain/messages/index.ts";
import { describeError } from "../../server/errors.ts";
import type { Edge } from "../../server/http/edge.ts";
import {
  addressOf,
  asRead,
  type Head,
  networkOf,
  pathOf,
  type Reply,
  refusal,
  responseOf,
} from "../../server/http/head.ts";
import {
  type ConnectionLimits,
  guardConnections,
  refuse,
  STOPPING,
  slowRefusals,
  watchBody,
} from "./connections.ts";
import { type Exchange, inExchange } from "./exchange.ts";

/** How long headers may take to arrive, and how often that is checked, in milliseconds. */
const HEADERS_TIME = 30_000;
const LOOK_EVERY = 5_000;

export interface HttpOptions extends ConnectionLimits {
  /** Whether to trust the client address that a reverse proxy forwards. */
  readonly trustProxy?: boolean;
  /** How long a form without files may take to arrive, in milliseconds. */
  readonly formTimeoutMs?: number;
  /** Bad requests of one network per minute that are answered at once; each further one waits a second or two. */
  readonly refusedAtOnce?: number;
  /** Told of each request: for metrics. */
  readonly observe?: (request: IncomingMessage, response: ServerResponse) => void;
  /** When this is aborted, requests that wait for an answer and have not written are refused: the site is stopping. */
  readonly stopping?: AbortSignal;
}

/** Returns the path and query of a request's target. It may be a whole URL (RFC 9112, section 3.2.2). */
function targetOf(url: string): string {
  if (url.startsWith("/") || !URL.canParse(url)) return asRead(url);
  const { pathname, search } = new URL(url);
  return asRead(pathname + search);
}

function headOf(request: IncomingMessage, trustProxy: boolean): Head {
  const { method = "GET", url: target = "/", headers } = request;
  const url = targetOf(target);
  return {
    method,
    url,
    path: pathOf(url),
    header: (name) => headers[name]?.toString(),
    network: () => networkOf(addressOf(request, trustProxy)),
  };
}

/** Bytes of a body that are written at a time. */
const PART = 64 * 1024;

function write(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers as string[]);
  if (body === null) response.end();
  else if (body.byteLength > PART) writeInParts(response, body);
  else response.end(body);
}

/** Writes a body as it is read, so that it is known whether its client reads. */
function writeInParts(response: ServerResponse, body: Uint8Array): void {
  let [at, isTaken] = [0, true];
  while (at < body.byteLength && isTaken) {
    isTaken = response.write(body.subarray(at, at + PART));
    at += PART;
  }
  if (at >= body.byteLength) response.end();
  else response.once("drain", () => writeInParts(response, body.subarray(at)));
}

/** Answers a request whose host or target is no address (RFC 9112, section 3.2). */
const notAnAddress = (): Response => responseOf(refusal(400, problem("not-an-address")));

/** Answers a request that the app could not be given, or that it failed to answer. */
function failed(error: unknown): Response {
  if (error instanceof RequestError) return notAnAddress();
  console.error("A request could not be answered:", error);
  const { status, message } = describeError(error);
  return Response.json({ error: message }, { status });
}

/** Creates the HTTP server: connections, bodies and their deadlines. What is answered, and how, is up to the edge. */
export function createHttpServer(
  { answer, pass }: Pick<Edge, "answer" | "pass">,
  {
    trustProxy = false,
    formTimeoutMs = FORM_TIMEOUT_MS,
    refusedAtOnce = REFUSALS_PER_MINUTE,
    stopping,
    observe,
    ...limits
  }: HttpOptions = {},
): Server {
  // The app may need the connection itself: the sign-in provider writes to it.
  const passOn = getRequestListener(
    // The listener does not parse every host that it accepts: "1.2.3.4.5" is none.
    (request, bindings) => {
      if (!URL.canParse(request.url)) return notAnAddress();
      // Always HTTP/1.1: the server has no other protocol.
      return pass(request, bindings, addressOf(bindings.incoming as IncomingMessage, trustProxy));
    },
    {
      overrideGlobalObjects: false,
      errorHandler: failed,
      // For HTTP/1.0, which has no Host header.
      hostname: "localhost",
    },
  );

  const mayRefuse = slowRefusals(refusedAtOnce);

  /** Requests whose answers are being made. */
  const waiting = new Set<Exchange>();
  function noteWaiting(exchange: Exchange): void {
    waiting.add(exchange);
    exchange.response.once("close", () => waiting.delete(exchange));
  }
  function stop(exchange: Exchange): void {
    const { request, response, hasWritten } = exchange;
    response.shouldKeepAlive = false;
    if (response.headersSent || (hasWritten && request.complete)) return;
    exchange.isRefused = true;
    refuse(request, response, STOPPING);
  }
  stopping?.addEventListener("abort", () => {
    for (const exchange of waiting) stop(exchange);
  });

  const server = createServer(
    {
      maxHeaderSize: MOST_HEADER_BYTES,
      headersTimeout: HEADERS_TIME,
      connectionsCheckingInterval: LOOK_EVERY,
      // Bodies have deadlines of their own: see watchBody.
      requestTimeout: 0,
    },
    (request, response) => {
      const exchange: Exchange = { request, response, isRefused: false, hasWritten: false };
      observe?.(request, response);
      if (stopping?.aborted) return stop(exchange);
      const head = headOf(request, trustProxy);
      // The server is stopping: requests in progress are finished, and their connections are not reused.
      if (!server.listening) response.shouldKeepAlive = false;
      watchBody(request, response, head.path, formTimeoutMs);
      const reply = answer(head);
      if (reply !== null && !(reply instanceof Promise)) return write(response, reply);
      noteWaiting(exchange);
      // A turn later, so that a small form, which comes with its head, is here even if it is refused unread.
      if (reply === null)
        return inExchange(exchange, () => void setImmediate(() => void passOn(request, response)));
      reply
        .then(async (made) => {
          if (made.status === 400) await mayRefuse(head.network());
          write(response, made);
        })
        .catch((error) => {
          console.error(`${head.method} ${head.path}:`, error);
          response.destroy();
        });
    },
  );
  guardConnections(server, limits);
  return server;
}

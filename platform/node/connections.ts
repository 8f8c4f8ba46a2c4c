import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { takesFiles } from "../../domain/contract/routes.ts";
import {
  MOST_HEADER_BYTES,
  REFUSALS_PER_MINUTE,
  UPLOAD_LEAST_BYTES_PER_MS,
  UPLOAD_TIMEOUT_MS,
} from "../../domain/limits.ts";
import { type Problem, problem, say } from "../../domain/messages/index.ts";
import { networkOf } from "../../server/http/head.ts";

/** Open connections in total. Each one in use takes some 50 KB of memory. */
const MOST_CONNECTIONS = 4_000;

/** How often it is looked whether answers are read, in milliseconds. */
const LOOK_EVERY = 5_000;

/** How long an answer may still be read after we have hung up, in milliseconds. */
const LINGER = 500;

const REASONS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  408: "Request Timeout",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  503: "Service Unavailable",
};

/** A refusal written to a connection directly, because nothing else can answer any more. */
interface Refusal {
  readonly status: number;
  readonly problem: Problem;
  /** When to retry, in seconds. */
  readonly retryAfter?: number;
}

/** Says why and hangs up. The client gets a moment to read it, even while it is still sending. */
function hangUp(socket: Socket, { status, problem: found, retryAfter }: Refusal): void {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify({ error: say(found) });
  const lines = [
    `HTTP/1.1 ${status} ${REASONS[status]}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Access-Control-Allow-Origin: *",
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
    "Connection: close",
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
  closeSoon(socket);
}

/** Closes a connection after a moment if the other side has not. */
function closeSoon(socket: Socket): void {
  setTimeout(() => socket.destroySoon(), LINGER).unref();
}

/** The refusal for what is not a request, or is more of one than is accepted. */
function refusalOf({ code }: NodeJS.ErrnoException): Refusal {
  if (code === "HPE_HEADER_OVERFLOW")
    return { status: 431, problem: problem("headers-too-long", { bytes: MOST_HEADER_BYTES }) };
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return { status: 408, problem: problem("request-cut-off") };
  return { status: 400, problem: problem("not-a-request") };
}

/** Bytes of a connection that were received or have left, as of the last look at it. */
interface Progress {
  inAll: number;
  sent: number;
  /** How much longer its reader may pause, in milliseconds, and since when, by `performance.now()`. */
  timeoutMs: number;
  at: number;
}

const sentOn = (socket: Socket): number => socket.bytesWritten - socket.writableLength;

/**
 * Ends connections on which an answer is not read: slower on average than a form may be sent. When there are too many,
 * the one goes that has been longest without progress in either direction.
 */
function endIdle(server: Server, most: number, longest: number): void {
  /** Those longest without progress come first. */
  const open = new Map<Socket, Progress>();

  /** Puts a connection last if it has made progress since the last look, and returns whether it has. */
  function isMoving(socket: Socket, progress: Progress): boolean {
    const inAll = socket.bytesRead + sentOn(socket);
    if (inAll === progress.inAll) return false;
    progress.inAll = inAll;
    open.delete(socket);
    open.set(socket, progress);
    return true;
  }

  function makeRoom(): void {
    for (const [socket, progress] of open) {
      if (isMoving(socket, progress)) continue;
      open.delete(socket);
      socket.destroy();
      return;
    }
  }

  function look(): void {
    const now = performance.now();
    for (const [socket, progress] of [...open]) {
      isMoving(socket, progress);
      const sent = sentOn(socket);
      const left =
        progress.timeoutMs - (now - progress.at) + (sent - progress.sent) / UPLOAD_LEAST_BYTES_PER_MS;
      const timeoutMs = socket.writableLength === 0 ? longest : Math.min(longest, left);
      Object.assign(progress, { sent, timeoutMs, at: now });
      if (timeoutMs <= 0) socket.destroy();
    }
  }

  server.prependListener("connection", (socket) => {
    if (open.size >= most) makeRoom();
    open.set(socket, { inAll: 0, sent: 0, timeoutMs: longest, at: performance.now() });
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", ({ socket }) => {
    const progress = open.get(socket);
    if (progress) isMoving(socket, progress);
  });
  const looking = setInterval(look, Math.min(LOOK_EVERY, longest / 4)).unref();
  server.once("close", () => clearInterval(looking));
}

/** The limits of connections. */
export interface ConnectionLimits {
  /** Open connections per address; 0, the default: any number, as behind a proxy, which has one address. */
  readonly connectionsPerAddress?: number;
  /** Open connections in total. */
  readonly mostConnections?: number;
  /** How long to wait for a client that does not read its answer, in milliseconds. */
  readonly readerTimeoutMs?: number;
}

/** Limits the connections of an HTTP server, and answers with a sentence what Node cannot parse as a request. */
export function guardConnections(
  server: Server,
  {
    connectionsPerAddress: perAddress = 0,
    mostConnections = MOST_CONNECTIONS,
    readerTimeoutMs = UPLOAD_TIMEOUT_MS,
  }: ConnectionLimits,
): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // Always a TCP socket: the server has no other listener.
    hangUp(socket as Socket, refusalOf(error));
  });
  endIdle(server, mostConnections, readerTimeoutMs);
  if (perAddress === 0) return;
  const open = new Map<string, number>();
  server.prependListener("connection", (socket) => {
    const from = networkOf(socket.remoteAddress ?? "");
    const count = (open.get(from) ?? 0) + 1;
    open.set(from, count);
    socket.once("close", () => {
      const left = (open.get(from) ?? 1) - 1;
      if (left === 0) open.delete(from);
      else open.set(from, left);
    });
    if (count > perAddress)
      hangUp(socket, {
        status: 429,
        problem: problem("too-many-connections"),
        retryAfter: 30,
      });
  });
}

const TOO_SLOW: Refusal = {
  status: 408,
  problem: problem("form-late"),
};

export const STOPPING: Refusal = {
  status: 503,
  problem: problem("restarting"),
  retryAfter: 30,
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/**
 * Limits the time for a request's body. A form with files is timed by its reader (platform/shared/forms/receive.ts); every
 * other body is small and has one deadline. Its reader limits its size.
 */
export function watchBody(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  formTimeoutMs: number,
): void {
  if (!hasBody(request)) return;
  closeAfterEarlyAnswer(request, response);
  if (takesFiles(path)) return;
  const deadline = setTimeout(() => {
    if (!request.complete) refuse(request, response, TOO_SLOW);
  }, formTimeoutMs);
  response.once("close", () => clearTimeout(deadline));
}

/**
 * Makes an answer that begins before the whole body is here the connection's last, and has it say so: the rest of the
 * body is not waited for. Node would hang up at once; the client gets a moment to read the answer while it still sends.
 */
function closeAfterEarlyAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  const writeHead = response.writeHead.bind(response);
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    if (!request.complete) {
      response.shouldKeepAlive = false;
      const { destroySoon } = socket;
      socket.destroySoon = () => {
        socket.destroySoon = destroySoon;
        socket.end();
        closeSoon(socket);
      };
    }
    return writeHead(...head);
  }) as typeof writeHead;
}

/** Refuses a request in the app's place if it has not begun to answer; whatever it says later is dropped. */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  if (response.headersSent) request.socket.destroy();
  else hangUp(request.socket, refusal);
}

/**
 * How long each further one waits for its answer at least, in milliseconds; at most twice as long: those that come
 * together do not return together.
 */
const DELAY = 1_000;

const MINUTE = 60_000;

/** Networks that are counted at a time. With more, all begin anew. */
const MOST_NETWORKS = 10_000;

/**
 * Returns a function that resolves when a bad request of a network may be answered. A client that sends one after the other
 * is held up by that, and no other.
 */
export function slowRefusals(
  atOnce = REFUSALS_PER_MINUTE,
  now: () => number = () => performance.now(),
): (network: string) => Promise<void> {
  const counts = new Map<string, number>();
  let since = now();
  return async (network) => {
    if (now() - since >= MINUTE || counts.size >= MOST_NETWORKS) {
      counts.clear();
      since = now();
    }
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    if (count > atOnce) await new Promise((done) => setTimeout(done, DELAY * (1 + Math.random())).unref());
  };
}

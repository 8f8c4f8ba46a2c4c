import type { Server } from "node:http";
import type { Socket } from "node:net";
import { type Problem, problem, say } from "../../messages/index.ts";
import { networkOf } from "../sign-in/address.ts";

/** Bytes of a request's first line and headers together. */
export const MOST_HEADER_BYTES = 16 * 1024;

/** Open connections in total. Each one in use takes some 50 KB of memory. */
const MOST_CONNECTIONS = 4_000;

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
export interface Refusal {
  readonly status: number;
  readonly problem: Problem;
  /** When to retry, in seconds. */
  readonly retryAfter?: number;
}

/** Says why and hangs up. The client gets a moment to read it, even while it is still sending. */
export function hangUp(socket: Socket, { status, problem: found, retryAfter }: Refusal): void {
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
export function closeSoon(socket: Socket): void {
  setTimeout(() => socket.destroySoon(), LINGER).unref();
}

/** The refusal for what is not a request, or is more of one than is accepted. */
function refusalOf({ code }: NodeJS.ErrnoException): Refusal {
  if (code === "HPE_HEADER_OVERFLOW")
    return { status: 431, problem: problem("headers-too-long", { bytes: MOST_HEADER_BYTES }) };
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return { status: 408, problem: problem("request-cut-off") };
  return { status: 400, problem: problem("not-a-request") };
}

/**
 * Limits the connections of an HTTP server, and answers with a sentence what Node cannot parse as a request.
 *
 * @param perAddress open connections per address; 0: any number, as behind a proxy, which has one address
 */
export function guardConnections(server: Server, perAddress: number): void {
  server.maxConnections = MOST_CONNECTIONS;
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // Always a TCP socket: the server has no other listener.
    hangUp(socket as Socket, refusalOf(error));
  });
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

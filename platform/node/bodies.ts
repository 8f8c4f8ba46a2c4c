import type { IncomingMessage, ServerResponse } from "node:http";
import { takesFiles } from "../../domain/contract/routes.ts";
import { problem } from "../../domain/messages/index.ts";
import { closeSoon, hangUp, type Refusal } from "./connections.ts";

/** How long a small form may take to arrive, in milliseconds. */
export const SMALL_BODY_TIME = 30_000;

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
 * other body is small and has one deadline. Its size is limited by whoever reads it.
 */
export function watchBody(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  smallBodyTime: number,
): void {
  if (!hasBody(request)) return;
  closeAfterEarlyAnswer(request, response);
  if (takesFiles(path)) return;
  const deadline = setTimeout(() => {
    if (!request.complete) refuse(request, response, TOO_SLOW);
  }, smallBodyTime);
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

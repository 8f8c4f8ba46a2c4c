import type { IncomingMessage, ServerResponse } from "node:http";
import { problem } from "../../messages/index.ts";
import { takesFiles } from "../../routes.ts";
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
 * Limits the time for a request's body. A form with files is timed by its reader (platform/forms/receive.ts); every
 * other body is small and has one deadline. Its size is limited by whoever reads it.
 */
export function watchBody(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  smallBodyTime: number,
): void {
  if (!hasBody(request)) return;
  // Once the answer is sent, the rest of the body is not waited for.
  response.once("finish", () => {
    if (!request.complete) closeSoon(request.socket, () => !request.complete);
  });
  if (takesFiles(path)) return;
  const deadline = setTimeout(() => {
    if (!request.complete) refuse(request, response, TOO_SLOW);
  }, smallBodyTime);
  response.once("close", () => clearTimeout(deadline));
}

/** Refuses a request in the app's place if it has not begun to answer; whatever it says later is dropped. */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  if (response.headersSent) request.socket.destroy();
  else hangUp(request.socket, refusal);
}

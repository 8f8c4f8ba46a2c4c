import type { IncomingMessage, ServerResponse } from "node:http";
import { problem } from "../../messages/index.ts";
import { takesFiles } from "../../routes.ts";
import { closeSoon, hangUp, type Refusal } from "./connections.ts";

/** In this time a small form must have come in whole, in milliseconds. */
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
 * Keeps the time of a request's body. Whoever reads a form with files does so itself (uploads.ts); every other body is
 * small, and has one deadline. How large it may be is said by whoever reads it.
 */
export function watchBody(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  smallBodyTime: number,
): void {
  if (!hasBody(request)) return;
  // What is still being sent when the answer is out is not waited for.
  response.once("finish", () => {
    if (!request.complete) closeSoon(request.socket, () => !request.complete);
  });
  if (takesFiles(path)) return;
  const deadline = setTimeout(() => {
    if (!request.complete) refuse(request, response, TOO_SLOW);
  }, smallBodyTime);
  response.once("close", () => clearTimeout(deadline));
}

/** Answers in the app's stead, where it has not begun to answer; what it says later goes nowhere. */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  if (response.headersSent) request.socket.destroy();
  else hangUp(request.socket, refusal);
}

import type { Context, Hono } from "hono";
import { MethodNotAllowed } from "./errors.ts";

/** Registers a public read: GET and HEAD; any other method is refused by name. */
export function readRoute(
  app: Hono,
  path: string,
  answer: (c: Context) => Promise<Response> | Response,
): void {
  app.get(path, answer);
  app.all(path, (c) => {
    throw new MethodNotAllowed(c.req.method);
  });
}

/** The request's query parameters, repeated ones and all. */
export function parametersOf(c: Context): URLSearchParams {
  return new URL(c.req.url).searchParams;
}

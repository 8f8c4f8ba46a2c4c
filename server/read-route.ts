import type { Context } from "hono";

/** Returns the request's query parameters, including repeated ones. */
export function parametersOf(c: Context): URLSearchParams {
  return new URL(c.req.url).searchParams;
}

import type { Context } from "hono";

/** The request's query parameters, repeated ones and all. */
export function parametersOf(c: Context): URLSearchParams {
  return new URL(c.req.url).searchParams;
}

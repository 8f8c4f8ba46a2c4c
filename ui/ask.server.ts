import type { PageContext } from "./context.ts";

/** What the API answered, or why not: its own sentence, or "HTTP" and the status (SPEC section 8). */
export type Asked<Body> =
  | { readonly body: Body; readonly error: null; readonly status: number }
  | { readonly body: null; readonly error: string; readonly status: number };

/** Asks the API in-process. */
export async function ask<Body>(context: PageContext, path: string): Promise<Asked<Body>> {
  const response = await context.api(path);
  const body: unknown = await response.json().catch(() => null);
  const error = typeof body === "object" && body !== null && "error" in body ? String(body.error) : null;
  if (response.ok && error === null) return { body: body as Body, error: null, status: response.status };
  return { body: null, error: error ?? `HTTP ${response.status}`, status: response.status };
}

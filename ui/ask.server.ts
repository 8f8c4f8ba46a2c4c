import { data } from "react-router";
import type { Endpoint } from "../contract/define.ts";
import type { Asked, Given } from "../server/router.ts";
import type { PageContext } from "./context.ts";

/**
 * Asks for what a page is about, where the page itself says why it is not there (SPEC section 8). Whoever asks so answers
 * with the status, too: a failure is never kept as if it were the page.
 */
export function askAndTell<Query, Result>(
  context: PageContext,
  endpoint: Endpoint<Query, Result>,
  given?: Given,
): Promise<Asked<Result>> {
  return context.ask(endpoint, given);
}

/**
 * The same for everything else a page shows. What failed on our side (5xx) is thrown, and the error page says so: what
 * could not be read must not look as if there were none.
 */
export async function ask<Query, Result>(
  context: PageContext,
  endpoint: Endpoint<Query, Result>,
  given?: Given,
): Promise<Asked<Result>> {
  const asked = await context.ask(endpoint, given);
  if (asked.status >= 500) throw data({ error: asked.error }, { status: asked.status });
  return asked;
}

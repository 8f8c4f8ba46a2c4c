import { data } from "react-router";
import type { Endpoint } from "../../domain/contract/define.ts";
import type { Asked, Given } from "../../domain/contract/page-context.ts";
import type { PageContext } from "./context.ts";

/**
 * Asks for what a page is about, where the page itself says why it is missing (SPEC section 8). The caller also answers
 * with the failure's status, so that a failure is never cached as if it were the page.
 */
export function askWithStatus<Query, Result>(
  context: PageContext,
  endpoint: Endpoint<Query, Result>,
  given?: Given,
): Promise<Asked<Result>> {
  return context.ask(endpoint, given);
}

/**
 * Asks for anything else that a page shows. A failure on our side (5xx) is thrown, and the error page reports it: what
 * could not be read must not look as if it did not exist.
 */
export async function ask<Query, Result>(
  context: PageContext,
  endpoint: Endpoint<Query, Result>,
  given?: Given,
): Promise<Asked<Result>> {
  const answer = await context.ask(endpoint, given);
  if (answer.status >= 500) throw data({ error: answer.error }, { status: answer.status });
  return answer;
}

/** A loader's answer with the status of what it is about. */
export const withStatus = <Page extends { readonly status: number }>(page: Page) =>
  data(page, { status: page.status });

/** Returns the parameters that an address has a value for. */
export const givenIn = <Name extends string>(
  search: URLSearchParams,
  names: readonly Name[],
): Partial<Record<Name, string>> =>
  Object.fromEntries(
    names.map((name) => [name, search.get(name)?.trim() ?? ""]).filter(([, value]) => value !== ""),
  );

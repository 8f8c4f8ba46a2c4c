import { data } from "react-router";
import { MissingKeys } from "../../domain/lists/key-query.ts";
import { BadParameter } from "../../domain/lists/parameters.ts";
import { say } from "../../domain/messages/index.ts";

/** What a read returned, or its failure's sentence and status. */
export type ReadOutcome<Result> =
  | { readonly body: Result; readonly error: null; readonly status: 200 }
  | { readonly body: null; readonly error: string; readonly status: number };

/** What the context's reads throw (site/reads.ts): `data` of React Router. */
interface Failure {
  readonly data: { readonly error: string };
  readonly init: { readonly status: number };
}

const isFailure = (thrown: unknown): thrown is Failure =>
  typeof thrown === "object" && thrown !== null && "type" in thrown && thrown.type === "DataWithResponseInit";

/**
 * Reads what a page is about, where the page itself says why it is missing (SPEC section 8). The caller also answers with
 * the failure's status, so that a failure is never cached as if it were the page.
 * @param read may also throw because of what the address says: BadParameter, MissingKeys
 */
export async function outcomeOf<Result>(read: () => Promise<Result>): Promise<ReadOutcome<Result>> {
  try {
    return { body: await read(), error: null, status: 200 };
  } catch (thrown) {
    if (thrown instanceof BadParameter || thrown instanceof MissingKeys)
      return { body: null, error: say(thrown.problem), status: 400 };
    if (isFailure(thrown)) return { body: null, error: thrown.data.error, status: thrown.init.status };
    throw thrown;
  }
}

/**
 * Reads anything else that an address may ask for wrongly. A failure on our side (5xx) is thrown, and the error page
 * reports it: what could not be read must not look as if it did not exist.
 */
export async function answerOrRefusal<Result>(read: () => Promise<Result>): Promise<ReadOutcome<Result>> {
  const outcome = await outcomeOf(read);
  if (outcome.status >= 500) throw data({ error: outcome.error }, { status: outcome.status });
  return outcome;
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

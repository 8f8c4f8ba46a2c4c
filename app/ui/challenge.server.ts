import { data, redirect } from "react-router";
import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";

/**
 * Returns the challenge that the first segment of the page's path names. For anything else it throws: a redirect to the
 * lower-case path, or a 404. `url` is the one that React Router hands to the loader; the request's own URL carries a
 * suffix when the browser asks for the data alone.
 */
export function challengeOf(url: URL): ChallengeDefinition {
  const [, key = "", ...rest] = url.pathname.split("/");
  const definition = CHALLENGES.get(key);
  if (definition) return definition;
  // "/2TC", as everybody writes it; React Router matches it to the same page.
  const written = key.toLowerCase();
  if (CHALLENGES.has(written))
    throw redirect(`/${[written, ...rest].join("/").toLowerCase()}${url.search}`, 301);
  throw data(null, { status: 404 });
}

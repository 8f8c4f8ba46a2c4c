import type { Addresses } from "../http/addresses.ts";
import { pathOf } from "../http/head.ts";
import { BoundedCache } from "./bounded-cache.ts";

/** Limits of the cache of canonical addresses, in number and in bytes. */
const REMEMBERED = { most: 10_000, bytes: 4 * 1024 * 1024, weigh: (address: string) => address.length * 2 };

/**
 * Returns a function that finds the one address that stands for all with the same answer: it drops unknown and empty
 * parameters, and puts the others in a fixed order. A parameter given twice stays twice, so that the answer can report
 * it. The function returns null for a path whose parameters are unknown. Recent results are cached.
 */
export function canonicalAddresses({
  parameters,
}: Pick<Addresses, "parameters">): (url: string) => string | null {
  const canonicals = new BoundedCache<string>(REMEMBERED);
  return (url) => {
    const path = pathOf(url);
    const names = parameters(path);
    if (names === null) return null;
    const remembered = canonicals.get(url);
    if (remembered !== undefined) return remembered;
    const query = queryOf(new URLSearchParams(url.slice(path.length)), names);
    const canonical = query.size === 0 ? path : `${path}?${query}`;
    canonicals.set(url, canonical);
    return canonical;
  };
}

function queryOf(given: URLSearchParams, names: readonly string[]): URLSearchParams {
  const canonical = new URLSearchParams();
  for (const name of names) {
    const values = given.getAll(name);
    if (values.length === 1 && values[0]?.trim() === "") continue;
    for (const value of values) canonical.append(name, value);
  }
  return canonical;
}

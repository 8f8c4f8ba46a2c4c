import { Recent } from "../recent.ts";
import type { Addresses } from "./addresses.ts";
import { pathOf } from "./head.ts";

/** Addresses whose canonical form is remembered at a time, and their bytes. */
const REMEMBERED = {
  most: 10_000,
  bytes: 4 * 1024 * 1024,
  weigh: (canonical: string) => canonical.length * 2,
};

/**
 * The one address of all that answer the same: parameters that nobody listens to and empty ones dropped, the others in a
 * fixed order. One given twice stays twice, so that the answer can say what is wrong with it. Null for a path of which it
 * is not known what it listens to. Those asked for lately are remembered.
 */
export function canonicalAddresses({
  parameters,
}: Pick<Addresses, "parameters">): (url: string) => string | null {
  const canonicals = new Recent<string>(REMEMBERED);
  return (url) => {
    const path = pathOf(url);
    const names = parameters(path);
    if (names === null || path === url) return names && url;
    const remembered = canonicals.get(url);
    if (remembered !== undefined) return remembered;
    const canonical = path + queryOf(new URLSearchParams(url.slice(path.length)), names);
    canonicals.set(url, canonical);
    return canonical;
  };
}

function queryOf(given: URLSearchParams, names: readonly string[]): string {
  const canonical = new URLSearchParams();
  for (const name of names) {
    const values = given.getAll(name);
    if (values.length === 1 && values[0]?.trim() === "") continue;
    for (const value of values) canonical.append(name, value);
  }
  return canonical.size === 0 ? "" : `?${canonical}`;
}

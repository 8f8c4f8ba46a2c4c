import type { Source } from "../../contract/sources.ts";
import { Recent } from "../recent.ts";
import type { Addresses } from "./addresses.ts";
import { pathOf } from "./head.ts";

/** Addresses whose canonical form is remembered at a time, and their bytes. */
const REMEMBERED = {
  most: 10_000,
  bytes: 4 * 1024 * 1024,
  weigh: ({ address }: Canonical) => address.length * 2,
};

/** The one address of all that answer the same, and what that answer is made from; null: from everything there is. */
export interface Canonical {
  readonly address: string;
  readonly sources: readonly Source[] | null;
}

/**
 * The one address of all that answer the same: parameters that nobody listens to and empty ones dropped, the others in a
 * fixed order. One given twice stays twice, so that the answer can say what is wrong with it. Null for a path of which it
 * is not known what it listens to. Those asked for lately are remembered.
 */
export function canonicalAddresses({
  parameters,
  sources,
}: Pick<Addresses, "parameters" | "sources">): (url: string) => Canonical | null {
  const canonicals = new Recent<Canonical>(REMEMBERED);
  return (url) => {
    const path = pathOf(url);
    const names = parameters(path);
    if (names === null) return null;
    const remembered = canonicals.get(url);
    if (remembered) return remembered;
    const query = queryOf(new URLSearchParams(url.slice(path.length)), names);
    const canonical = {
      address: query.size === 0 ? path : `${path}?${query}`,
      sources: sources(path, query),
    };
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

/** Query parameters. Null, undefined and empty values are left out; an array repeats the parameter once per value. */
export type Query = Readonly<Record<string, string | number | readonly string[] | null | undefined>>;

/** Returns a query as parameters. */
export function searchOf(query: Query): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, given] of Object.entries(query)) {
    for (const value of Array.isArray(given) ? given : [given])
      if (value !== null && value !== undefined && value !== "") parameters.append(name, String(value));
  }
  return parameters;
}

/** A path with a query, if that has anything. */
export function withQuery(path: string, query: Query = {}): string {
  const parameters = searchOf(query);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

/** A query as an address has it, without its question mark. */
export const queryOf = (query: Query): string => withQuery("", query).slice(1);

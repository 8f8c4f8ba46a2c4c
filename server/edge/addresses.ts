import type { Contract } from "../../contract/index.ts";
import { isApiPath, isSignIn, MEDIA_PATH } from "../../routes.ts";

/** What the edge knows of the site's addresses. */
export interface Addresses {
  /**
   * The parameters that a public read listens to, in canonical order, where its answer depends on nothing else and may be
   * kept; null for every other path: there no parameter is dropped and no answer kept.
   */
  parameters(path: string): readonly string[] | null;
  /** Whether the answer is for programs, under whatever name they ask: the API and the media. */
  isApi(path: string): boolean;
  /** Whether the answer is one person's affair, or changes with who asks. */
  isPersonal(path: string): boolean;
}

/** What the contract says of the site's addresses. */
export function addressesOf({ endpoints, pages }: Contract): Addresses {
  const kept = endpoints.filter(({ isKept }) => isKept);
  const own = new Set(endpoints.filter(({ access }) => access !== "public").map(({ path }) => path));
  const known = new Map<string, readonly string[]>([
    ...kept.map(({ path, parameters }) => [path, Object.keys(parameters)] as const),
    ...pages.flatMap(({ path, parameters }) => [
      [path, parameters] as const,
      [dataOf(path), [...parameters, "_routes"]] as const,
    ]),
  ]);
  return {
    parameters: (path) => known.get(path) ?? null,
    isApi: (path) => isApiPath(path) || path.startsWith(`${MEDIA_PATH}/`),
    // What looks like one person's is, declared or not: an address that is missing from the contract fails closed.
    isPersonal: (path) =>
      own.has(path) || isSignIn(path) || (isApiPath(path) && /^\/(member|admin)\//.test(path)),
  };
}

/** What the browser asks for when it moves to a page without loading it anew. */
const dataOf = (page: string): string => `${page === "/" ? "/_" : page}.data`;

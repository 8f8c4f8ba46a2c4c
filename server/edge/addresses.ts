import type { Contract } from "../../contract/index.ts";
import { type Source, type Sources, sourcesFor } from "../../contract/sources.ts";
import { isApiPath, isDumpFile, isSignIn, MEDIA_PATH } from "../../routes.ts";

/** What the edge knows of the site's addresses. */
export interface Addresses {
  /**
   * The parameters that a public read listens to, in canonical order, where its answer depends on nothing else and may be
   * kept; null for every other path: there no parameter is dropped and no answer kept.
   */
  parameters(path: string): readonly string[] | null;
  /** What the answer of such a path is made from, with these parameters; null: everything there is. */
  sources(path: string, given: URLSearchParams): readonly Source[] | null;
  /** Whether the answer is for programs, under whatever name they ask: the API and the media. */
  isApi(path: string): boolean;
  /** Whether a read is long work: not a small one, nor one person's affair. */
  isLong(path: string): boolean;
  /** Whether the answer is one person's affair, or changes with who asks. */
  isPersonal(path: string): boolean;
}

/** What the contract says of the site's addresses. */
export function addressesOf({ endpoints, pages }: Contract): Addresses {
  const kept = endpoints.filter(({ isKept }) => isKept);
  const own = new Set(endpoints.filter(({ access }) => access !== "public").map(({ path }) => path));
  const small = new Set(endpoints.filter(({ isSmall }) => isSmall).map(({ path }) => path));
  const known = new Map<string, { readonly parameters: readonly string[]; readonly sources: Sources | null }>(
    [
      ...kept.map(
        ({ path, parameters, sources }) => [path, { parameters: Object.keys(parameters), sources }] as const,
      ),
      ...pages.flatMap(({ path, parameters, sources }) => [
        [path, { parameters, sources }] as const,
        [dataOf(path), { parameters: [...parameters, "_routes"], sources }] as const,
      ]),
    ],
  );
  // What looks like one person's is, declared or not: an address that is missing from the contract fails closed.
  const isPersonal = (path: string): boolean =>
    own.has(path) || isSignIn(path) || (isApiPath(path) && /^\/(member|admin)\//.test(path));
  const isMedia = (path: string): boolean => path.startsWith(`${MEDIA_PATH}/`);
  return {
    parameters: (path) => known.get(path)?.parameters ?? null,
    sources: (path, given) => sourcesFor(known.get(path)?.sources ?? null, given),
    isApi: (path) => isApiPath(path) || isMedia(path),
    isLong: (path) => !small.has(path) && !isPersonal(path) && !isMedia(path) && !isDumpFile(path),
    isPersonal,
  };
}

/** What the browser asks for when it moves to a page without loading it anew. */
const dataOf = (page: string): string => `${page === "/" ? "/_" : page}.data`;

import type { Contract } from "../../domain/contract/index.ts";
import type { RateName } from "../../domain/contract/rates.ts";
import {
  FEEDS_OF_FOLLOWS,
  isApiPath,
  isDumpFile,
  isSignIn,
  MEDIA_PATH,
} from "../../domain/contract/routes.ts";
import { boundedCache } from "../cache/bounded-cache.ts";
import { type HeaderPair, pathOf } from "./head.ts";

/** What the edge needs to know about the site's addresses. */
export interface EdgeAddresses {
  /**
   * Returns the parameters of a public read whose answer depends on nothing else and may be cached, in canonical order;
   * null for every other path: there no parameter is dropped and no answer cached.
   */
  parameters(path: string): readonly string[] | null;
  /** Whether such a path's answer may be one that was true a few seconds ago. */
  mayBeStale(path: string): boolean;
  /** Whether the answer is for programs, which may use any of the site's host names: the API and the media. */
  isApi(path: string): boolean;
  /** Whether a read may be long work: not if its endpoint is small, or it is personal, a medium or a file of a dump. */
  isLong(path: string): boolean;
  /** What a request for a path is counted as; null: as nothing. */
  rateOf(path: string): RateName | null;
  /** Returns the declared path that answers, without what is a name, a key or a secret in it; for what is counted. */
  routeOf(path: string): string;
  /** Whether the answer is made of all matching rows, or of many lists: a CSV, a private feed. */
  isDownload(path: string): boolean;
  /** Whether the answer is personal, or depends on who asks. */
  isPersonal(path: string): boolean;
  /** Whether it is a public read of the API. */
  isRead(path: string): boolean;
  /** Whether a public read names a completion by keys that may mean another one to whoever sends a token. */
  isMeantByReader(path: string, search: string): boolean;
}

/** Derives the addresses from the contract. */
export function addressesOf({ endpoints, pages }: Contract): EdgeAddresses {
  const cacheable = endpoints.filter(({ isCached }) => isCached);
  const own = new Set(endpoints.filter(({ access }) => access !== "public").map(({ path }) => path));
  const small = new Set(endpoints.filter(({ isSmall }) => isSmall).map(({ path }) => path));
  const downloads = new Set(
    endpoints.filter(({ contentType }) => contentType === "text/csv").map(({ path }) => path),
  );
  const known = new Map<string, { readonly parameters: readonly string[]; readonly mayBeStale?: boolean }>([
    ...cacheable.map(({ path, parameters }) => [path, { parameters: Object.keys(parameters) }] as const),
    ...pages.flatMap(({ path, parameters, mayBeStale }) => [
      [path, { parameters, mayBeStale }] as const,
      [dataOf(path), { parameters: [...parameters, "_routes"], mayBeStale }] as const,
    ]),
  ]);
  const ofNames = pages.flatMap(({ isOfNames, path, ...page }) => (isOfNames ? [{ path, ...page }] : []));
  const pageAt = (path: string) =>
    known.get(path) ?? ofNames.find((page) => path.startsWith(page.path) && path.length > page.path.length);
  // A path that looks personal is personal, declared or not: an address missing from the contract fails closed.
  const isPersonal = (path: string): boolean =>
    own.has(path) || isSignIn(path) || (isApiPath(path) && /^\/(member|admin)\//.test(path));
  const rates = new Map(endpoints.map(({ path, rate }) => [path, rate] as const));
  function rateOf(path: string): RateName | null {
    const declared = rates.get(path);
    if (declared !== undefined) return declared;
    if (isSignIn(path)) return "signIn";
    if (isMedia(path)) return "media";
    // A private feed is as many lists as its owner follows, and is not cached.
    if (isDumpFile(path) || path.startsWith(FEEDS_OF_FOLLOWS)) return "download";
    return isApiPath(path) ? "read" : "page";
  }
  const isMedia = (path: string): boolean => path.startsWith(`${MEDIA_PATH}/`);
  const reads = new Map(
    endpoints
      .filter(({ access, method }) => access === "public" && method === "GET")
      .map(({ path, identifiedBy }) => [path, identifiedBy] as const),
  );
  return {
    parameters: (path) => pageAt(path)?.parameters ?? null,
    mayBeStale: (path) => pageAt(path)?.mayBeStale === true,
    isApi: (path) => isApiPath(path) || isMedia(path),
    isLong: (path) => !small.has(path) && !isPersonal(path) && !isMedia(path) && !isDumpFile(path),
    rateOf,
    routeOf: (path) =>
      rates.has(path) || known.has(path)
        ? path
        : (ofNames.find((page) => path.startsWith(page.path))?.path ?? `(${rateOf(path)})`),
    isDownload: (path) => downloads.has(path) || path.startsWith(FEEDS_OF_FOLLOWS),
    isPersonal,
    isRead: (path) => reads.has(path),
    isMeantByReader(path, search) {
      const names = reads.get(path) ?? [];
      if (names.length === 0) return false;
      const given = new URLSearchParams(search);
      // A search among such completions is long work, and is not how a program asks for one.
      return names.every((name) => given.get(name)?.trim()) && !given.has("query");
    },
  };
}

/** Returns the path that the browser requests when it navigates to a page without loading a new document. */
const dataOf = (page: string): string => `${page === "/" ? "/_" : page}.data`;

/** Limits of the cache of canonical addresses, in number and in bytes. */
const REMEMBERED = { most: 10_000, bytes: 4 * 1024 * 1024, weigh: (address: string) => address.length * 2 };

/**
 * Returns a function that finds the one address that stands for all with the same answer: it drops unknown and empty
 * parameters, and puts the others in a fixed order. A parameter given twice stays twice, so that the answer can report
 * it. The function returns null for a path whose parameters are unknown. Recent results are cached.
 */
export function canonicalAddresses({
  parameters,
}: Pick<EdgeAddresses, "parameters">): (url: string) => string | null {
  const canonicals = boundedCache<string>(REMEMBERED);
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

const NO_STORE: HeaderPair = ["Cache-Control", "no-store"];

/** The headers of an answer to a token. */
export const FOR_ONE_READER: readonly HeaderPair[] = [
  ["Cache-Control", "private, no-store"],
  ["Vary", "Authorization"],
];

/**
 * Returns the headers of an answer to a token; else `no-store` for an answer that the edge does not cache itself, if it is personal (whatever its handler says),
 * or if its handler sets no Cache-Control; otherwise nothing, and the handler's header stands.
 */
export function accessHeaders(
  path: string,
  { request, response }: { readonly request: Headers; readonly response: Headers },
  { isPersonal, isRead }: Pick<EdgeAddresses, "isPersonal" | "isRead">,
): readonly HeaderPair[] {
  if (isRead(path) && request.has("authorization")) return FOR_ONE_READER;
  return isPersonal(path) || !response.has("Cache-Control") ? [NO_STORE] : [];
}

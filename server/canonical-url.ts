import type { ChallengeDefinition } from "../challenges/define.ts";
import { BALANCE_CHANGE_PARAMETERS } from "../derive/balance-changes.ts";
import { listParameters } from "../derive/list-query.ts";
import { GALLERY_PARAMETERS } from "../derive/map-gallery.ts";
import { api, pages } from "../routes.ts";

/** Which parameters each path listens to, in canonical order; paths that are not listed listen to none. */
export type KnownParameters = ReadonlyMap<string, readonly string[]>;

/** The parameters of every cacheable read, page and API alike. */
export function knownParameters(challenges: Iterable<ChallengeDefinition>): KnownParameters {
  const known = new Map<string, readonly string[]>();
  const setPage = (page: string, parameters: readonly string[]): void => {
    known.set(page, parameters);
    // What the browser asks for when it moves to the page without loading it anew.
    known.set(`${page}.data`, [...parameters, "_routes"]);
  };
  for (const definition of challenges) {
    const { key } = definition;
    const list = listParameters(definition);
    const keys = [...new Set([...definition.keys, "filekey"])];
    known.set(api.list(key), list);
    known.set(api.csv(key), list);
    known.set(api.notes(key), keys);
    known.set(api.ogInfo(key), keys);
    known.set(api.personCounts(key), ["limit", "offset", "og"]);
    setPage(pages.list(key), [...list, "view"]);
    for (const page of [pages.notes(key), pages.extraInfo(key), pages.editForm(key)]) setPage(page, keys);
  }
  known.set(api.users(), ["query", "offset", "count"]);
  known.set(api.attachments(), ["key"]);
  known.set(api.history(), ["filekey"]);
  known.set(api.newest(), ["challenge", "map", "count"]);
  known.set(api.mapInfo(), ["map"]);
  known.set(api.chimpsStarts(), ["map"]);
  known.set(api.balanceChanges(), BALANCE_CHANGE_PARAMETERS);
  known.set(api.balanceChangeVersions(), ["tower"]);
  setPage(pages.maps(), ["map", ...GALLERY_PARAMETERS]);
  setPage(pages.addMap(), ["map"]);
  setPage(pages.chimpsStarts(), ["map"]);
  setPage(pages.addChimpsStart(), ["map"]);
  setPage(pages.balanceChanges(), BALANCE_CHANGE_PARAMETERS);
  return known;
}

/**
 * The one address of all that answer the same: unknown and empty parameters dropped, the others in a fixed order.
 * A parameter given twice stays twice, so that the answer can say what is wrong with it.
 */
export function canonicalUrl(url: string, known: KnownParameters): string {
  const at = url.indexOf("?");
  if (at === -1) return url;
  const path = url.slice(0, at);
  const parameters = new URLSearchParams(url.slice(at));
  const canonical = new URLSearchParams();
  for (const name of known.get(path) ?? []) {
    const values = parameters.getAll(name);
    if (values.length === 1 && values[0]?.trim() === "") continue;
    for (const value of values) canonical.append(name, value);
  }
  return canonical.size === 0 ? path : `${path}?${canonical}`;
}

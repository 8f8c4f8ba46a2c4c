import type { ChallengeDefinition } from "../challenges/define.ts";
import { BALANCE_CHANGE_PARAMETERS } from "../derive/balance-changes.ts";
import { givenInAddress } from "../derive/form.ts";
import { listParameters } from "../derive/list-query.ts";
import { GALLERY_PARAMETERS } from "../derive/map-gallery.ts";
import { pages } from "../routes.ts";
import { completionsOf, type Source, type Sources, sourcesFor, UNDERSTANDING } from "./sources.ts";

/** A page: where it is, and which query parameters it uses, in canonical order. It is the same for everybody. */
export interface Page {
  readonly path: string;
  readonly parameters: readonly string[];
  /** What it is made from, including its frame. */
  readonly sources: Sources;
  /** Whether it has content without any parameter, and for everybody. */
  readonly isPublic: boolean;
}

/** Every page says whether it shows samples. */
const FRAME: readonly Source[] = ["sample"];

const page = (path: string, sources: Sources, ...parameters: readonly string[]): Page => ({
  path,
  parameters,
  sources: (given) => {
    const own = sourcesFor(sources, given);
    return own && [...FRAME, ...own];
  },
  isPublic: false,
});

const publicPage = (path: string, sources: Sources, ...parameters: readonly string[]): Page => ({
  ...page(path, sources, ...parameters),
  isPublic: true,
});

/** The pages of one challenge. */
export function challengePages(definition: ChallengeDefinition): Page[] {
  const { key } = definition;
  const keys = [...new Set([...definition.keys, "filekey"])];
  const own: readonly Source[] = [completionsOf(key), "maps", "players"];
  return [
    // A list that finds nothing asks all challenges. What a page was really made from is known once its parts are made.
    publicPage(pages.list(key), UNDERSTANDING, ...listParameters(definition), "page", "view"),
    // The page also shows what the completion's players did elsewhere.
    page(pages.notes(key), ["completions", "maps", "players", "accounts"], ...keys),
    ...(definition.og ? [page(pages.extraInfo(key), own, ...keys)] : []),
    page(pages.addForm(key), ["maps"], ...givenInAddress(definition)),
    page(pages.editForm(key), own, ...keys),
  ];
}

/** One map with its records in every challenge, or the gallery of all maps, whose search knows their spellings. */
const ofMaps = (given: URLSearchParams): readonly Source[] =>
  given.get("map")?.trim() ? ["completions", "maps"] : ["maps", "spellings"];

/** All other pages. */
export const PAGES: readonly Page[] = [
  publicPage(pages.home(), ["completions", "maps"]),
  publicPage(pages.ask(), UNDERSTANDING, "q"),
  publicPage(pages.maps(), ofMaps, "map", ...GALLERY_PARAMETERS),
  page(pages.addMap(), ["maps"], "map"),
  publicPage(pages.chimpsStarts(), ["starts", "maps"], "map"),
  page(pages.addChimpsStart(), ["maps"], "map"),
  publicPage(pages.balanceChanges(), ["balance-changes"], ...BALANCE_CHANGE_PARAMETERS),
  page(pages.modifyBalanceChanges(), ["balance-changes"]),
  publicPage(pages.assetGuide(), []),
  publicPage(pages.searchHelp(), ["completions", "maps"]),
  publicPage(pages.dump(), ["dumps"]),
  page(pages.login(), []),
  page(pages.loginRedirect(), []),
  page(pages.account(), []),
  page(pages.mySubmissions(), []),
  page(pages.spellings(), ["spellings", "maps"], "query"),
  page(pages.changes(), []),
  page(pages.accounts(), []),
];

/** Returns what the page at an address of the site is made from; null if there is no such page. */
export function sourcesOfPage(all: readonly Page[], address: string): readonly Source[] | null {
  const url = URL.parse(address, "http://page.invalid");
  const found = all.find(({ path }) => path === url?.pathname);
  return url && found ? sourcesFor(found.sources, url.searchParams) : null;
}

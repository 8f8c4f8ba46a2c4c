import type { ChallengeDefinition } from "../challenges/define.ts";
import {
  BALANCE_CHANGE_PARAMETERS,
  CHANGE_FILTERS,
  QUEUE_FILTERS,
  UNDONE_FILTERS,
} from "../lists/filters.ts";
import { GALLERY_PARAMETERS } from "../lists/gallery.ts";
import { listParameters } from "../lists/list-query.ts";
import { shareOf } from "../lists/share.ts";
import { givenInAddress, PROPOSED_LINK } from "../submissions/form.ts";
import { pages } from "./routes.ts";
import { LINK_FILTERS } from "./watched-links.ts";

/** A page: where it is, and which query parameters it uses, in canonical order. It is the same for everybody. */
export interface Page {
  readonly path: string;
  readonly parameters: readonly string[];
  /** Whether it has content without any parameter, and for everybody. */
  readonly isPublic: boolean;
  /** Whether a name follows its path, of which there is a page each. */
  readonly isOfNames?: boolean;
  /**
   * Whether it may be sent as it was a few seconds ago while it is refreshed: it shows many rows. A page about one row
   * or one map is always current, because chats keep what they fetch once.
   */
  readonly mayBeStale: boolean;
}

const page = (path: string, ...parameters: readonly string[]): Page => ({
  path,
  parameters,
  isPublic: false,
  mayBeStale: false,
});

const publicPage = (path: string, ...parameters: readonly string[]): Page => ({
  ...page(path, ...parameters),
  isPublic: true,
});

/** A page of many rows. */
const overview = (path: string, ...parameters: readonly string[]): Page => ({
  ...publicPage(path, ...parameters),
  mayBeStale: true,
});

const COVERAGE_PARAMETERS = ["types", "towers", "player", "paragons"] as const;

export function challengePages(definition: ChallengeDefinition): Page[] {
  const { key } = definition;
  const keys = [...new Set([...definition.keys, "filekey"])];
  return [
    overview(pages.list(key), ...listParameters(definition), "page", "view"),
    page(pages.notes(key), ...keys),
    ...(definition.og ? [page(pages.extraInfo(key), ...keys)] : []),
    ...(shareOf(definition) === "maps"
      ? []
      : [overview(pages.challengeCoverage(key), ...COVERAGE_PARAMETERS)]),
    page(pages.addForm(key), ...givenInAddress(definition)),
    page(pages.editForm(key), ...keys, PROPOSED_LINK),
  ];
}

/** All other pages. */
export const PAGES: readonly Page[] = [
  overview(pages.home()),
  overview(pages.ask(), "q"),
  overview(pages.coverage()),
  page(pages.undone(), "challenge", ...UNDONE_FILTERS, "seed"),
  publicPage(pages.wanted()),
  publicPage(pages.maps(), "map", ...GALLERY_PARAMETERS),
  page(pages.addMap(), "map"),
  overview(pages.progress()),
  overview(pages.records(), "challenge", "map", "offset"),
  overview(pages.players(), "query", "board", "year", "offset"),
  { ...page(pages.player(""), "with"), isOfNames: true },
  publicPage(pages.chimpsStarts(), "map"),
  page(pages.addChimpsStart(), "map"),
  publicPage(pages.balanceChanges(), ...BALANCE_CHANGE_PARAMETERS),
  page(pages.modifyBalanceChanges()),
  publicPage(pages.assetGuide()),
  publicPage(pages.newHere()),
  publicPage(pages.searchHelp()),
  publicPage(pages.apiGuide()),
  publicPage(pages.dump()),
  publicPage(pages.privacy()),
  page(pages.login()),
  page(pages.loginRedirect()),
  page(pages.account()),
  page(pages.mySubmissions()),
  page(pages.notices()),
  page(pages.following()),
  page(pages.playedWith()),
  page(pages.queue(), ...QUEUE_FILTERS, "after", "filekey"),
  page(pages.reports()),
  page(pages.nameRequests()),
  page(pages.cannedReasons()),
  page(pages.gameVersions()),
  page(pages.spellings(), "query"),
  page(pages.game(), "query", "edit", "add", "take"),
  page(pages.unresolved(), "offset"),
  page(pages.codes()),
  page(pages.proofs(), ...LINK_FILTERS),
  page(pages.changes(), ...CHANGE_FILTERS),
  page(pages.accounts()),
];

import { pages } from "./routes.ts";

/** The headings of pages that belong to no challenge, as long as nothing narrows what they show. */
export const HEADINGS = {
  home: "High-Level Bloons TD 6 Challenges",
  ask: "Ask the index",
  coverage: "What is left",
  undone: "Give me an open one",
  wanted: "Wanted",
  maps: "Maps",
  players: "Players",
  records: "Records",
  progress: "Progress",
  chimpsStarts: "CHIMPS Starts",
  balanceChanges: "Balance Changes",
  assetGuide: "Extracting BTD6 Game Assets",
  newHere: "New here?",
  searchHelp: "How to search",
  apiGuide: "The public API",
  dump: "The index as files",
  privacy: "Privacy",
} as const;

/** Pages that belong to no challenge, as the header's menus and the search name them. */
export const SITE_PAGES = {
  Reference: [
    { label: HEADINGS.maps, path: pages.maps() },
    { label: HEADINGS.balanceChanges, path: pages.balanceChanges() },
    { label: HEADINGS.coverage, path: pages.coverage() },
    { label: HEADINGS.players, path: pages.players() },
    { label: HEADINGS.records, path: pages.records() },
    { label: HEADINGS.progress, path: pages.progress() },
  ],
  Guides: [
    { label: HEADINGS.chimpsStarts, path: pages.chimpsStarts() },
    { label: HEADINGS.assetGuide, path: pages.assetGuide() },
    { label: HEADINGS.newHere, path: pages.newHere() },
  ],
} as const;

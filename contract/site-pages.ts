import { pages } from "../routes.ts";

/** Pages that are no challenge's, as the header's menus and the search name them. */
export const SITE_PAGES = {
  Reference: [
    { label: "Maps", path: pages.maps() },
    { label: "Balance Changes", path: pages.balanceChanges() },
  ],
  Guides: [
    { label: "CHIMPS Starts", path: pages.chimpsStarts() },
    { label: "Extracting BTD6 Game Assets", path: pages.assetGuide() },
  ],
} as const;

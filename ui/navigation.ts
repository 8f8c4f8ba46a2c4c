import { pages } from "../routes.ts";

export interface NavigationLink {
  readonly label: string;
  readonly path: string;
}

export interface NavigationGroup {
  readonly label: string;
  readonly links: readonly NavigationLink[];
}

/** The header's links. */
export interface Navigation {
  readonly login: NavigationLink;
  readonly groups: readonly NavigationGroup[];
}

/** The menus of the header, in order (SPEC section 2, "Navigation"). `challenges`: key and label, in the registry's order. */
export function navigationOf(
  challenges: readonly { readonly key: string; readonly label: string }[],
): Navigation {
  return {
    login: { label: "Login", path: pages.login() },
    groups: [
      { label: "Challenges", links: challenges.map(({ key, label }) => ({ label, path: pages.list(key) })) },
      {
        label: "Reference",
        links: [
          { label: "Maps", path: pages.maps() },
          { label: "Balance Changes", path: pages.balanceChanges() },
        ],
      },
      {
        label: "Guides",
        links: [
          { label: "CHIMPS Starts", path: pages.chimpsStarts() },
          { label: "Extracting BTD6 Game Assets", path: pages.assetGuide() },
        ],
      },
    ],
  };
}

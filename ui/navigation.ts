import { SITE_PAGES } from "../contract/site-pages.ts";
import { pages } from "../routes.ts";

export interface NavigationLink {
  readonly label: string;
  readonly path: string;
  /** Of a list's page. */
  readonly heading?: string;
}

export interface NavigationGroup {
  readonly label: string;
  readonly links: readonly NavigationLink[];
}

/** The header's links. */
export interface Navigation {
  readonly login: NavigationLink;
  readonly groups: readonly NavigationGroup[];
  /** The forms for a completion of each challenge. */
  readonly add: NavigationGroup;
}

/** The heading of a list's page; its title too. */
export const listHeading = ({ name, label }: { readonly name: string; readonly label: string }): string =>
  `${name} (${label})`;

/** A challenge as the header names it. */
interface Challenge {
  readonly key: string;
  readonly label: string;
  /** Of its list. */
  readonly heading: string;
}

/** The menus of the header, in order (SPEC section 2, "Navigation"). `challenges`: in the registry's order. */
export function navigationOf(challenges: readonly Challenge[]): Navigation {
  return {
    login: { label: "Login", path: pages.login() },
    groups: [
      {
        label: "Challenges",
        links: challenges.map(({ key, label, heading }) => ({ label, path: pages.list(key), heading })),
      },
      ...Object.entries(SITE_PAGES).map(([label, links]) => ({ label, links })),
    ],
    add: {
      label: "Add a completion",
      links: challenges.map(({ key, label }) => ({ label: `Add ${label}`, path: pages.addForm(key) })),
    },
  };
}

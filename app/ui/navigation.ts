import { pages } from "../../domain/contract/routes.ts";
import { SITE_PAGES } from "../../domain/contract/site-pages.ts";

export interface NavigationLink {
  readonly label: string;
  readonly path: string;
  /** What the label is short for. */
  readonly name?: string;
  /** The heading of the list's page. */
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
  /** The links to the forms for adding a completion of each challenge. */
  readonly add: NavigationGroup;
}

/** Returns the heading of a list's page, which is also its title. */
export const listHeading = ({ name, label }: { readonly name: string; readonly label: string }): string =>
  `${name} (${label})`;

/** A challenge as the header names it. */
interface Challenge {
  readonly key: string;
  readonly label: string;
  readonly name: string;
  /** The heading of its list. */
  readonly heading: string;
}

/** Returns the header's menus in order (SPEC section 2, "Navigation"). `challenges` are in the registry's order. */
export function navigationOf(challenges: readonly Challenge[]): Navigation {
  return {
    login: { label: "Login", path: pages.login() },
    groups: [
      {
        label: "Challenges",
        links: challenges.map(({ key, label, name, heading }) => ({
          label,
          name,
          heading,
          path: pages.list(key),
        })),
      },
      ...Object.entries(SITE_PAGES).map(([label, links]) => ({ label, links })),
    ],
    add: {
      label: "Add a completion",
      links: challenges.map(({ key, label }) => ({ label: `Add ${label}`, path: pages.addForm(key) })),
    },
  };
}

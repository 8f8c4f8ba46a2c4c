import { COMMUNITY_MAPS, COMMUNITY_TOWERS, COMMUNITY_UPGRADES } from "./spellings.ts";

/** How names are spelled: as the game shows them, which is how everything here keeps them, or as the community's index does. */
export const SPELLINGS = ["community", "game"] as const;
export type Spelling = (typeof SPELLINGS)[number];

/** What a name is one of: a tower type, an upgrade or a hero; a map. */
export type Nameable = "tower" | "map";

const turned = (spellings: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(spellings).map(([spelling, name]) => [name, spelling]));

/** The community's spelling by the game's name, where the two differ. */
export const COMMUNITY_NAMES: Readonly<Record<Nameable, Readonly<Record<string, string>>>> = {
  tower: turned({ ...COMMUNITY_TOWERS, ...COMMUNITY_UPGRADES }),
  map: turned(COMMUNITY_MAPS),
};

/** A name as the community's index spells it. */
export function asCommunitySpells(kind: Nameable, name: string): string {
  const names = COMMUNITY_NAMES[kind];
  return Object.hasOwn(names, name) ? (names[name] ?? name) : name;
}

import { COMMUNITY_MAPS, COMMUNITY_TOWERS, COMMUNITY_UPGRADES } from "./spellings.ts";

/** The two ways to spell names: as the community's index does, or as the game does, which is how they are stored. */
export const SPELLINGS = ["community", "game"] as const;
export type Spelling = (typeof SPELLINGS)[number];

/** What a name may be of: a tower (a type, an upgrade or a hero) or a map. */
export type Nameable = "tower" | "map";

const turned = (spellings: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(spellings).map(([spelling, name]) => [name, spelling]));

/** The community's spellings by the game's names, where the two differ. */
export const COMMUNITY_NAMES: Readonly<Record<Nameable, Readonly<Record<string, string>>>> = {
  tower: turned({ ...COMMUNITY_TOWERS, ...COMMUNITY_UPGRADES }),
  map: turned(COMMUNITY_MAPS),
};

/** Returns a name as the community's index spells it. */
export function asCommunitySpells(kind: Nameable, name: string): string {
  const names = COMMUNITY_NAMES[kind];
  return Object.hasOwn(names, name) ? (names[name] ?? name) : name;
}

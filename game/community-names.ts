import { nameKey } from "./name-key.ts";
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

const wordsIn = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

/** Names by the keys of those spellings that have a word which the name does not: no search for that word would find it. */
const FOUND_BY_NAME_ALONE = new Map(
  Object.values(COMMUNITY_NAMES)
    .flatMap((names) => Object.entries(names))
    .filter(([name, spelling]) =>
      wordsIn(spelling).some((word) => !wordsIn(name).some((each) => each.startsWith(word))),
    )
    .map(([name, spelling]) => [nameKey(spelling), name]),
);

/** What a search is for: the name where the text is a spelling of the community's that cannot be found by its words. */
export const searchedFor = (text: string): string => FOUND_BY_NAME_ALONE.get(nameKey(text)) ?? text;

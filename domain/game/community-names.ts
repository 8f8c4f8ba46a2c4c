import type { Catalogue } from "./catalogue.ts";
import { COMMUNITY_MAPS } from "./spellings.ts";

/** The two ways to spell names: as the community's index does, or as the game does, which is how they are stored. */
export const SPELLINGS = ["community", "game"] as const;
export type NameStyle = (typeof SPELLINGS)[number];

/** What a name may be of: a tower (a type, an upgrade or a hero) or a map. */
export type Nameable = "tower" | "map";

const MAPS = new Map(Object.entries(COMMUNITY_MAPS).map(([spelling, name]) => [name, spelling]));

/** Returns the community's spellings by the game's names, where the two differ. */
export const communityNames = (
  catalogue: Catalogue,
): Readonly<Record<Nameable, Readonly<Record<string, string>>>> => ({
  tower: catalogue.communityNames,
  map: Object.fromEntries(MAPS),
});

/** Returns a name as the community's index spells it. */
export const asCommunitySpells = (kind: Nameable, name: string, catalogue: Catalogue): string =>
  kind === "tower" ? catalogue.communityNameOf(name) : (MAPS.get(name) ?? name);

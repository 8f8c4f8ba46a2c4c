import { HEROES } from "../../game/heroes.ts";
import { TOWER_NAMES, type TowerName } from "../../game/names.ts";
import { HERO_SPELLINGS, TOWER_SPELLINGS, UPGRADE_SPELLINGS } from "../../game/spellings.ts";
import type { Choice } from "../input-props.ts";

const spellings = Map.groupBy(
  [
    ...[HERO_SPELLINGS, TOWER_SPELLINGS, UPGRADE_SPELLINGS].flatMap((each) => Object.entries(each)),
    ...HEROES.map(({ name, fullName }) => [fullName, name] as const),
  ],
  ([, name]) => name,
);

/** The towers that a field offers, each known by its other spellings and by its tower type. */
export function towerChoices(isOffered: (tower: TowerName) => boolean): Choice[] {
  return TOWER_NAMES.filter(isOffered).map(({ name, type }) => ({
    name,
    spellings: [
      ...(spellings.get(name) ?? []).map(([spelling]) => spelling),
      ...(type === null || type === name ? [] : [type]),
    ],
  }));
}

import { HEROES } from "../../game/heroes.ts";
import { TOWER_NAMES, type TowerName } from "../../game/names.ts";
import { HERO_SPELLINGS, TOWER_SPELLINGS, UPGRADE_SPELLINGS } from "../../game/spellings.ts";
import { about, fault, say, type ToldFault } from "../../messages/index.ts";
import type { Choice, RefusedChoice } from "../input-props.ts";

const spellings = Map.groupBy(
  [
    ...[HERO_SPELLINGS, TOWER_SPELLINGS, UPGRADE_SPELLINGS].flatMap((each) => Object.entries(each)),
    ...HEROES.map(({ name, fullName }) => [fullName, name] as const),
  ],
  ([, name]) => name,
);

const choiceOf = ({ name, type }: TowerName): Choice => ({
  name,
  spellings: [
    ...(spellings.get(name) ?? []).map(([spelling]) => spelling),
    ...(type === null || type === name ? [] : [type]),
  ],
});

/** What a field offers, each tower known by its other spellings and by its tower type; and what it refuses, with why. */
export function towerChoices(
  label: string,
  refusalOf: (tower: TowerName) => ToldFault | null,
): { readonly choices: readonly Choice[]; readonly refused: readonly RefusedChoice[] } {
  const [choices, refused]: [Choice[], RefusedChoice[]] = [[], []];
  for (const tower of TOWER_NAMES) {
    const refusal = refusalOf(tower);
    if (refusal === null) choices.push(choiceOf(tower));
    else refused.push({ ...choiceOf(tower), why: say(about({ field: label }, fault(...refusal))) });
  }
  return { choices, refused };
}

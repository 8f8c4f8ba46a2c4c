import { HEROES } from "../../game/heroes.ts";
import { towerMarkOf } from "../../game/marks.ts";
import { TOWER_NAMES, type TowerName } from "../../game/names.ts";
import { HERO_SPELLINGS, TOWER_SPELLINGS, UPGRADE_SPELLINGS } from "../../game/spellings.ts";
import { about, type FaultArguments, fault, say } from "../../messages/index.ts";
import { packTowerMark } from "../marks/packed.ts";
import type { Choice, RefusedChoice } from "../props.ts";

/** The built-in spellings of each name, which every field knows. */
const ours = Map.groupBy(
  [
    ...[HERO_SPELLINGS, TOWER_SPELLINGS, UPGRADE_SPELLINGS].flatMap((each) => Object.entries(each)),
    ...HEROES.map(({ name, fullName }) => [fullName, name] as const),
  ],
  ([, name]) => name,
);

/** The spellings that helpers have added to the index, by name. */
type Known = ReadonlyMap<string, readonly string[]>;

function choiceOf(tower: TowerName, known: Known): Choice {
  const { name, type } = tower;
  const spelled = (each: string) => [
    ...(ours.get(each) ?? []).map(([spelling]) => spelling),
    ...(known.get(each) ?? []),
  ];
  return {
    name,
    spellings: [...spelled(name), ...(type === null || type === name ? [] : [type, ...spelled(type)])],
    group: type ?? "Heroes",
    mark: { of: "tower", packed: packTowerMark(towerMarkOf(tower)) },
  };
}

/**
 * Returns what a field offers, in the order of the game's shop, each tower with its other spellings and those of its
 * tower type; and what it refuses, with the reason.
 * @param spellings more spellings of names, if the index has provided them
 * @param doubtOf why a tower is not offered that the field accepts all the same
 */
export function towerChoices(
  label: string,
  refusalOf: (tower: TowerName) => FaultArguments | null,
  spellings: readonly Choice[] = [],
  doubtOf: (tower: TowerName) => FaultArguments | null = () => null,
): { readonly choices: readonly Choice[]; readonly refused: readonly RefusedChoice[] } {
  const known: Known = new Map(spellings.map((each) => [each.name, each.spellings]));
  const [choices, refused]: [Choice[], RefusedChoice[]] = [[], []];
  for (const tower of TOWER_NAMES) {
    const refusal = refusalOf(tower);
    const reason = refusal ?? doubtOf(tower);
    if (reason === null) choices.push(choiceOf(tower, known));
    else
      refused.push({
        ...choiceOf(tower, known),
        why: say(about({ field: label }, fault(...reason))),
        isAccepted: refusal === null,
      });
  }
  return { choices, refused };
}

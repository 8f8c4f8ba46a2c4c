import type { Catalogue, TowerName } from "../../game/catalogue.ts";
import { towerMarkOf } from "../../game/marks.ts";
import { about, type FaultArguments, fault, say } from "../../messages/index.ts";
import { packTowerMark } from "../marks/packed.ts";
import type { Choice, RefusedChoice } from "../props.ts";

/** The spellings that helpers have added to the index, by name. */
type Known = ReadonlyMap<string, readonly string[]>;

function choiceOf(tower: TowerName, known: Known, catalogue: Catalogue): Choice {
  const { name, type } = tower;
  const spelled = (each: string) => [...catalogue.othersOf(each), ...(known.get(each) ?? [])];
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
  catalogue: Catalogue,
  refusalOf: (tower: TowerName) => FaultArguments | null,
  spellings: readonly Choice[] = [],
  doubtOf: (tower: TowerName) => FaultArguments | null = () => null,
): { readonly choices: readonly Choice[]; readonly refused: readonly RefusedChoice[] } {
  const known: Known = new Map(spellings.map((each) => [each.name, each.spellings]));
  const [choices, refused]: [Choice[], RefusedChoice[]] = [[], []];
  for (const tower of catalogue.names) {
    const refusal = refusalOf(tower);
    const reason = refusal ?? doubtOf(tower);
    if (reason === null) choices.push(choiceOf(tower, known, catalogue));
    else
      refused.push({
        ...choiceOf(tower, known, catalogue),
        why: say(about({ field: label }, fault(...reason))),
        isAccepted: refusal === null,
      });
  }
  const unlisted = catalogue.unlisted.map(
    (name): Choice => ({ name, spellings: [], group: "Not listed yet" }),
  );
  return { choices: [...choices, ...unlisted], refused };
}

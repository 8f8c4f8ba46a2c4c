import type { Condition } from "../../../domain/fields/condition.ts";
import { nameKey } from "../../../domain/game/name-key.ts";
import { distance, wordsIn } from "../../../domain/game/words.ts";
import type { Data } from "../../api/repositories.server.ts";
import type { CountedList } from "../completions/repository/rows.server.ts";

/** The fewest letters of a word that two names may have in common by more than chance. */
const SHORTEST_WORD = 3;
/** The most letters that are wrong in a name as a whole. */
const MOST_WRONG = 2;

/** Whether one name may be meant by the other: they share a word, or are nearly spelled alike. */
function isLike(one: string, other: string): boolean {
  const words = new Set(wordsIn(one).filter((word) => word.length >= SHORTEST_WORD));
  if (wordsIn(other).some((word) => words.has(word))) return true;
  return distance(nameKey(one), nameKey(other), MOST_WRONG) <= MOST_WRONG;
}

/**
 * Returns the unresolved name in a completion that otherwise meets the conditions, which none meets: it may be the one in
 * question. Null: there is no such completion.
 */
export async function unresolvedName(
  { definition, conditions }: CountedList,
  { completions }: Pick<Data, "completions">,
): Promise<string | null> {
  const unresolved = await completions.findUnresolved(definition.key);
  const names = new Set<string>();
  const alike = (name: string, towers: readonly string[]): readonly string[] => {
    const also = towers.filter((tower) => isLike(tower, name));
    for (const tower of also) names.add(tower);
    return also;
  };
  // The first is the one of the query; the others are names of the same tower.
  const widened = (names: readonly string[]): readonly string[] => [
    ...names,
    ...alike(names[0] ?? "", unresolved.towers),
  ];
  const lenient = conditions.map((each): Condition => {
    if (each.on === "tower" || each.on === "anyTower") return { ...each, names: widened(each.names) };
    if (each.on === "pair") return { ...each, names: [widened(each.names[0]), widened(each.names[1])] };
    if (each.on !== "map") return each;
    const maps = unresolved.maps.filter(({ name }) => isLike(name, each.spelling));
    for (const { name } of maps) names.add(name);
    return { on: "any", of: [[each], ...maps.map(({ id }) => [{ on: "onMap", map: id } as const])] };
  });
  if (names.size === 0) return null;
  const [some] = await completions.findSome({ definition, conditions: lenient }, 1);
  if (!some) return null;
  return [...some.towers, some.map].find((name) => names.has(name)) ?? null;
}

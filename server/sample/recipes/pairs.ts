import { refusalOf, type TowerField } from "../../../fields/tower/kind.ts";
import { findTower, type TowerName } from "../../../game/names.ts";
import { BUILT, popularity } from "../pool.ts";
import type { Random } from "../random.ts";
import type { Group } from "./originals.ts";

/** The fields of a challenge of two towers. */
export interface PairFields {
  readonly tower1: TowerField;
  readonly tower2: TowerField;
}

/** A game has one hero at most, and no tower stands beside itself. */
function fit(one: TowerName, other: TowerName): boolean {
  return one.name !== other.name && !(one.kind === "hero" && other.kind === "hero");
}

/** Whether the definition's fields take the pair in this order. */
export function isPairOf({ tower1, tower2 }: PairFields, towers: readonly string[]): boolean {
  const [one, other] = towers.map((name) => findTower(name));
  return !!one && !!other && refusalOf(tower1, one) === null && refusalOf(tower2, other) === null;
}

/** Different pairs that the challenge allows, whatever their order: those given first, then drawn ones. */
export function drawPairs(
  random: Random,
  fields: PairFields,
  count: number,
  given: readonly Group[],
): Group[] {
  const firsts = BUILT.filter((tower) => refusalOf(fields.tower1, tower) === null);
  const seconds = BUILT.filter((tower) => refusalOf(fields.tower2, tower) === null);
  const firstWeights = firsts.map(popularity);
  const secondWeights = seconds.map(popularity);
  const keyOf = (towers: readonly string[]): string => JSON.stringify([...towers].sort());

  const groups = new Map(given.map((group) => [keyOf(group.towers), group]));
  while (groups.size < count) {
    const one = firsts[random.weighted(firstWeights)];
    const other = seconds[random.weighted(secondWeights)];
    if (!one || !other || !fit(one, other)) continue;
    const towers = [one.name, other.name];
    if (!groups.has(keyOf(towers))) groups.set(keyOf(towers), { towers });
  }
  return [...groups.values()];
}

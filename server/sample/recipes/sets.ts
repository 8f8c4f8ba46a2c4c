import type { TowerName } from "../../../game/names.ts";
import { HEROES, mapsFor, playableFrom, TYPES, upgradesOf } from "../pool.ts";
import type { Random } from "../random.ts";
import { LAST_DAY } from "../versions.ts";
import { drawDistinct, type Run } from "./run.ts";

/** What a game's starting cash can buy: one of the towers must be. */
const STARTERS = TYPES.filter(({ affordableAtStart }) => affordableAtStart);

type Slots = Pick<Run, "upgrades" | "completionType" | "og" | "dated">;

function drawRun(random: Random, towers: readonly string[], slots: Slots): Run {
  const map = random.pick(mapsFor(towers));
  const earliest = playableFrom(towers, map);
  const day = random.integer(earliest, LAST_DAY);
  return { map: map.name, towers, money: null, day, showcase: false, ...slots };
}

/** One to four; two and three are the rule. */
const drawCount = (random: Random): number => 1 + random.weighted([2, 4, 3, 1]);

/** Runs of a set of tower types. One in six is the original. */
export function runsOfTypes(random: Random, count: number): Run[] {
  const draw = (): Run => {
    const types = new Set([random.pick(STARTERS).name]);
    const size = drawCount(random);
    while (types.size < size) types.add(random.pick(TYPES).name);
    const og = random.chance(1 / 6);
    return drawRun(random, [...types], { upgrades: [], completionType: null, og, dated: og });
  };
  return drawDistinct(count, draw, sameness);
}

function drawTowers(random: Random, heroes: boolean): TowerName[] {
  const towers = [random.pick(STARTERS)];
  const size = drawCount(random);
  // The same type may stand there twice, a hero only once.
  while (towers.length < size) towers.push(random.pick(TYPES));
  if (heroes && size > 1 && random.chance(0.5)) towers[size - 1] = random.pick(HEROES);
  return towers;
}

/** What no two runs of a challenge of sets share. */
const sameness = ({ map, towers, completionType }: Run): string =>
  JSON.stringify([map, [...towers].sort(), completionType]);

/** Runs of few towers, with the upgrades of each; those of the type "heroless" have no hero. */
export function runsOfTowers(
  random: Random,
  types: readonly (readonly [completionType: string, weight: number])[],
  count: number,
): Run[] {
  const weights = types.map(([, weight]) => weight);
  const draw = (): Run => {
    const [completionType = null] = types[random.weighted(weights)] ?? [];
    const towers = drawTowers(random, completionType !== "heroless");
    const upgrades = towers.map(({ name, kind }) =>
      kind === "hero" || random.chance(0.04) ? null : upgradesOf(name, random),
    );
    const names = towers.map(({ name }) => name);
    return drawRun(random, names, { upgrades, completionType, og: false, dated: true });
  };
  return drawDistinct(count, draw, sameness);
}

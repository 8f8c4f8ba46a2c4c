import type { MapFacts } from "../../game/facts.ts";
import { MAPS } from "../../game/maps.ts";
import { TOWER_NAMES, type TowerName } from "../../game/names.ts";
import type { Random } from "./random.ts";
import { availableFrom, FIRST_DAY } from "./versions.ts";

/**
 * What sample runs are made of. Left out: Banana Farm, which CHIMPS does not allow; Dan, whose version is unknown; and
 * paragons, which take three towers of their type.
 */
const POOL = TOWER_NAMES.filter(
  ({ name, type, tier }) =>
    type !== "Banana Farm" && name !== "Banana Farm" && name !== "Dan" && tier !== "555",
);

/** Single towers by the name of what was built, and heroes. */
export const BUILT: readonly TowerName[] = POOL.filter(({ kind }) => kind !== "type");
export const TYPES: readonly TowerName[] = POOL.filter(({ kind }) => kind === "type");
export const HEROES: readonly TowerName[] = POOL.filter(({ kind }) => kind === "hero");

const byName = new Map(POOL.map((tower) => [tower.name, tower]));

function towerOf(name: string): TowerName {
  const tower = byName.get(name);
  if (!tower) throw new Error(`"${name}" is not in the sample data's pool of towers.`);
  return tower;
}

/** How often a run is about such a name: fifth tiers are what people try first. */
export function popularity({ kind, tier }: TowerName): number {
  if (kind === "hero") return 5;
  if (tier === null || tier === "base") return 0.4;
  return { "3": 1, "4": 3, "5": 8 }[Math.max(...Array.from(tier, Number)).toString()] ?? 1;
}

const IN_WATER = new Set(["Monkey Sub", "Monkey Buccaneer", "Brickell"]);

function needsWater({ name, type, tier }: TowerName): boolean {
  // The beasts of the first path are fish.
  const isFish = type === "Beast Handler" && tier !== null && tier !== "base" && tier[0] !== "0";
  return IN_WATER.has(type ?? name) || isFish;
}

/** The maps on which all these towers can stand. */
export function mapsFor(names: readonly string[]): MapFacts[] {
  const wet = names.some((name) => needsWater(towerOf(name)));
  return MAPS.filter(({ hasWater }) => !wet || hasWater === 1);
}

/** The first day on which these towers can be played on this map. */
export function playableFrom(names: readonly string[], { version }: MapFacts): number {
  const towers = names.map((name) => availableFrom(towerOf(name)));
  return Math.max(FIRST_DAY, availableFrom({ addedVersion: version, addedDate: null }), ...towers);
}

/** The path that is upgraded furthest, and how far: any tier up to two for a base tower. */
function mainPath(tower: TowerName, random: Random): readonly [path: number, tier: number] {
  if (tower.tier === null) return [random.integer(0, 2), random.integer(3, 5)];
  if (tower.tier === "base") return [random.integer(0, 2), random.integer(0, 2)];
  const tiers = Array.from(tower.tier, Number);
  const tier = Math.max(...tiers);
  return [tiers.indexOf(tier), tier];
}

/** Upgrades of a tower as players write them, with one crosspath at most: "0-5-2". A hero has a level instead. */
export function upgradesOf(name: string, random: Random): string {
  const tower = towerOf(name);
  if (tower.kind === "hero") return "Level 20";
  const [path, tier] = mainPath(tower, random);
  const tiers = [0, 0, 0];
  tiers[path] = tier;
  tiers[(path + random.integer(1, 2)) % 3] = random.pick([0, 1, 2, 2, 2]);
  return tiers.join("-");
}

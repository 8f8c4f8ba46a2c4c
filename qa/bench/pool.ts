import { Catalogue, type TowerName } from "../../domain/game/catalogue.ts";
import { SEEDED_CATALOGUE } from "../../domain/game/seeded-catalogue.ts";
import type { Random } from "./random.ts";

/**
 * The towers of made-up completions. Left out: Banana Farm, which CHIMPS does not allow; Dan, whose version is unknown;
 * and paragons, which take three towers of their type.
 */
const POOL = new Catalogue(SEEDED_CATALOGUE).names.filter(
  ({ name, type, tier }) =>
    type !== "Banana Farm" && name !== "Banana Farm" && name !== "Dan" && tier !== "555",
);

/** Single towers by the name of what was built, and heroes. */
export const BUILT: readonly TowerName[] = POOL.filter(({ kind }) => kind !== "type");
export const TYPES: readonly TowerName[] = POOL.filter(({ kind }) => kind === "type");

/** Returns how often runs use such a name: fifth tiers are what people try first. */
export function popularity({ kind, tier }: TowerName): number {
  if (kind === "hero") return 5;
  if (tier === null || tier === "base") return 0.4;
  return { "3": 1, "4": 3, "5": 8 }[Math.max(...Array.from(tier, Number)).toString()] ?? 1;
}

/** Returns the path that is upgraded furthest, and its tier: any tier up to two for a base tower. */
function mainPath(tower: TowerName, random: Random): readonly [path: number, tier: number] {
  if (tower.tier === null) return [random.integer(0, 2), random.integer(3, 5)];
  if (tower.tier === "base") return [random.integer(0, 2), random.integer(0, 2)];
  const tiers = Array.from(tower.tier, Number);
  const tier = Math.max(...tiers);
  return [tiers.indexOf(tier), tier];
}

const byName = new Map(POOL.map((tower) => [tower.name, tower]));

/**
 * Returns upgrades of a tower of the pool as players write them, with at most one crosspath: "0-5-2". A hero has a
 * level instead.
 */
export function upgradesOf(name: string, random: Random): string {
  const tower = byName.get(name);
  if (!tower) throw new Error(`"${name}" is not in the pool of towers.`);
  if (tower.kind === "hero") return "Level 20";
  const [path, tier] = mainPath(tower, random);
  const tiers = [0, 0, 0];
  tiers[path] = tier;
  tiers[(path + random.integer(1, 2)) % 3] = random.pick([0, 1, 2, 2, 2]);
  return tiers.join("-");
}

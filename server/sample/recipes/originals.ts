import type { MapFacts } from "../../../game/facts.ts";
import { mapsFor, playableFrom, upgradesOf } from "../pool.ts";
import type { Random } from "../random.ts";
import { LAST_DAY } from "../versions.ts";
import { type Run, shareOut } from "./run.ts";

/** A pair or a single tower, played on several maps: the first run is the original. */
export interface Group {
  readonly towers: readonly string[];
  /** Maps that come first, in this order: a showcase. */
  readonly showcase?: readonly string[];
}

export interface OriginalsOptions {
  readonly groups: readonly Group[];
  /** Of all groups together. */
  readonly count: number;
  /** Of the original alone; null where the challenge has none. */
  readonly money: ((random: Random) => number) | null;
  /** Whether a later run may name the two towers the other way round. */
  readonly mayTurn: (towers: readonly string[]) => boolean;
}

/** More maps than anybody plays the same towers on. */
const MOST_MAPS = 40;

function orderOfMaps({ towers, showcase = [] }: Group, random: Random): MapFacts[] {
  const maps = random.shuffle(mapsFor(towers));
  const isFirst = ({ name }: MapFacts): boolean => showcase.includes(name);
  const byOrder = (one: MapFacts, other: MapFacts): number =>
    showcase.indexOf(one.name) - showcase.indexOf(other.name);
  return [...maps.filter(isFirst).sort(byOrder), ...maps.filter((map) => !isFirst(map))];
}

/** Runs of the same towers on several maps. The original is the earliest; only it has upgrades, money and a date. */
function runsOf(group: Group, count: number, options: OriginalsOptions, random: Random): Run[] {
  const { towers, showcase = [] } = group;
  let firstDay = 0;
  return orderOfMaps(group, random)
    .slice(0, count)
    .map((map, place) => {
      const og = place === 0;
      const earliest = Math.max(playableFrom(towers, map), firstDay);
      // Originals are claimed early; the others follow until today.
      const share = random.next() ** (og ? 1.6 : 1);
      const day = earliest + Math.floor(share * (LAST_DAY - earliest + 1));
      if (og) firstDay = day;
      const turned = !og && random.chance(0.2) && options.mayTurn(towers);
      return {
        map: map.name,
        towers: turned ? [...towers].reverse() : towers,
        upgrades: og ? towers.map((tower) => upgradesOf(tower, random)) : [],
        money: og ? (options.money?.(random) ?? null) : null,
        completionType: null,
        og,
        day,
        dated: og,
        showcase: showcase.includes(map.name),
      };
    });
}

/** Every group has its one original; the first groups are played most. */
export function runsWithOriginals(random: Random, options: OriginalsOptions): Run[] {
  const { groups, count } = options;
  const least = groups.map(({ showcase = [] }) => Math.max(1, showcase.length));
  const shares = shareOut(random, least, count, MOST_MAPS);
  return groups.flatMap((group, place) => runsOf(group, shares[place] ?? 0, options, random));
}

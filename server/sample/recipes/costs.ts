import type { Difficulty, MapFacts } from "../../../game/facts.ts";
import { MAPS } from "../../../game/maps.ts";
import { playableFrom } from "../pool.ts";
import type { Random } from "../random.ts";
import { LAST_DAY } from "../versions.ts";
import { type Run, shareOut } from "./run.ts";

/** What the first run on a map costs, as shares of the most that can be spent. */
const FIRST_COST: { readonly [Each in Difficulty]: readonly [least: number, most: number] } = {
  beginner: [0.12, 0.32],
  intermediate: [0.18, 0.42],
  advanced: [0.28, 0.65],
  expert: [0.45, 1],
};

/** A map's runs one after the other: each spends a little less than the one before. */
function recordsOn(map: MapFacts, count: number, most: number, random: Random): Run[] {
  const earliest = playableFrom([], map);
  const days = Array.from({ length: count }, () => random.integer(earliest, LAST_DAY)).sort((a, b) => a - b);
  const [low, high] = FIRST_COST[map.difficulty];
  let money = most * (low + random.next() * (high - low));
  return days.map((day) => {
    const spent = Math.floor(money);
    money *= 0.84 + random.next() * 0.14;
    return {
      map: map.name,
      towers: [],
      upgrades: [],
      money: spent,
      completionType: null,
      og: false,
      day,
      dated: true,
      showcase: false,
    };
  });
}

/** Runs of least cost: a record and its improvements on every map. `most` is cash. */
export function runsOfLeastCost(random: Random, count: number, most: number): Run[] {
  const maps = random.shuffle(MAPS);
  const least = maps.map(() => 1);
  const shares = shareOut(random, least, count, Math.ceil((count / maps.length) * 2.5));
  return maps.flatMap((map, place) => recordsOn(map, shares[place] ?? 0, most, random));
}

import { twoTowers } from "../../../challenges/2tc.ts";
import { twoTowersCoop } from "../../../challenges/2tcc.ts";
import { leastCostChimps } from "../../../challenges/lcc.ts";
import { leastCostDeflation } from "../../../challenges/lcd.ts";
import { BUILT } from "../pool.ts";
import { runsOfLeastCost } from "./costs.ts";
import { type Group, runsWithOriginals } from "./originals.ts";
import { drawPairs, isPairOf } from "./pairs.ts";
import type { Recipe } from "./run.ts";
import { runsOfTowers, runsOfTypes } from "./sets.ts";

/** Where a guided tour finds something to look at: "abs zero quad" in the search box. */
const SHOWCASES: readonly Group[] = [
  { towers: ["Absolute Zero", "The Bloon Solver"], showcase: ["Quad"] },
  { towers: ["Absolute Zero", "Spirit of the Forest"], showcase: ["Quad", "#Ouch"] },
  { towers: ["Grandmaster Ninja", "Absolute Zero"], showcase: ["Ravine", "Quad"] },
  { towers: ["Quincy", "Absolute Zero"], showcase: ["Muddy Puddles", "Quad"] },
];

/** Cash a player of a co-op game can start with. */
const STARTING_CASH = [650, 650, 650, 700, 750, 800, 900, 1000, 1300];

/** How many runs of which shape each challenge gets, by the challenge's key. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  "2tc": (random) =>
    runsWithOriginals(random, {
      groups: drawPairs(random, twoTowers.fields, 500, SHOWCASES),
      count: 3_000,
      money: null,
      mayTurn: (towers) => isPairOf(twoTowers.fields, [...towers].reverse()),
    }),
  fttc: (random) => runsOfTypes(random, 400),
  lcc: (random) => runsOfLeastCost(random, 520, leastCostChimps.fields.money.max),
  ltc: (random) =>
    runsOfTowers(
      random,
      [
        ["og", 2],
        ["cheapest", 1],
        ["heroless", 1],
      ],
      300,
    ),
  lcd: (random) => runsOfLeastCost(random, 170, leastCostDeflation.fields.money.max),
  "2mp": (random) =>
    runsWithOriginals(random, {
      groups: random.shuffle(BUILT).map(({ name }) => ({ towers: [name] })),
      count: 2_000,
      money: null,
      mayTurn: () => false,
    }),
  "2tcc": (random) =>
    runsWithOriginals(random, {
      groups: drawPairs(random, twoTowersCoop.fields, 66, []),
      count: 400,
      money: (draw) => draw.pick(STARTING_CASH),
      mayTurn: () => true,
    }),
};

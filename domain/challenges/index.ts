import { twoMillionPops } from "./2mp.ts";
import { twoTowers } from "./2tc.ts";
import { twoTowersCoop } from "./2tcc.ts";
import { registerChallenges } from "./define.ts";
import { fewestTowerTypes } from "./fttc.ts";
import { leastCostChimps } from "./lcc.ts";
import { leastCostDeflation } from "./lcd.ts";
import { leastTowers } from "./ltc.ts";

/** All challenges, in the order of the navigation (SPEC section 2). */
export const CHALLENGES = registerChallenges([
  twoTowers,
  fewestTowerTypes,
  leastCostChimps,
  leastTowers,
  leastCostDeflation,
  twoMillionPops,
  twoTowersCoop,
]);

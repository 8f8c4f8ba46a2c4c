import { findTower } from "../../game/names.ts";

/** Returns what people write as the upgrades of a tower, or as a hero's level. */
export const upgradeExample = (tower: string): string =>
  findTower(tower)?.kind === "hero" ? "Level 1 to 20" : "0-5-2";

import type { TowerName } from "./catalogue.ts";
import type { TowerCategory } from "./facts.ts";

/** What a tower's mark is drawn from. */
export interface TowerMark {
  /** Determines its shape and colour. */
  readonly category: TowerCategory | "hero";
  readonly letters: string;
  /** The tiers of the top, middle and bottom path that the name stands for, "0-5-0"; null for a type and for a hero. */
  readonly tiers: string | null;
}

/** Returns the mark of a tower's name. */
export function towerMarkOf({
  tier,
  category,
  letters,
}: Pick<TowerName, "tier" | "category" | "letters">): TowerMark {
  const tiers = tier === null ? null : tier === "base" ? "0-0-0" : [...tier].join("-");
  return { category, letters, tiers };
}

import type { Catalogue } from "../../game/catalogue.ts";
import type { TierKey } from "../../game/facts.ts";

/** What can be chosen as the upgrades of a tower: its paths ("5-2-0") or, of a hero, the level it has reached. */
export interface UpgradeChoices {
  readonly of: "path" | "level";
  /** The tower's name. */
  readonly tower: string;
  readonly choices: readonly string[];
}

const LEVELS: readonly string[] = Array.from({ length: 20 }, (_, at) => `Level ${at + 1}`);

/** The tiers of a crosspath, and of every path of a tower that has no name of its own yet. */
const LOW_TIERS = [0, 1, 2];

/** Returns the paths of a tower with a name at this tier: its own tier with each crosspath that the game allows. */
function pathsOf(tier: TierKey): readonly string[] {
  if (tier === "555") return ["5-5-5"];
  const [firsts = [], seconds = [], thirds = []] = (tier === "base" ? "000" : tier)
    .split("")
    .map((digit) => (digit === "0" ? LOW_TIERS : [Number(digit)]));
  // Upgrades of one path stand together: 5-0-0, 5-1-0, 5-2-0, then 5-0-1, 5-0-2.
  return thirds
    .flatMap((third) => seconds.flatMap((second) => firsts.map((first) => [first, second, third])))
    .filter((tiers) => tiers.includes(0))
    .map((tiers) => tiers.join("-"));
}

/** Returns what can be chosen for a tower in any spelling; null for none, or a tower type without a tier. */
export function upgradeChoices(spelling: string, catalogue: Catalogue): UpgradeChoices | null {
  const tower = catalogue.find(spelling);
  if (!tower) return null;
  if (tower.kind === "hero") return { of: "level", tower: tower.name, choices: LEVELS };
  return tower.tier === null ? null : { of: "path", tower: tower.name, choices: pathsOf(tower.tier) };
}

/** Returns the choice that a text writes ("5-2-0", "520", "lvl 20", "20"); an empty text if it is none of them. */
export function choiceWritten({ of, choices }: UpgradeChoices, text: string): string {
  const digits = text.replace(/\D/g, "");
  const path = of === "level" ? `Level ${Number(digits)}` : digits.split("").join("-");
  const isWritten = of === "level" ? /^(level|lvl|lv)?\.?\s*\d{1,2}$/i : /^\d-?\d-?\d$/;
  return isWritten.test(text.trim()) && choices.includes(path) ? path : "";
}

import type { TowerCategory } from "./facts.ts";
import type { TowerName } from "./names.ts";

/** The two letters in the mark of a tower type or a hero. No two have the same letters (a test checks). */
export const MARK_LETTERS: Readonly<Record<string, string>> = {
  "Dart Monkey": "Da",
  "Boomerang Monkey": "Bo",
  "Bomb Shooter": "Bm",
  "Tack Shooter": "Ta",
  "Ice Monkey": "Ic",
  "Glue Gunner": "Gl",
  Desperado: "De",
  "Sniper Monkey": "Sn",
  "Monkey Sub": "Sb",
  "Monkey Buccaneer": "Bu",
  "Monkey Ace": "Ac",
  "Heli Pilot": "He",
  "Mortar Monkey": "Mo",
  "Dartling Gunner": "Dg",
  "Wizard Monkey": "Wi",
  "Super Monkey": "Su",
  "Ninja Monkey": "Ni",
  Alchemist: "Al",
  Druid: "Dr",
  Mermonkey: "Me",
  Skywarden: "Sk",
  "Banana Farm": "Fa",
  "Spike Factory": "Sp",
  "Monkey Village": "Vi",
  "Engineer Monkey": "En",
  "Beast Handler": "Be",
  Quincy: "Qu",
  Gwen: "Gw",
  Jones: "Jo",
  Obyn: "Ob",
  Churchill: "Ch",
  Benjamin: "Bj",
  Ezili: "Ez",
  Pat: "Pa",
  Adora: "Ad",
  Brickell: "Br",
  Etienne: "Et",
  Sauda: "Sa",
  Psi: "Ps",
  Geraldo: "Ge",
  Corvus: "Co",
  Rosalia: "Ro",
  Silas: "Si",
  Dan: "Dn",
};

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
  name,
  type,
  tier,
  category,
}: Pick<TowerName, "name" | "type" | "tier" | "category">): TowerMark {
  const letters = MARK_LETTERS[type ?? name] ?? "?";
  const tiers = tier === null ? null : tier === "base" ? "0-0-0" : [...tier].join("-");
  return { category, letters, tiers };
}

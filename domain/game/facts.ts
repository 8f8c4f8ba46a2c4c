/** The shop's four categories. Where towers are shown, heroes are a fifth. */
export const CATEGORIES = ["primary", "military", "magic", "support"] as const;
export type TowerCategory = (typeof CATEGORIES)[number];

/** Cash that a CHIMPS game starts with (hard difficulty). */
export const START_CASH = 650;

/** Tier keys of a tower type's names: the base tower, tiers 3 to 5 of each path, and the paragon ("555"). */
export const TIER_KEYS = [
  "base",
  "300",
  "030",
  "003",
  "400",
  "040",
  "004",
  "500",
  "050",
  "005",
  "555",
] as const;
export type TierKey = (typeof TIER_KEYS)[number];

export interface TowerType {
  readonly name: string;
  readonly category: TowerCategory;
  /** Major game version as text. */
  readonly addedVersion: string | null;
  /** yyyy-mm-dd */
  readonly addedDate: string | null;
  /** Cash on medium difficulty. */
  readonly baseCost: number;
  /** Cash on hard difficulty and in CHIMPS. */
  readonly hardCost: number;
  /** One of the 18 types that START_CASH can buy. */
  readonly affordableAtStart: boolean;
  readonly names: { readonly [Key in Exclude<TierKey, "555">]: string } & { readonly "555"?: string };
}

export interface Hero extends Omit<TowerType, "category" | "names"> {
  readonly fullName: string;
}

/** In the order in which maps are listed, the hardest last. */
export const DIFFICULTIES = ["beginner", "intermediate", "advanced", "expert"] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

export interface MapFacts {
  readonly name: string;
  readonly abbreviation: string;
  readonly difficulty: Difficulty;
  /** Major game version in which the map was added, as text. */
  readonly version: string | null;
  readonly hasLOS: 0 | 1 | null;
  readonly hasWater: 0 | 1 | null;
  /** Average path length in RBS. */
  readonly length: number | null;
  readonly numEntrances: number | null;
  readonly numExits: number | null;
  readonly numObjects: number | null;
  readonly removalCost: string | null;
}

/** Returns the price on hard difficulty, where CHIMPS is played: 8 percent above medium, to the nearest 5. */
export const hardPrice = (mediumPrice: number): number => Math.round((mediumPrice * 108) / 500) * 5;

/** A price change in a version of the game. Cash on medium difficulty. */
export interface PriceChange {
  readonly version: string;
  /** A tower type or a hero. */
  readonly tower: string;
  /** Tiers from the top path to the bottom one, "040"; null for the tower's own price. */
  readonly path: string | null;
  readonly upgrade: string | null;
  readonly oldCost: number;
  readonly newCost: number;
  /** The last version that is known to have the old price; null: the one before `version`. */
  readonly lastWithOld: string | null;
}

/** Any other change in a version of the game. */
export interface OtherChange {
  readonly version: string;
  /** A tower type or a hero. */
  readonly tower: string;
  readonly nature: (typeof NATURES)[number];
  readonly change: string;
}

/** What a balance change does to its tower (SPEC section 3). */
export const NATURES = ["buff", "nerf", "bugfix", "miscellaneous"] as const;

/** The first day of the month in which the game came out, yyyy-mm-dd: nothing was completed before. */
export const FIRST_DAY = "2018-06-01";

/** The newest version of the game that these facts know, and the first whose prices they know. */
export const NEWEST_OF_FACTS = "56.3";
export const FIRST_KNOWN_PRICES = "38.3";

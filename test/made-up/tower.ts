import type { CatalogueRow, PriceRow } from "../../domain/game/catalogue.ts";
import { TIER_KEYS } from "../../domain/game/facts.ts";

/** Names of a tower type that the game does not have, by tier. */
const NAMES = {
  ...{ base: "Base Lantern", "300": "Silver Wick", "400": "Gold Wick", "500": "Wick of the World" },
  ...{ "030": "Blue Flame", "040": "Cold Flame", "050": "Flame Eternal" },
  ...{ "003": "Stained Glass", "004": "Rose Window", "005": "Cathedral Light", "555": "Lantern Sovereign" },
} as const;

export const price = (tiers: string | null, version: string, cost: number): PriceRow => ({
  ...{ tiers, version, cost, upgrade: null, lastWithOld: null },
});

/** A tower type with all tiers and a paragon, whose price and that of its fifth tier changed once. */
export const LANTERN: CatalogueRow = {
  ...{ kind: "tower", name: "Lantern Keeper", fullName: null, gameId: "LanternKeeper", category: "magic" },
  ...{ hardCost: null, version: "57.0", date: "2026-10-01", mark: "Lk", spelling: "Keeper Of Lanterns" },
  others: ["lanty"],
  former: [],
  upgrades: TIER_KEYS.map((tier) => ({ tier, name: NAMES[tier], spelling: null, others: [], former: [] })),
  prices: [
    ...[price(null, "57.0", 500), price(null, "57.1", 550)],
    ...[price("050", "57.0", 40_000), price("050", "57.1", 30_000)],
  ],
  excluded: [],
};

/** A hero, who may be in every challenge. */
export const MOSS: CatalogueRow = {
  ...{ kind: "hero", name: "Moss", fullName: "Moss the Patient", gameId: "Moss", category: null },
  ...{
    hardCost: null,
    version: "57.0",
    date: "2026-10-01",
    mark: "Mx",
    spelling: null,
    others: [],
    former: [],
  },
  ...{ upgrades: [], prices: [price(null, "57.0", 480)], excluded: [] },
};

/** A hero whom 2TC excludes. */
export const FLINT: CatalogueRow = {
  ...{ kind: "hero", name: "Flint", fullName: null, gameId: "Flint", category: null },
  ...{
    hardCost: null,
    version: "57.0",
    date: "2026-10-01",
    mark: "Fx",
    spelling: null,
    others: [],
    former: [],
  },
  ...{ upgrades: [], prices: [price(null, "57.0", 700)] },
  excluded: [{ challenge: "2tc", from: null, until: null }],
};

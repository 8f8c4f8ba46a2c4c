import type { CatalogueAnswer, HeroInfo, TowerInfo } from "../../../domain/contract/catalogue.ts";
import type { Catalogue, CatalogueEntry } from "../../../domain/game/catalogue.ts";
import { versionOrder } from "../../../domain/game/versions.ts";

const sharedOf = ({ prices, excluded, ...entry }: CatalogueEntry) => ({
  name: entry.name,
  gameId: entry.gameId,
  cost: entry.cost,
  hardCost: entry.costOnHard,
  version: entry.version,
  date: entry.date,
  mark: entry.mark,
  prices: prices
    .toSorted((one, other) => (versionOrder(one.version) ?? 0) - (versionOrder(other.version) ?? 0))
    .map(({ tiers, version, cost }) => ({ tiers, version, cost })),
  excluded: excluded.map(({ challenge, from, until }) => ({ challenge, from, until })),
});

/** Returns a tower type as it is on the wire. */
export const presentTower = (entry: CatalogueEntry): TowerInfo => ({
  ...sharedOf(entry),
  category: entry.category ?? "primary",
  names: Object.fromEntries(entry.upgrades.map(({ tier, name }) => [tier, name])),
});

/** Returns a hero as it is on the wire. */
export const presentHero = (entry: CatalogueEntry): HeroInfo => ({
  ...sharedOf(entry),
  fullName: entry.fullName,
});

/** Returns a tower type or a hero as it is on the wire. */
export const presentOne = (entry: CatalogueEntry): TowerInfo | HeroInfo =>
  entry.kind === "hero" ? presentHero(entry) : presentTower(entry);

/** Returns all towers and heroes as they are on the wire. */
export const presentCatalogue = ({ towers, heroes }: Catalogue): CatalogueAnswer => ({
  towers: towers.map(presentTower),
  heroes: heroes.map(presentHero),
});

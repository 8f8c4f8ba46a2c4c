import type { CatalogueRow, ExclusionRow, PriceRow, UpgradeRow } from "./catalogue.ts";
import { FIRST_KNOWN_PRICES, type Hero, TIER_KEYS, type TowerType } from "./facts.ts";
import { HEROES } from "./heroes.ts";
import { MARK_LETTERS } from "./mark-letters.ts";
import { PRICE_CHANGES } from "./price-changes.ts";
import {
  COMMUNITY_TOWERS,
  COMMUNITY_UPGRADES,
  HERO_SPELLINGS,
  TOWER_SPELLINGS,
  UPGRADE_SPELLINGS,
} from "./spellings.ts";
import { TOWER_TYPES } from "./towers.ts";
import { newerOf } from "./versions.ts";

/** Towers that win CHIMPS alone from the starting cash, and so are not allowed in a 2TC (SPEC sections 5 and 9). */
const WINS_ALONE: readonly string[] = ["Sauda", "Geraldo"];

/** Returns the game's id of a tower or hero: its name, of a hero the full one, without blanks and apostrophes. */
const gameIdOf = (name: string): string => name.replace(/[ ']/g, "");

/** Spellings by the name that they are of. */
type Spellings = ReadonlyMap<string, readonly string[]>;

function byName(list: Readonly<Record<string, string>>): Spellings {
  const found = new Map<string, string[]>();
  for (const [spelling, name] of Object.entries(list)) {
    const known = found.get(name);
    if (known) known.push(spelling);
    else found.set(name, [spelling]);
  }
  return found;
}

const CHANGES = Map.groupBy(PRICE_CHANGES, ({ tower }) => tower);
const OF_TOWERS = byName(TOWER_SPELLINGS);
const OF_UPGRADES = byName(UPGRADE_SPELLINGS);
const OF_HEROES = byName(HERO_SPELLINGS);
const TOWERS_NOW = byName(COMMUNITY_TOWERS);
const UPGRADES_NOW = byName(COMMUNITY_UPGRADES);

/** Returns how a name is written elsewhere: as the community's index spells it now, and all other ways. */
function written(
  name: string,
  community: Spellings,
  all: Spellings,
): Pick<UpgradeRow, "name" | "spelling" | "others" | "former"> {
  const [spelling = null] = community.get(name) ?? [];
  return { name, spelling, others: (all.get(name) ?? []).filter((each) => each !== spelling), former: [] };
}

/** Returns both ends of every known price change of a tower or hero, and its own price. */
function pricesOf({ name, baseCost, addedVersion }: TowerType | Hero): PriceRow[] {
  const since = newerOf(FIRST_KNOWN_PRICES, addedVersion);
  const none = { upgrade: null, lastWithOld: null };
  const changes = Map.groupBy(CHANGES.get(name) ?? [], ({ path }) => path);
  const own = changes.has(null) ? [] : [{ ...none, tiers: null, version: since, cost: baseCost }];
  return [
    ...own,
    ...[...changes].flatMap(([tiers, of]) => [
      ...of.slice(0, 1).map(({ oldCost, upgrade }) => ({
        tiers,
        version: since,
        cost: oldCost,
        upgrade,
        lastWithOld: null,
      })),
      ...of.map(({ version, newCost, upgrade, lastWithOld }) => ({
        tiers,
        version,
        cost: newCost,
        upgrade,
        lastWithOld,
      })),
    ]),
  ];
}

function common(facts: TowerType | Hero) {
  const { name, addedVersion, addedDate } = facts;
  return {
    hardCost: null,
    version: addedVersion,
    date: addedDate,
    prices: pricesOf(facts),
    gameId: gameIdOf("fullName" in facts ? facts.fullName : name),
    mark: MARK_LETTERS[name] ?? "",
    excluded: WINS_ALONE.includes(name)
      ? [{ challenge: "2tc", from: null, until: null } satisfies ExclusionRow]
      : [],
  };
}

/** The towers and heroes that the database is seeded with, in the order of the shop, from the facts in this folder. */
export const SEEDED_CATALOGUE: readonly CatalogueRow[] = [
  ...TOWER_TYPES.map(
    (type): CatalogueRow => ({
      ...common(type),
      ...written(type.name, TOWERS_NOW, OF_TOWERS),
      kind: "tower",
      fullName: null,
      category: type.category,
      upgrades: TIER_KEYS.flatMap((tier) => {
        const name = type.names[tier];
        return name === undefined ? [] : { tier, ...written(name, UPGRADES_NOW, OF_UPGRADES) };
      }),
    }),
  ),
  ...HEROES.map(
    (hero): CatalogueRow => ({
      ...common(hero),
      ...written(hero.name, new Map(), OF_HEROES),
      kind: "hero",
      fullName: hero.fullName,
      category: null,
      upgrades: [],
    }),
  ),
];

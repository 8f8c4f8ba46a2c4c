import type { CatalogueRow, PriceRow, UpgradeRow } from "../../../domain/game/catalogue.ts";
import { LOADED, SYSTEM } from "../../../server/db/changes.ts";
import type { Database } from "../../../server/db/database.ts";
import {
  findAllStored,
  insertTowers,
  keysOf,
  keysOfUpgrade,
  logLoadedTowers,
  updateTower,
} from "./repository.server.ts";

/** A line of the facts: a tower or hero, a name of one of its tiers, or one of its prices. */
export interface CatalogueLine {
  /** The line's identity. */
  readonly line: string;
  readonly row: CatalogueRow;
  /** The row's place among all. */
  readonly place: number;
  readonly upgrade?: UpgradeRow;
  readonly price?: PriceRow;
}

/** Returns the lines of the facts' towers and heroes, each of which is loaded once. */
export const catalogueLines = (rows: readonly CatalogueRow[]): readonly CatalogueLine[] =>
  rows.flatMap((row, place) => [
    { line: row.name, row, place },
    ...row.upgrades.map((upgrade) => ({
      ...{ line: `${row.name} ${upgrade.tier} ${upgrade.name}`, row, place, upgrade },
    })),
    ...row.prices.map((price) => ({
      ...{ line: `${row.name} ${price.tiers ?? "itself"} ${price.version} ${price.cost}`, row, place, price },
    })),
  ]);

/**
 * Adds what is new about a tower or hero, where nothing has its place.
 * @param taken the keys of all other towers and heroes
 */
const withLines = (
  row: CatalogueRow,
  lines: readonly CatalogueLine[],
  taken: ReadonlySet<string>,
): CatalogueRow => ({
  ...row,
  upgrades: [
    ...row.upgrades,
    ...lines.flatMap(({ upgrade }) =>
      upgrade &&
      !row.upgrades.some(({ tier }) => tier === upgrade.tier) &&
      !keysOfUpgrade(upgrade).some((key) => taken.has(key))
        ? upgrade
        : [],
    ),
  ],
  prices: [
    ...row.prices,
    ...lines.flatMap(({ price }) =>
      price && !row.prices.some(({ tiers, version }) => tiers === price.tiers && version === price.version)
        ? price
        : [],
    ),
  ],
});

/**
 * Returns the statements that load lines that were never loaded: new towers and heroes whole; to one that is there, what is
 * new about it. What helpers deleted stays deleted.
 */
export async function loadCatalogue(
  database: Database,
  fresh: readonly CatalogueLine[],
  now: Date,
): Promise<Parameters<Database["atomic"]>[0]> {
  const whole = fresh.filter(({ upgrade, price }) => !upgrade && !price);
  const isNew = new Set(whole.map(({ row }) => row.name));
  const stored = new Map((await findAllStored(database)).map((each) => [each.row.name, each]));
  const entry = { at: now.toISOString(), actor: SYSTEM, level: null, action: LOADED, act: null };
  const more = Map.groupBy(
    fresh.filter(({ row }) => !isNew.has(row.name)),
    ({ row }) => row.name,
  );
  const updates = [...more].flatMap(([name, lines]) => {
    const before = stored.get(name);
    if (!before) return [];
    const others = [...stored.values()].filter(({ id }) => id !== before.id);
    const after = withLines(before.row, lines, new Set(others.flatMap(({ row }) => keysOf(row))));
    return JSON.stringify(after) === JSON.stringify(before.row) ? [] : updateTower(before, after, entry);
  });
  if (whole.length === 0) return updates;
  return [
    insertTowers(
      whole.map(({ row }) => row),
      whole.map(({ place }) => place),
    ),
    ...(["tower", "hero"] as const).map((kind) => logLoadedTowers(kind, now)),
    ...updates,
  ];
}

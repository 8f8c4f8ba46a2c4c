import type { CatalogueRow, PriceRow, UpgradeRow } from "../../../domain/game/catalogue.ts";
import { proposedMark } from "../../../domain/game/catalogue-rows.ts";
import { nameKey } from "../../../domain/game/name-key.ts";
import { versionOrder } from "../../../domain/game/versions.ts";
import { LOADED, SYSTEM } from "../../../server/db/changes.ts";
import type { Database } from "../../../server/db/database.ts";
import {
  findAllStored,
  insertTowers,
  keysOf,
  keysOfUpgrade,
  logLoadedTowers,
  type StoredTower,
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
      line: `${row.name} ${upgrade.tier} ${upgrade.name}`,
      row,
      place,
      upgrade,
    })),
    ...row.prices.map((price) => ({
      line: `${row.name} ${price.tiers ?? "itself"} ${price.version} ${price.cost}`,
      row,
      place,
      price,
    })),
  ]);

const isSameVersion = (one: PriceRow, other: PriceRow): boolean =>
  versionOrder(one.version) === versionOrder(other.version);

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
      price && !row.prices.some((each) => each.tiers === price.tiers && isSameVersion(each, price))
        ? price
        : [],
    ),
  ],
});

/** Finds what a tower or hero of the facts is called here: what has its id, else what has its name, or had it. */
const findOf = (
  { kind, gameId, name }: CatalogueRow,
  stored: readonly StoredTower[],
): StoredTower | undefined =>
  stored.find(({ row }) => row.kind === kind && row.gameId !== null && row.gameId === gameId) ??
  stored.find(({ row }) => row.kind === kind && keysOf(row).includes(nameKey(name)));

/** Returns rows that are new with letters that no other has. */
function withFreeMarks(rows: readonly CatalogueRow[], stored: readonly StoredTower[]): CatalogueRow[] {
  const marks = stored.map(({ row }) => row.mark);
  return rows.map((row) => {
    const isTaken = marks.some((mark) => mark.toLowerCase() === row.mark.toLowerCase());
    const mark = isTaken ? proposedMark(row.name, marks) : row.mark;
    marks.push(mark);
    return { ...row, mark };
  });
}

/**
 * Returns the statements that load lines that were never loaded: new towers and heroes whole; to one that is there, what is
 * new about it. What helpers deleted stays deleted.
 */
export async function loadCatalogue(
  database: Database,
  fresh: readonly CatalogueLine[],
  now: Date,
): Promise<Parameters<Database["atomic"]>[0]> {
  const stored = await findAllStored(database);
  const entry = { at: now.toISOString(), actor: SYSTEM, level: null, action: LOADED, act: null };
  const rows = fresh.filter(({ upgrade, price }) => !upgrade && !price);
  const isNew = new Set(rows.map(({ row }) => row.name));
  // One that helpers made before the facts had it stays as they made it.
  const whole = rows.filter(({ row }) => !findOf(row, stored));
  const more = Map.groupBy(
    fresh.filter(({ row }) => !isNew.has(row.name)),
    ({ row }) => findOf(row, stored),
  );
  const updates = [...more].flatMap(([before, lines]) => {
    if (!before) return [];
    const others = stored.filter((each) => each !== before);
    const after = withLines(before.row, lines, new Set(others.flatMap(({ row }) => keysOf(row))));
    return JSON.stringify(after) === JSON.stringify(before.row) ? [] : updateTower(before, after, entry);
  });
  if (whole.length === 0) return updates;
  return [
    insertTowers(
      withFreeMarks(
        whole.map(({ row }) => row),
        stored,
      ),
      whole.map(({ place }) => place),
    ),
    ...(["tower", "hero"] as const).map((kind) => logLoadedTowers(kind, now)),
    ...updates,
  ];
}

import {
  balanceChangeOf,
  otherBalanceChangeOf,
} from "../app/features/balance-changes/price-change.server.ts";
import {
  insertBalanceChanges,
  logLoadedBalanceChanges,
} from "../app/features/balance-changes/repository.server.ts";
import { catalogueLines, loadCatalogue } from "../app/features/catalogue/seed.server.ts";
import { insertMaps, logLoadedMaps, setMapIds } from "../app/features/maps/repository.server.ts";
import { normaliseNameKeys } from "../app/features/players/repository/normal-keys.server.ts";
import { insertSpellings, logLoadedSpellings } from "../app/features/spellings/repository.server.ts";
import type { CatalogueRow } from "../domain/game/catalogue.ts";
import type { MapFacts, OtherChange, PriceChange } from "../domain/game/facts.ts";
import { mapIdOf } from "../domain/game/map-ids.ts";
import { MAPS } from "../domain/game/maps.ts";
import { nameKey } from "../domain/game/name-key.ts";
import { OTHER_CHANGES } from "../domain/game/other-changes.ts";
import { PRICE_CHANGES } from "../domain/game/price-changes.ts";
import { SEEDED_CATALOGUE } from "../domain/game/seeded-catalogue.ts";
import { SEEDED_SPELLINGS, type SeededSpelling } from "../domain/game/short-forms.ts";
import { versionOrder } from "../domain/game/versions.ts";
import { findSeeded, insertSeedChange } from "../server/db/changes.ts";
import { ConstraintError, type Database } from "../server/db/database.ts";

/** The game's facts, by file. */
export interface SeededFacts {
  readonly towers: readonly CatalogueRow[];
  readonly maps: readonly MapFacts[];
  readonly changes: readonly (PriceChange | OtherChange)[];
  readonly spellings: readonly SeededSpelling[];
}

const FACTS: SeededFacts = {
  towers: SEEDED_CATALOGUE,
  maps: MAPS,
  changes: [...PRICE_CHANGES, ...OTHER_CHANGES],
  spellings: SEEDED_SPELLINGS,
};

/** How the lines of one file of facts are told apart and loaded. */
interface Seed<Line> {
  readonly noun: string;
  readonly label: string;
  readonly file: string;
  readonly lines: readonly Line[];
  /** The identity of a line, however it is written. */
  readonly lineOf: (line: Line) => string;
  /** The version of the game that brought it; null: before 54.0. */
  readonly versionOf: (line: Line) => string | null;
  /** The statements that load lines, and log what they loaded. */
  readonly load: (lines: readonly Line[], now: Date) => Promise<Parameters<Database["atomic"]>[0]>;
}

/** The last version in the facts when the log did not have their lines yet. */
const WITHOUT_LINES_UNTIL = versionOrder("54.999") ?? 0;

/**
 * Loads the lines that were never loaded, in one batch, and returns how many; null: another start loads them at this
 * moment. Each line is loaded once, whatever becomes of it: one that a helper deleted stays deleted, and one that a later
 * version of the site brings is loaded at its first start.
 */
async function seedLines<Line>(database: Database, now: Date, seed: Seed<Line>): Promise<number | null> {
  const { noun, file, lines, lineOf, versionOf, load } = seed;
  const seeded = await findSeeded(database, noun);
  const fresh = lines.filter((line) => {
    const isOld = (versionOrder(versionOf(line) ?? "1") ?? 0) <= WITHOUT_LINES_UNTIL;
    return !seeded.lines.has(lineOf(line)) && !(seeded.isWithoutLines && isOld);
  });
  if (fresh.length === 0) return 0;
  const entry = { file, count: fresh.length, lines: fresh.map(lineOf), times: seeded.times };
  try {
    await database.atomic([...(await load(fresh, now)), insertSeedChange(noun, entry, now)]);
    return fresh.length;
  } catch (error) {
    const isLoaded = (await findSeeded(database, noun)).times > seeded.times;
    if (error instanceof ConstraintError && isLoaded) return null;
    throw error;
  }
}

/**
 * Loads the facts never loaded yet, line by line, and returns what was loaded: "89 maps". From then on the database is
 * authoritative. What is stored by an earlier rule for the names of players is brought into the present one.
 * @param facts other lines than those of domain/game/
 */
export async function seedFacts(
  database: Database,
  now: Date,
  facts: Partial<SeededFacts> = {},
): Promise<string[]> {
  const { towers, maps, changes, spellings } = { ...FACTS, ...facts };
  const loaded: string[] = [];
  /** Returns false if another start is faster: that one loads the rest, too. */
  async function load<Line>(seed: Seed<Line>): Promise<boolean> {
    const count = await seedLines(database, now, seed);
    if (count) loaded.push(`${count} ${seed.label}`);
    return count !== null;
  }
  (await load({
    noun: "towers",
    label: "towers, heroes, names and prices",
    file: "domain/game/towers.ts",
    lines: catalogueLines(towers),
    lineOf: ({ line }) => line,
    versionOf: () => null,
    load: (fresh, at) => loadCatalogue(database, fresh, at),
  })) &&
    (await load({
      noun: "maps",
      label: "maps",
      file: "domain/game/maps.ts",
      lines: maps,
      lineOf: ({ name }) => name,
      versionOf: ({ version }) => version,
      load: async (fresh, at) => [...insertMaps(fresh), logLoadedMaps(at)],
    })) &&
    (await load({
      noun: "map-ids",
      label: "ids of maps",
      file: "domain/game/map-ids.ts",
      lines: maps,
      lineOf: ({ name }) => name,
      versionOf: () => null,
      load: async (fresh, at) =>
        setMapIds(
          fresh.map(({ name }) => ({ name, gameId: mapIdOf(name) })),
          at,
        ),
    })) &&
    (await load({
      noun: "balance-changes",
      label: "balance changes",
      file: "domain/game/price-changes.ts",
      lines: changes,
      lineOf: (line) =>
        `${line.version} ${line.tower} ${"change" in line ? line.change : (line.path ?? "itself")}`,
      versionOf: ({ version }) => version,
      async load(fresh, at) {
        const rows = fresh.map((line) =>
          "change" in line
            ? otherBalanceChangeOf(line, at.toISOString())
            : balanceChangeOf(line, at.toISOString()),
        );
        return [insertBalanceChanges(await Promise.all(rows)), logLoadedBalanceChanges(at)];
      },
    })) &&
    (await load({
      noun: "spellings",
      label: "spellings",
      file: "domain/game/short-forms.ts",
      lines: spellings,
      lineOf: ({ spelling, kind, name }) => `${nameKey(spelling)} = ${kind} ${name}`,
      versionOf: () => null,
      load: async (fresh, at) => [insertSpellings(fresh), logLoadedSpellings(at)],
    }));
  const names = await normaliseNameKeys(database, now);
  if (names > 0) loaded.push(`${names} names of players by their new keys`);
  return loaded;
}

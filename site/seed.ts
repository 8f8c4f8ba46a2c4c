import { balanceChangeOf } from "../app/features/balance-changes/price-change.server.ts";
import {
  insertBalanceChanges,
  logLoadedBalanceChanges,
} from "../app/features/balance-changes/repository.server.ts";
import { insertMaps, logLoadedMaps } from "../app/features/maps/repository.server.ts";
import { normaliseNameKeys } from "../app/features/players/repository/normal-keys.server.ts";
import { insertSpellings, logLoadedSpellings } from "../app/features/spellings/repository.server.ts";
import { MAPS } from "../domain/game/maps.ts";
import { nameKey } from "../domain/game/name-key.ts";
import { PRICE_CHANGES } from "../domain/game/price-changes.ts";
import { SEEDED_SPELLINGS, type SeededSpelling } from "../domain/game/short-forms.ts";
import { insertSeedChange, seededLines, wasSeeded } from "../server/db/changes.ts";
import { ConstraintError, type Database } from "../server/db/database.ts";

/** The game's facts that a new database starts with, in loading order. From then on the database is authoritative. */
const SEEDS = [
  {
    noun: "maps",
    label: "maps",
    file: "domain/game/maps.ts",
    count: MAPS.length,
    statements: async (now: Date) => [...insertMaps(MAPS), logLoadedMaps(now)],
  },
  {
    noun: "balance-changes",
    label: "balance changes",
    file: "domain/game/price-changes.ts",
    count: PRICE_CHANGES.length,
    statements: async (now: Date) => {
      const changes = PRICE_CHANGES.map((change) => balanceChangeOf(change, now.toISOString()));
      return [insertBalanceChanges(await Promise.all(changes)), logLoadedBalanceChanges(now)];
    },
  },
] as const;

/**
 * Runs a load of facts; returns false if somebody else who found them missing at the same time was faster, such as
 * another isolate of a new site's Worker. Our batch then failed because of their rows.
 */
async function loadOnce(load: () => Promise<unknown>, isLoaded: () => Promise<boolean>): Promise<boolean> {
  try {
    await load();
    return true;
  } catch (error) {
    if (error instanceof ConstraintError && (await isLoaded())) return false;
    throw error;
  }
}

/** Returns the identity of a line of the spellings' file, however it is written. */
const lineOf = ({ spelling, kind, name }: SeededSpelling): string => `${nameKey(spelling)} = ${kind} ${name}`;

/**
 * Loads the spellings that were never loaded, and returns how many. Each line of the file is loaded once, whatever
 * becomes of it: one that a helper deleted stays deleted, and one that a later version adds is loaded at its first
 * start.
 */
async function seedSpellings(
  database: Database,
  now: Date,
  spellings: readonly SeededSpelling[],
): Promise<number> {
  const findFresh = async (): Promise<SeededSpelling[]> => {
    const loaded = await seededLines(database, "spellings");
    return spellings.filter((each) => !loaded.has(lineOf(each)));
  };
  const fresh = await findFresh();
  if (fresh.length === 0) return 0;
  const seed = { file: "domain/game/short-forms.ts", count: fresh.length, lines: fresh.map(lineOf) };
  const statements = [insertSpellings(fresh), logLoadedSpellings(now)];
  const isOurs = await loadOnce(
    () => database.atomic([...statements, insertSeedChange("spellings", seed, now)]),
    async () => (await findFresh()).length === 0,
  );
  return isOurs ? fresh.length : 0;
}

/**
 * Loads the facts never loaded yet, by kind (spellings one by one), and returns what was loaded: "87 maps". What is stored by
 * an earlier rule for the names of players is brought into the present one.
 */
export async function seedFacts(
  database: Database,
  now: Date,
  spellings: readonly SeededSpelling[] = SEEDED_SPELLINGS,
): Promise<string[]> {
  const loaded: string[] = [];
  for (const { noun, label, file, count, statements } of SEEDS) {
    if (await wasSeeded(database, noun)) continue;
    const all = [...(await statements(now)), insertSeedChange(noun, { file, count }, now)];
    const isOurs = await loadOnce(
      () => database.atomic(all),
      () => wasSeeded(database, noun),
    );
    // Whoever was faster loads the rest.
    if (!isOurs) return loaded;
    loaded.push(`${count} ${label}`);
  }
  const count = await seedSpellings(database, now, spellings);
  if (count > 0) loaded.push(`${count} spellings`);
  const names = await normaliseNameKeys(database, now);
  if (names > 0) loaded.push(`${names} names of players by their new keys`);
  return loaded;
}

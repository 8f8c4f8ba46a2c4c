import { MAPS } from "../game/maps.ts";
import { nameKey } from "../game/name-key.ts";
import { PRICE_CHANGES } from "../game/price-changes.ts";
import { SEEDED_SPELLINGS, type SeededSpelling } from "../game/seeded-spellings.ts";
import { balanceChangeOf } from "./balance-changes/price-change.ts";
import { insertBalanceChanges, logLoadedBalanceChanges } from "./data/balance-changes.ts";
import { insertSeedChange, seededLines, wasSeeded } from "./data/changes.ts";
import { ConstraintError, type Database } from "./data/database.ts";
import { insertMaps, logLoadedMaps } from "./data/maps.ts";
import { insertSpellings, logLoadedSpellings } from "./data/spellings.ts";

/** The game's facts that a new database begins with, in the order they are loaded. From then on its tables rule. */
const SEEDS = [
  {
    noun: "maps",
    label: "maps",
    file: "game/maps.ts",
    count: MAPS.length,
    statements: async (now: Date) => [...insertMaps(MAPS), logLoadedMaps(now)],
  },
  {
    noun: "balance-changes",
    label: "balance changes",
    file: "game/price-changes.ts",
    count: PRICE_CHANGES.length,
    statements: async (now: Date) => {
      const changes = PRICE_CHANGES.map((change) => balanceChangeOf(change, now.toISOString()));
      return [insertBalanceChanges(await Promise.all(changes)), logLoadedBalanceChanges(now)];
    },
  },
] as const;

/**
 * Runs a load of facts; false where somebody else, who found them missing at the same time, was first: two isolates of a new
 * site's Worker, for one. Their rows are in the way of ours then, and ours are not there.
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

/** One line of the spellings' file, however it is written. */
const lineOf = ({ spelling, kind, name }: SeededSpelling): string => `${nameKey(spelling)} = ${kind} ${name}`;

/**
 * Loads the spellings that were never loaded, and answers how many. Each line of the file is loaded once, whatever becomes
 * of it: one that a helper deleted stays deleted, and one that a later version of the file has comes with its first start.
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
  const seed = { file: "game/short-forms.ts", count: fresh.length, lines: fresh.map(lineOf) };
  const statements = [insertSpellings(fresh), logLoadedSpellings(now)];
  const isOurs = await loadOnce(
    () => database.atomic([...statements, insertSeedChange("spellings", seed, now)]),
    async () => (await findFresh()).length === 0,
  );
  return isOurs ? fresh.length : 0;
}

/** Loads the facts that were never loaded, each kind as a whole, and answers what was: "87 maps". Spellings are loaded one by one. */
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
    // The other one goes on with the rest.
    if (!isOurs) return loaded;
    loaded.push(`${count} ${label}`);
  }
  const count = await seedSpellings(database, now, spellings);
  if (count > 0) loaded.push(`${count} spellings`);
  return loaded;
}

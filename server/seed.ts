import { MAPS } from "../game/maps.ts";
import { PRICE_CHANGES } from "../game/price-changes.ts";
import { balanceChangeOf } from "./balance-changes/price-change.ts";
import { insertBalanceChanges } from "./data/balance-changes.ts";
import { insertSeedChange, wasSeeded } from "./data/changes.ts";
import type { Database } from "./data/database.ts";
import { insertMaps } from "./data/maps.ts";

/** The game's facts that a new database begins with, in the order they are loaded. From then on its tables rule. */
const SEEDS = [
  {
    noun: "maps",
    label: "maps",
    file: "game/maps.ts",
    count: MAPS.length,
    statements: async () => insertMaps(MAPS),
  },
  {
    noun: "balance-changes",
    label: "balance changes",
    file: "game/price-changes.ts",
    count: PRICE_CHANGES.length,
    statements: async (now: Date) => {
      const changes = PRICE_CHANGES.map((change) => balanceChangeOf(change, now.toISOString()));
      return [insertBalanceChanges(await Promise.all(changes))];
    },
  },
] as const;

/** Loads the facts that were never loaded, each kind as a whole, and answers what was: "87 maps". */
export async function seedFacts(database: Database, now: Date): Promise<string[]> {
  const loaded: string[] = [];
  for (const { noun, label, file, count, statements } of SEEDS) {
    if (await wasSeeded(database, noun)) continue;
    await database.atomic([...(await statements(now)), insertSeedChange(noun, file, count, now)]);
    loaded.push(`${count} ${label}`);
  }
  return loaded;
}

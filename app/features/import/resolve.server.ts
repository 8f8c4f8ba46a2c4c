import { readCompletions } from "./completions.server.ts";
import type { IncomingCompletion, ReadingCompletions } from "./incoming.server.ts";
import {
  type IncomingBalanceChange,
  type IncomingMap,
  type IncomingStart,
  readBalanceChanges,
  readMaps,
  readStarts,
} from "./reference.server.ts";
import type { OldData } from "./tables.server.ts";

/** An index from elsewhere as our own rows, not yet compared with what is here. */
export interface Incoming {
  readonly maps: readonly IncomingMap[];
  readonly completions: readonly IncomingCompletion[];
  readonly starts: readonly IncomingStart[];
  readonly balanceChanges: readonly IncomingBalanceChange[];
}

/** Reads the old rows. The same data and maps always give the same result, including ids. */
export async function resolve(data: OldData, reading: ReadingCompletions): Promise<Incoming> {
  const { maps, towers, findings } = reading;
  const rowsOf = (table: string) => data.get(table) ?? [];
  return {
    // First, because everything else may be on them.
    maps: readMaps(rowsOf("map_information"), maps, findings),
    completions: await readCompletions(data, reading),
    starts: await readStarts(rowsOf("chimps_starts"), maps, findings),
    balanceChanges: await readBalanceChanges(rowsOf("balance_changes"), towers, findings),
  };
}

import type { Database } from "../../../server/db/database.ts";
import { write } from "../completions/repository/effects.server.ts";
import { countSample, deleteSample, sampleChange, totalOf } from "./repository.server.ts";

/** Removes every sample row with its media, and returns how many there were. They do not come back by themselves. */
export async function removeSample(
  database: Database,
  now: Date,
): Promise<{ completions: number; starts: number }> {
  const { completions, starts } = await countSample(database);
  const removed = { completions: totalOf({ completions }), starts };
  if (removed.completions + starts === 0) return removed;
  const before = { ...completions, "chimps-starts": starts };
  await write(database, [...deleteSample(now), sampleChange("remove", now, before, null)]);
  return removed;
}

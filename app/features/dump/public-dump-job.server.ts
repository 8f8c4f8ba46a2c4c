import { DUMP_DAYS } from "../../../domain/submissions/limits.ts";
import type { Database } from "../../../server/db/database.ts";
import type { Job } from "../../../server/jobs/job.ts";
import { type Dumping, makePublicDump } from "./public-dump.server.ts";
import { dumpRecords } from "./repository/dumps.server.ts";

const SECOND = 1_000;

/** How often to check whether the day has its dump, in milliseconds. */
const EVERY = 10 * 60 * SECOND;

/** How long the lease of a dump lasts without renewal, and how often it is renewed, in milliseconds. */
const HELD = 10 * 60 * SECOND;
const RENEWED_EVERY = 60 * SECOND;

export interface PublicDumpParts extends Dumping {
  readonly database: Database;
  readonly say: (line: string) => void;
}

/** Thrown when another process has taken over the dump. */
class NotOurs extends Error {
  override readonly name = "NotOurs";
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Makes the public dump of each day (UTC) and removes old ones. Only one of several processes makes it. */
export const publicDump = (parts: PublicDumpParts): Job => ({
  name: "the public dump",
  every: EVERY,
  isPatient: true,
  async run(signal) {
    await sweepDumps(parts);
    await makeToday(parts, signal);
  },
});

async function makeToday(parts: PublicDumpParts, signal: AbortSignal): Promise<void> {
  const { database, now, say } = parts;
  const dumps = dumpRecords(database);
  const day = dayOf(now());
  const lease = { day, holder: crypto.randomUUID() };
  const until = (): string => new Date(now().getTime() + HELD).toISOString();
  if (!(await dumps.claim({ ...lease, until: until() }, now().toISOString()))) return;
  let renewedAt = now().getTime();
  async function goOn(): Promise<void> {
    signal.throwIfAborted();
    if (now().getTime() - renewedAt < RENEWED_EVERY) return;
    renewedAt = now().getTime();
    if (!(await dumps.renew({ ...lease, until: until() })))
      throw new NotOurs("another process makes the dump");
  }
  try {
    const dump = await makePublicDump(day, parts, goOn);
    if (await dumps.finish(lease, dump))
      say(`made the public dump of ${day}: ${dump.files.reduce((sum, { rows }) => sum + rows, 0)} rows`);
  } catch (error) {
    await dumps.release(lease);
    throw error;
  }
}

/**
 * Removes older dumps, and files of days that have no dump. They are counted: by their age a clock that runs ahead would
 * remove all of them.
 */
async function sweepDumps({ database, ports: { files } }: PublicDumpParts): Promise<void> {
  const dumps = dumpRecords(database);
  // Remove the list's entries before the files, so that nobody is offered a file that no longer exists.
  await dumps.deleteAllBut(DUMP_DAYS);
  const there: string[] = [];
  for await (const { name } of files.list()) there.push(name);
  // Read after the list: a dump that another process has begun meanwhile is of a day by now.
  const days = await dumps.findDays();
  for (const name of there) if (!days.has(name.split("/")[0] ?? "")) await files.remove(name);
}

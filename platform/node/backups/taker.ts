// A process that takes a backup. Reading databases and media through does not hold up the site, and a process can be ended
// at any moment, even in the middle of a statement, which a thread cannot.

import { explain } from "../explain.ts";
import { linesOf } from "./command.ts";
import { type BackupReport, type BackupRequest, isDue } from "./schedule.ts";
import { BackupUnderWay, takeBackup } from "./take.ts";

async function report(): Promise<BackupReport> {
  const order = JSON.parse(process.argv[2] ?? "{}") as BackupRequest;
  const { dataDir, dir, keep, hasMedia } = order;
  try {
    // Another process may have taken it while this one began.
    if (!isDue(order, new Date())) return { lines: [] };
    const taken = await takeBackup({
      dataDir,
      dir,
      keep,
      now: new Date(),
      hasMedia,
      progress: () => undefined,
    });
    return { lines: linesOf(taken) };
  } catch (error) {
    return error instanceof BackupUnderWay ? { lines: [] } : { failure: explain(error) };
  }
}

// The site may have ended meanwhile.
process.send?.(await report(), undefined, undefined, () => process.disconnect?.());

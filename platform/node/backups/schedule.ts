import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import type { Job } from "../../../server/jobs/job.ts";
import type { Settings } from "../../settings.ts";
import { StartError } from "../start-error.ts";
import { listBackups, timeOf } from "./backup.ts";
import { BackupUnderWay, type Taken, takeBackup } from "./take.ts";

/** How often it is looked whether a backup is due, in milliseconds: so soon one that failed is tried again, too. */
const LOOKED_AT_EVERY = 10 * 60 * 1000;

const HOUR = 60 * 60 * 1000;

/** What the thread is told. */
export interface Order {
  readonly dataDir: string;
  readonly dir: string;
  readonly everyHours: number;
  readonly keep: number;
  /** Not where they are in a bucket. */
  readonly hasMedia: boolean;
}

/**
 * Takes a backup if the newest one is older than it may be; null where there is nothing to do. Two processes do not both:
 * the second finds the first one at it, or its backup.
 */
export async function takeWhenDue(
  { dataDir, dir, everyHours, keep, hasMedia }: Order,
  now: Date,
): Promise<Taken | null> {
  // A clock that was wrong once makes none of the future count.
  const times = listBackups(dir).map((backup) => timeOf(backup).getTime());
  const newest = times.filter((time) => time <= now.getTime()).at(-1);
  if (newest !== undefined && now.getTime() - newest < everyHours * HOUR) return null;
  try {
    return await takeBackup({ dataDir, dir, keep, now, hasMedia, progress: () => undefined });
  } catch (error) {
    if (error instanceof BackupUnderWay) return null;
    throw error;
  }
}

/** Backups by the clock, each in a thread of its own; none without BACKUP_DIR. */
export function backupJobs({ dataDir, backups, mediaStore }: Settings, say: (line: string) => void): Job[] {
  if (backups === null) return [];
  const order: Order = { ...backups, dataDir, dir: resolve(backups.dir), hasMedia: mediaStore === null };
  return [{ name: "backup", every: LOOKED_AT_EVERY, run: (signal) => runInThread(order, signal, say) }];
}

function runInThread(order: Order, signal: AbortSignal, say: (line: string) => void): Promise<void> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: order });
  worker.unref();
  return new Promise((done, fail) => {
    signal.addEventListener("abort", () => void worker.terminate(), { once: true });
    worker.on("message", (lines: readonly string[]) => {
      for (const line of lines) say(line);
    });
    worker.on("error", (error) => {
      // Of what it threw only the words come across; what our own say needs no place in the code.
      const isOurs = error instanceof Error && error.name === "StartError";
      fail(isOurs ? Object.assign(new StartError(error.message), { stack: error.message }) : error);
    });
    worker.on("exit", () => done());
  });
}

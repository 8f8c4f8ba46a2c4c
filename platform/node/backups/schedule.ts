import { fork } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { StartError } from "../../../server/errors.ts";
import type { Job } from "../../../server/jobs/job.ts";
import type { Settings } from "../../shared/settings.ts";
import { listBackups, newestOf, timeOf } from "./backup.ts";

/** How often to check whether a backup is due, in milliseconds. A failed one is retried this soon too. */
const CHECK_EVERY = 10 * 60 * 1000;

const HOUR = 60 * 60 * 1000;

/** The input of the process that takes a backup. */
export interface BackupRequest {
  readonly dataDir: string;
  readonly dir: string;
  readonly everyHours: number;
  readonly keep: number;
  /** False if they are in a bucket. */
  readonly hasMedia: boolean;
}

/** What that process reports: lines for the log, or why there is no backup. */
export type BackupReport = { readonly lines: readonly string[] } | { readonly failure: string };

/**
 * Whether the newest backup is older than it may be. Of two processes of one site only one takes it: the other finds it
 * in progress or done. Throws StartError if there is no such folder.
 */
export function isDue({ dir, everyHours }: Pick<BackupRequest, "dir" | "everyHours">, now: Date): boolean {
  const newest = newestOf(listBackups(dir), now);
  return newest === undefined || now.getTime() - timeOf(newest).getTime() >= everyHours * HOUR;
}

/** Scheduled backups, each taken by a separate process; none without BACKUP_DIR. */
export function backupJobs({ dataDir, backups, mediaStore }: Settings, say: (line: string) => void): Job[] {
  if (backups === null) return [];
  const order: BackupRequest = {
    ...backups,
    dataDir: resolve(dataDir),
    dir: resolve(backups.dir),
    hasMedia: mediaStore === null,
  };
  return [
    {
      name: "backup",
      every: CHECK_EVERY,
      async run(signal) {
        if (isDue(order, new Date())) await take(order, signal, say);
      },
    },
  ];
}

function take(order: BackupRequest, signal: AbortSignal, say: (line: string) => void): Promise<void> {
  const file = fileURLToPath(new URL("./taker.ts", import.meta.url));
  const child = fork(file, [JSON.stringify(order)], { execArgv: [], signal, killSignal: "SIGKILL" });
  child.unref();
  return new Promise((done, fail) => {
    let report: BackupReport | null = null;
    child.on("message", (message: BackupReport) => {
      report = message;
    });
    child.on("error", fail);
    child.on("exit", (code, killedBy) => {
      if (report === null) return fail(plain(`It ended with ${killedBy ?? code} before it was done.`));
      if ("failure" in report) return fail(plain(report.failure));
      for (const line of report.lines) say(line);
      done();
    });
  });
}

/** Makes an error in our own words, which needs no stack trace. */
const plain = (words: string): StartError => Object.assign(new StartError(words), { stack: words });

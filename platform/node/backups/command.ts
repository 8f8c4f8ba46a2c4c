import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { StartError } from "../../../server/errors.ts";
import type { Settings } from "../../shared/settings.ts";
import { progressBar } from "../progress.ts";
import { type Backup, findBackups, newestOf, readManifest } from "./backup.ts";
import type { BackupProgress } from "./copies.ts";
import { restoreBackup } from "./restore.ts";
import { lockForWriting, type Taken, takeBackup } from "./take.ts";
import { problemsOf, verifyBackup } from "./verify.ts";

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Progress is shown once a command takes longer than this, in milliseconds. */
const SOON = 1_000;

function progress(): BackupProgress {
  const bar = progressBar(process.stderr);
  const begun = Date.now();
  return (step, done, total) => {
    if (Date.now() - begun > SOON) bar(step, done, total);
  };
}

/** A backup in one line: when, and how much. */
function lineOf(backup: Backup): string {
  const manifest = readManifest(backup);
  if (manifest === null) return `${backup.name}  its manifest.json cannot be read`;
  const { database, media, counts, missing } = manifest;
  const files =
    media === null ? "no media of its own" : `${media.files} files of media, ${megabytes(media.bytes)}`;
  const lost = missing.length > 0 ? `, without ${missing.length} that the site had lost` : "";
  return `${backup.name}  database ${megabytes(database.bytes)}, ${counts.completion ?? 0} completions, ${files}${lost}`;
}

/** What to print about a backup that was taken, one line each. */
export const linesOf = ({ backup, copied, warnings, removed }: Taken): string[] => [
  `took the backup ${join(backup.dir, backup.name)} (${lineOf(backup).replace(/^\S+ +/, "")}; ${copied} of them new)`,
  ...(removed.length > 0 ? [`removed older ones: ${removed.join(", ")}`] : []),
  ...warnings.map((warning) => `WARNING: ${warning}`),
];

/** `backup DIR`: takes one now. */
export async function runBackup(settings: Settings, dir: string, keep?: string): Promise<string> {
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep))
    throw new StartError(`--keep takes a number of backups from 1 on, not "${keep}".`);
  try {
    mkdirSync(dir, { recursive: true });
  } catch (error) {
    throw new StartError(`The backup folder ${resolve(dir)} cannot be made. (${String(error)})`);
  }
  const taken = await takeBackup({
    dataDir: settings.dataDir,
    dir,
    hasMedia: settings.mediaStore === null,
    now: new Date(),
    keep: keep === undefined ? null : Number(keep),
    progress: progress(),
  });
  return linesOf(taken).join("\n");
}

/** `backup list DIR` */
export const runListBackups = (path: string): string => findBackups(path).map(lineOf).join("\n");

/** `backup verify DIR` or `DIR/WHEN`. Throws StartError if something is wrong. */
export async function runVerify(path: string): Promise<string> {
  const backups = findBackups(path);
  const release = lockForWriting(backups[0].dir);
  const lines: string[] = [];
  let isWhole = true;
  try {
    const whole = new Set<string>();
    for (const backup of backups) {
      const wrong = problemsOf(await verifyBackup(backup, { progress: progress(), whole }));
      if (wrong.length > 0) isWhole = false;
      lines.push(
        wrong.length === 0 ? `${lineOf(backup)}: whole` : `${backup.name}  DAMAGED: ${wrong.join("; ")}`,
      );
    }
  } finally {
    release();
  }
  if (!isWhole) throw new StartError(lines.join("\n"));
  return lines.join("\n");
}

/** `restore DIR/WHEN`, or the newest in DIR. */
export async function runRestore(
  settings: Settings,
  path: string,
  flags: { readonly overwrite?: boolean; readonly anyway?: boolean },
): Promise<string> {
  const found = findBackups(path);
  const now = new Date();
  // If all are from the future, it is this clock that is wrong.
  const backup = newestOf(found, now) ?? found.at(-1) ?? found[0];
  const later = found.slice(found.indexOf(backup) + 1).map(({ name }) => name);
  const { aside, since, warnings, manifest } = await restoreBackup({
    backup,
    dataDir: settings.dataDir,
    hasMedia: settings.mediaStore === null,
    now,
    progress: progress(),
    mayReplace: flags.overwrite === true,
    anyway: flags.anyway === true,
  });
  return [
    `${resolve(settings.dataDir)} is as it was at ${manifest.takenAt} (${lineOf(backup)}).${since}`,
    ...(aside === null ? [] : [`What was there is kept in ${aside}, a data folder itself.`]),
    ...(later.length === 0
      ? []
      : [`WARNING: dated in the future, and so not taken for the newest: ${later.join(", ")}`]),
    ...warnings.map((warning) => `WARNING: ${warning}`),
  ].join("\n");
}

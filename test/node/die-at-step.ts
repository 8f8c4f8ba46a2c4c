// Runs a backup or a restore in a process that is killed, as by kill -9, at step DIE_AT. A step is a call that changes
// the disk, or a batch of database pages that is copied. With 0 the process survives and prints the number of steps.

import fs from "node:fs";
import promises, { type FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import sqlite from "node:sqlite";

const dieAt = Number(process.env.DIE_AT);
let steps = 0;
function step(): void {
  steps += 1;
  if (steps === dieAt) process.kill(process.pid, "SIGKILL");
}

type Call = (...given: never[]) => unknown;
const stepped =
  <Of extends Call>(call: Of) =>
  (...given: Parameters<Of>): ReturnType<Of> => {
    step();
    return call(...given) as ReturnType<Of>;
  };

const { mkdirSync, renameSync, rmSync, writeFileSync, linkSync, copyFileSync } = fs;
Object.assign(fs, {
  ...{ mkdirSync: stepped(mkdirSync), renameSync: stepped(renameSync), rmSync: stepped(rmSync) },
  ...{ writeFileSync: stepped(writeFileSync), linkSync: stepped(linkSync) },
  ...{ copyFileSync: stepped(copyFileSync) },
});
const { open, mkdir, rename, rm, copyFile } = promises;
Object.assign(promises, {
  ...{ mkdir: stepped(mkdir), rename: stepped(rename), rm: stepped(rm), copyFile: stepped(copyFile) },
  async open(...given: Parameters<typeof open>): Promise<FileHandle> {
    const handle = await open(...given);
    return Object.assign(handle, {
      appendFile: stepped(handle.appendFile.bind(handle)),
      sync: stepped(handle.sync.bind(handle)),
    });
  },
});
const { backup } = sqlite;
Object.assign(sqlite, {
  backup: (from: sqlite.DatabaseSync, to: string) => backup(from, to, { rate: 40, progress: step }),
});
syncBuiltinESMExports();

const [what, dataDir = "", dir = ""] = process.argv.slice(2);
const settings = { dataDir, mediaStore: null } as Parameters<
  typeof import("../../platform/node/backups/command.ts").runRestore
>[0];
const { runBackup, runRestore } = await import("../../platform/node/backups/command.ts");
if (what === "backup") await runBackup(settings, dir, "2");
else await runRestore(settings, dir, { overwrite: true });
if (dieAt === 0) console.log(steps);

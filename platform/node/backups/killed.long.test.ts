import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import {
  aSite,
  blobAt,
  blobsIn,
  completionsIn,
  copyOf,
  hashesMade,
  hours,
  newFolder,
  openMade,
  settingsOf,
  sha256,
  take,
} from "../../../test/node/backed-up.ts";
import { readManifest } from "./backup.ts";
import { runRestore, runVerify } from "./command.ts";

/** Runs it in a process that is killed before a step; with 0 it survives and reports how many steps there are. */
async function killedAt(step: number, what: "backup" | "restore", dataDir: string, dir: string) {
  const child = spawn(process.execPath, [resolve("test/node/die-at-step.ts"), what, dataDir, dir], {
    env: { ...process.env, DIE_AT: String(step) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [[, signal], said] = await Promise.all([once(child, "exit"), text(child.stdout)]);
  return { signal: signal as string | null, steps: Number(said.trim().split("\n").at(-1)) };
}

/** A selection of this many steps: some of the many that copy a file each, and all of those at the end. */
const someOf = (count: number): number[] =>
  Array.from({ length: count }, (_, at) => at + 1).filter((step) => step % 4 === 1 || step > count - 7);

/** Runs the work for each step, as many at a time as there are cores. */
async function forEach(steps: readonly number[], work: (step: number) => Promise<void>): Promise<void> {
  const left = [...steps];
  const worker = async (): Promise<void> => {
    for (let step = left.shift(); step !== undefined; step = left.shift()) await work(step);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

const leftIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith(".part"));

test("a backup killed with -9 at any step leaves earlier ones intact, and the next one cleans up", async () => {
  const before = newFolder();
  const { dataDir, database, add, addFile } = await openMade();
  const id = await add();
  await addFile(id, "old");
  await take(dataDir, before, hours(0));
  await addFile(id, "new");
  database.close();
  const { steps } = await killedAt(0, "backup", copyOf(dataDir), copyOf(before));
  expect(steps).toBeGreaterThan(15);
  await forEach(someOf(steps), async (step) => {
    const [site, dir] = [copyOf(dataDir), copyOf(before)];
    expect((await killedAt(step, "backup", site, dir)).signal).toBe("SIGKILL");
    // Whatever has the name of a backup is complete.
    expect(await runVerify(dir)).not.toContain("DAMAGED");
    const { backup } = await take(site, dir, new Date());
    expect(leftIn(dir)).toEqual([]);
    const incoming = join(dir, "media/incoming");
    expect(existsSync(incoming) ? readdirSync(incoming) : []).toEqual([]);
    expect(readManifest(backup)?.media?.files).toBe(2);
    expect(await runVerify(dir)).not.toContain("DAMAGED");
    for (const folder of [dir, site]) rmSync(folder, { recursive: true });
  });
}, 180_000);

test("a restore killed with -9 at any step leaves the old index or the restored one, and can be repeated", async () => {
  const dir = newFolder();
  const { site, ids } = await aSite();
  await take(site, dir);
  const other = await openMade();
  await other.addFile(await other.add(), "of the other site");
  // As a killed site leaves it: its last writes are only in the write-ahead log.
  const target = copyOf(other.dataDir);
  expect(existsSync(join(target, "index.sqlite-wal"))).toBe(true);
  const old = completionsIn(join(other.dataDir, "index.sqlite"));
  other.database.close();
  const { steps } = await killedAt(0, "restore", copyOf(target), dir);
  expect(steps).toBeGreaterThan(15);
  const states = new Set<string>();
  await forEach(someOf(steps), async (step) => {
    const folder = copyOf(target);
    expect((await killedAt(step, "restore", folder, dir)).signal).toBe("SIGKILL");
    const found = completionsIn(join(folder, "index.sqlite"));
    const isNew = String(found) === String(ids);
    if (!isNew) expect(found).toEqual(old);
    states.add(isNew ? "new" : "old");
    const blobs = blobsIn(folder);
    for (const hash of isNew ? hashesMade() : [sha256("of the other site")]) {
      expect(blobs).toContain(hash);
      expect(sha256(readFileSync(blobAt(folder, hash)))).toBe(hash);
    }
    await runRestore(settingsOf(folder), dir, { overwrite: true });
    expect(completionsIn(join(folder, "index.sqlite"))).toEqual(ids);
    expect(leftIn(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
  expect([...states].sort()).toEqual(["new", "old"]);
}, 180_000);

// A disk that is full and has room again, one that can only be read, and a database that another process holds: what can be
// read is read all the while, a writer is told so, and nothing that was acknowledged is lost.

import { execFileSync } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { tinyDisk, unmount } from "../../test/node/tiny-disk.ts";
import { type Drill, openSite, type Row } from "./shared.ts";

const DISK = 32 * 1024 * 1024;

/** Runs a drill on a disk of its own. */
async function onDisk(did: string, work: (disk: string) => Promise<Row>): Promise<Row> {
  const disk = tinyDisk(DISK);
  if (disk === null) return { did, notTried: "this user may not mount a small disk" };
  try {
    return await work(disk);
  } finally {
    unmount(disk);
  }
}

export const full: Drill = () =>
  onDisk("a full disk", async (disk) => {
    const site = await openSite(join(disk, "data"));
    const { expect } = site;
    let serving = await site.begin();
    await site.write(10);
    const filler = join(disk, "filler");
    let refused = 0;
    for (let round = 0; round < 3; round++) {
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - round * 20_000)));
      for (let at = 0; at < 12; at++) {
        const { status, text } = await site.submit();
        refused += Number(status !== 200);
        expect([200, 507].includes(status), `a write on a full disk got ${status}: ${text}`);
        await site.readAll();
      }
      expect(!(await site.isReady()), "/healthz/ready says ready on a full disk");
      if (round === 1) {
        await serving.end();
        serving = await site.begin();
        await site.readAll();
      }
      rmSync(filler);
      await site.write(5);
      expect(await site.isReady(), "/healthz/ready does not say ready with room again");
    }
    expect(refused > 0, "no write was refused");
    return site.row(
      `the disk full and free again three times, once with kill -9 while full: ${refused} writes got 507, reads went on`,
    );
  });

export const readOnly: Drill = () =>
  onDisk("a disk that can only be read", async (disk) => {
    const remount = (how: "ro" | "rw"): void =>
      void execFileSync("mount", ["-o", `remount,${how}`, disk], { stdio: "ignore" });
    const site = await openSite(join(disk, "data"));
    const serving = await site.begin();
    await site.write();
    // What is open for writing keeps a disk from becoming read-only: it becomes so while the site is away, as after a fault.
    await serving.end("SIGTERM");
    try {
      remount("ro");
    } catch {
      return { did: "a disk that can only be read", notTried: "it could not be mounted so" };
    }
    const said = await site.begin().then(
      () => "that it serves",
      (error: Error) => error.message,
    );
    const isPlain = said.includes("cannot be written to") && !/\n\s+at /.test(said);
    site.expect(isPlain, `the start on it says: ${said}`);
    remount("rw");
    await site.begin();
    await site.write();
    return site.row(
      "a start on a disk that can only be read is refused in a sentence; then it can be written to again",
    );
  });

export const held: Drill = async ({ newFolder }) => {
  const data = newFolder();
  const site = await openSite(data);
  const { expect } = site;
  await site.begin();
  await site.write();
  const other = new DatabaseSync(join(data, "index.sqlite"), { timeout: 5_000 });
  other.exec("begin immediate");
  const briefly = site.submit();
  await pause(3_000);
  await site.readAll();
  other.exec("commit");
  const { status } = await briefly;
  expect(status === 200, `a write that waited three seconds got ${status}`);

  other.exec("begin immediate");
  const late = await site.submit();
  const isRefused = late.status === 503 && late.took < 15_000;
  expect(isRefused, `a write to a held database got ${late.status} after ${late.took} ms`);
  const slowest = await site.readAll();
  expect(slowest < 2_000, `a read beside it took ${slowest} ms`);
  other.exec("rollback");
  other.close();
  await site.write();
  const seconds = Math.round(late.took / 1000);
  return site.row(
    `another process holds the database: a write waits for it, or gets 503 after ${seconds} s, reads go on`,
  );
};

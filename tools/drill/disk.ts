// A disk that is full and has room again, one that can only be read, and a database that another process holds: what can be
// read is read all the while, whoever writes is told so, and nothing that was acknowledged is lost.

import { execFileSync } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { tinyDisk, unmount } from "../../test/node/tiny-disk.ts";
import { type Tokens, Visitor } from "../../test/node/visitor.ts";
import {
  brokenIn,
  type Drill,
  findings,
  isReady,
  lostOf,
  openSite,
  pause,
  pictureOf,
  type Row,
  readAll,
  submit,
  submitOne,
} from "./shared.ts";

const DISK = 32 * 1024 * 1024;
const NO_RIGHT = "this user may not mount a small disk";

/** Runs a drill on a disk of its own. */
async function onDisk(did: string, work: (disk: string) => Promise<Row>): Promise<readonly Row[]> {
  const disk = tinyDisk(DISK);
  if (disk === null) return [{ did, notTried: NO_RIGHT }];
  try {
    return [await work(disk)];
  } finally {
    unmount(disk);
  }
}

/** Tries to write; returns the status of the answer and how long it took, in milliseconds. */
async function tryToWrite(origin: string, tokens: Tokens, money: number): Promise<readonly [number, number]> {
  const begun = performance.now();
  const { status } = await submit(new Visitor(origin), tokens, money, { image: await pictureOf(money) });
  return [status, performance.now() - begun];
}

export const full: Drill = () =>
  onDisk("a full disk", async (disk) => {
    const data = join(disk, "data");
    const { wrong, expect } = findings();
    const site = await openSite(data);
    let serving = await site.begin();
    const tokens = await site.signIn();
    const written: string[] = [];
    let money = 0;
    const write = async (times: number): Promise<void> => {
      for (let at = 0; at < times; at++) written.push(await submitOne(site.origin, tokens, ++money));
    };
    await write(10);
    const filler = join(disk, "filler");
    let refused = 0;
    for (let round = 0; round < 3; round++) {
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - round * 20_000)));
      for (let at = 0; at < 12; at++) {
        const answer = await submit(new Visitor(site.origin), tokens, ++money, {
          image: await pictureOf(money),
        });
        if (answer.status === 200) written.push(String(answer.json.filekey));
        else refused += 1;
        expect(
          [200, 507].includes(answer.status),
          `a write on a full disk got ${answer.status}: ${answer.text}`,
        );
        await readAll(site.origin);
      }
      expect(!(await isReady(site.origin)), "/healthz/ready says ready on a full disk");
      if (round === 1) {
        await serving.end();
        serving = await site.begin();
        await readAll(site.origin);
      }
      rmSync(filler);
      await write(5);
      expect(await isReady(site.origin), "/healthz/ready does not say ready with room again");
    }
    expect(refused > 0, "no write was refused");
    await serving.end();
    site.close();
    for (const each of await brokenIn(data)) expect(false, each);
    return {
      did: `the disk full and free again three times, once with kill -9 while full: ${refused} writes got 507, reads went on`,
      ...{ acknowledged: written.length, lost: lostOf(written, data), wrong },
    };
  });

export const readOnly: Drill = () =>
  onDisk("a disk that can only be read", async (disk) => {
    const data = join(disk, "data");
    const { wrong, expect } = findings();
    const remount = (how: "ro" | "rw"): void =>
      void execFileSync("mount", ["-o", `remount,${how}`, disk], { stdio: "ignore" });
    const site = await openSite(data);
    const serving = await site.begin();
    const tokens = await site.signIn();
    const written = [await submitOne(site.origin, tokens, 1)];
    // What is open for writing keeps a disk from becoming read-only: it becomes so while the site is away, as after a fault.
    await serving.end("SIGTERM");
    try {
      remount("ro");
    } catch {
      return { did: "a disk that can only be read", notTried: "it could not be mounted so" };
    }
    const refused = await site.begin().then(
      () => null,
      (error: Error) => error.message,
    );
    const isPlain = refused?.includes("cannot be written to") ?? false;
    expect(isPlain && !/\n\s+at /.test(String(refused)), `the start on it says: ${refused}`);
    remount("rw");
    const restarted = await site.begin();
    written.push(await submitOne(site.origin, tokens, 2));
    await restarted.end();
    site.close();
    for (const each of await brokenIn(data)) expect(false, each);
    return {
      did: "a start on a disk that can only be read is refused in a sentence; then it can be written to again",
      ...{ acknowledged: written.length, lost: lostOf(written, data), wrong },
    };
  });

export const held: Drill = async ({ newFolder }) => {
  const data = newFolder();
  const { wrong, expect } = findings();
  const site = await openSite(data);
  const serving = await site.begin();
  const tokens = await site.signIn();
  const written = [await submitOne(site.origin, tokens, 1)];
  const other = new DatabaseSync(join(data, "index.sqlite"), { timeout: 5_000 });
  other.exec("begin immediate");
  const briefly = tryToWrite(site.origin, tokens, 2);
  await pause(3_000);
  await readAll(site.origin);
  other.exec("commit");
  const [status] = await briefly;
  expect(status === 200, `a write that waited three seconds got ${status}`);

  other.exec("begin immediate");
  const [late, after] = await tryToWrite(site.origin, tokens, 3);
  expect(
    late === 503 && after < 15_000,
    `a write to a held database got ${late} after ${Math.round(after)} ms`,
  );
  const times = await readAll(site.origin);
  expect(Math.max(...times) < 2_000, `a read beside it took ${Math.round(Math.max(...times))} ms`);
  other.exec("rollback");
  other.close();
  written.push(await submitOne(site.origin, tokens, 4));
  await serving.end();
  site.close();
  for (const each of await brokenIn(data)) expect(false, each);
  return [
    {
      did: `another process holds the database: a write waits for it, or gets 503 after ${Math.round(after / 1000)} s, reads go on`,
      ...{ acknowledged: written.length + 1, lost: lostOf(written, data), wrong },
    },
  ];
};

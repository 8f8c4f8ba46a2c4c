import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Deps } from "../../app/api/deps.server.ts";
import { mediaSweep } from "../../app/features/media/sweep.server.ts";
import { takeConsoleErrors } from "../../test/no-console-errors.ts";
import { newFolder, startSite } from "../../test/node/site.ts";
import { blobFolder } from "./blob-folder.ts";
import { mediaFiles } from "./media.ts";
import { startJobs } from "./site.ts";

const HOUR = 60 * 60 * 1000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sets up a folder and a database that names none of its blobs, and counts the runs. */
function setUp(endExpired = async (): Promise<number> => 0) {
  const folder = mkdtempSync(join(tmpdir(), "btd6-index-sweeping-"));
  const asked = vi.fn(endExpired);
  const listUnowned = async (hashes: readonly string[]): Promise<string[]> => [...hashes];
  const data = {
    media: { endExpired: asked, listUnowned },
    history: { timeOfAges: async (now: Date) => now },
  };
  const said: string[] = [];
  const parts = { data, media: mediaFiles(folder) } as unknown as Pick<Deps, "data" | "media">;
  const start = () =>
    startJobs([mediaSweep({ ...parts, now: () => new Date(), say: (line) => said.push(line) })]).close;
  return { folder, asked, said, start };
}

test("a patient job waits for its interval before its first run", async () => {
  let runs = 0;
  const stop = startJobs([
    {
      ...{ name: "waiting", every: HOUR, isPatient: true },
      run: async () => {
        runs += 1;
      },
    },
  ]).close;
  await new Promise(setImmediate);
  expect(runs).toBe(0);
  vi.advanceTimersByTime(HOUR);
  expect(runs).toBe(1);
  stop();
});

test("a job runs at once, then at its interval, until it is stopped", async () => {
  const { asked, start } = setUp();
  const stop = start();
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  await new Promise(setImmediate);
  for (let runs = 2; runs <= 3; runs += 1) {
    await expect
      .poll(() => {
        vi.advanceTimersByTime(asked.mock.calls.length < runs ? 6 * HOUR : 0);
        return asked.mock.calls.length;
      })
      .toBe(runs);
  }
  stop();
  vi.advanceTimersByTime(48 * HOUR);
  expect(asked).toHaveBeenCalledTimes(3);
});

test("the media job removes old files that nothing refers to, and reports it", async () => {
  const { folder, said, start } = setUp();
  const blobs = blobFolder(folder);
  const [old, fresh] = ["a".repeat(64), "b".repeat(64)];
  for (const hash of [old, fresh]) await blobs.write(hash, new Uint8Array(3));
  const longAgo = new Date(Date.now() - 30 * HOUR);
  utimesSync(blobs.pathOf(old), longAgo, longAgo);
  const stop = start();
  await expect.poll(() => said).toEqual(["files removed because they belonged to nobody: 1"]);
  expect(readdirSync(join(folder, "aa"))).toEqual([]);
  expect(readdirSync(join(folder, "bb"))).toEqual([fresh]);
  stop();
});

test("unfinished files of a killed process are removed at the start, and the site's own when it stops", async () => {
  const dataDir = newFolder();
  const blobs = blobFolder(join(dataDir, "media"));
  const own = await blobs.begin();
  const left = join(dataDir, "media/incoming/left.part");
  writeFileSync(left, "half");
  const longAgo = new Date(Date.now() - 30 * HOUR);
  utimesSync(left, longAgo, longAgo);
  const site = await startSite({ DATA_DIR: dataDir });
  expect(readdirSync(join(dataDir, "media/incoming"))).toEqual([basename(own.path)]);
  await own.append(new Uint8Array(9));
  await site.stop();
  expect(readdirSync(join(dataDir, "media/incoming"))).toEqual([]);
  await own.discard();
});

test("a run that fails is reported, and removes nothing", async () => {
  const { start } = setUp(async () => {
    throw new Error("the database is away");
  });
  const stop = start();
  const reported: unknown[][] = [];
  await expect.poll(() => reported.push(...takeConsoleErrors()) && reported.length).toBe(1);
  expect(reported[0]?.[0]).toBe("sweeping the media:");
  expect(String(reported[0]?.[1])).toContain("the database is away");
  stop();
});

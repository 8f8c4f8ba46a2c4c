import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { takeConsoleErrors } from "../../test/no-console-errors.ts";
import { blobFolder } from "./blob-folder.ts";
import { mediaFiles } from "./media-files.ts";
import { startSweeping } from "./sweeping.ts";

const HOUR = 60 * 60 * 1000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A folder and a database in which nothing is named; counts the runs. */
function setUp(endExpired = async (): Promise<number> => 0) {
  const folder = mkdtempSync(join(tmpdir(), "btd6-index-sweeping-"));
  const asked = vi.fn(endExpired);
  const listUnowned = async (hashes: readonly string[]): Promise<string[]> => [...hashes];
  const data = { media: { endExpired: asked, listUnowned } };
  const said: string[] = [];
  const start = () =>
    startSweeping(folder, { data, media: mediaFiles(folder) } as never, (line) => said.push(line));
  return { folder, asked, said, start };
}

test("it sweeps at once, then every six hours, until it is stopped", async () => {
  const { asked, start } = setUp();
  const stop = await start();
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

test("it removes what is old and named by nobody, and says so; what an earlier run left unfinished goes first", async () => {
  const { folder, said, start } = setUp();
  const blobs = blobFolder(folder);
  const [old, fresh] = ["a".repeat(64), "b".repeat(64)];
  for (const hash of [old, fresh]) await blobs.write(hash, new Uint8Array(3));
  const longAgo = new Date(Date.now() - 30 * HOUR);
  utimesSync(blobs.pathOf(old), longAgo, longAgo);
  const left = join(folder, "incoming", "left.part");
  writeFileSync(left, "half");
  utimesSync(left, longAgo, longAgo);
  const stop = await start();
  expect(readdirSync(join(folder, "incoming"))).not.toContain("left.part");
  await expect.poll(() => said).toEqual(["files removed because they belonged to nobody: 1"]);
  expect(readdirSync(join(folder, "aa"))).toEqual([]);
  expect(readdirSync(join(folder, "bb"))).toEqual([fresh]);
  stop();
});

test("a run that fails is reported, and removes nothing", async () => {
  const { start } = setUp(async () => {
    throw new Error("the database is away");
  });
  const stop = await start();
  const reported: unknown[][] = [];
  await expect.poll(() => reported.push(...takeConsoleErrors()) && reported.length).toBe(1);
  expect(String(reported[0]?.[1])).toContain("the database is away");
  stop();
});

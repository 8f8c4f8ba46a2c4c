import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { sqlite } from "../../server/data/database.ts";
import { openData } from "../../server/data/index.ts";
import { sweepMedia } from "../../server/media/sweep.ts";
import { LIMITS, testApp } from "../../test/factories.ts";
import { blobFolder } from "./blob-folder.ts";
import { mediaFiles } from "./media-files.ts";
import { migrate } from "./migrate.ts";
import { openSqlite } from "./sqlite.ts";
import { receiveForms } from "./uploads.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const DAY = 24 * 60 * 60 * 1000;

/** A data folder with one completion that has no files yet. */
async function newSite() {
  const data = mkdtempSync(join(tmpdir(), "btd6-index-dying-"));
  const folder = join(data, "media");
  mkdirSync(folder);
  const file = join(data, "index.sqlite");
  const database = openSqlite(file);
  migrate(database.sqlite, join(ROOT, "migrations"));
  const media = mediaFiles(folder);
  const app = await testApp({ database, media, receiveForm: receiveForms(folder, LIMITS) });
  const { id } = await app.add("lcd", { towers: [], money: 5, version: "40", link: null });
  return { folder, file, database, media, id };
}

type Site = Awaited<ReturnType<typeof newSite>>;

/** Runs an upload that kills itself at a step; answers what it printed, and whether it was killed. */
async function upload({ file, folder, id }: Site, dieAt: number) {
  const script = "test/runtime/node/dying-upload.ts";
  const child = spawn(process.execPath, [script, file, folder, id, String(dieAt)], { cwd: ROOT });
  let printed = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  child.stderr.on("data", (chunk) => {
    printed += chunk;
  });
  const [, signal] = await once(child, "close");
  return { printed, wasKilled: signal === "SIGKILL" };
}

/** The blobs that rows name, and the files that are in the media folder. */
async function stateOf({ database, folder }: Site) {
  const rows = await database.query(
    sql<{ hash: string | null }>`select hash from media union select thumbnail from media`.compile(sqlite),
  );
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return {
    named: rows.flatMap(({ hash }) => hash ?? []).toSorted(),
    files: files.map(({ name }) => name).toSorted(),
  };
}

async function expectWhole(site: Site): Promise<void> {
  const { named, files } = await stateOf(site);
  expect(files).toEqual(expect.arrayContaining(named));
  // All of the form's files or none: the picture, its thumbnail and the video.
  expect([0, 3]).toContain(named.length);
  // The next start, two days later.
  const later = new Date(Date.now() + 2 * DAY);
  await blobFolder(site.folder).clearLeftovers(later);
  await sweepMedia({ data: openData(site.database), media: site.media }, later);
  expect((await stateOf(site)).files).toEqual(named);
}

test("an upload that is killed at any step leaves every row with its bytes, and nothing that is not swept", {
  timeout: 300_000,
}, async () => {
  const site = await newSite();
  const whole = await upload(site, 0);
  expect(whole.wasKilled, whole.printed).toBe(false);
  await expectWhole(site);
  expect((await stateOf(site)).named).toHaveLength(3);
  const steps = Number(whole.printed);
  expect(steps).toBeGreaterThan(20);

  const numbers = Array.from({ length: steps }, (_, at) => at + 1);
  const worker = async (): Promise<void> => {
    for (let dieAt = numbers.shift(); dieAt !== undefined; dieAt = numbers.shift()) {
      const dying = await newSite();
      const { printed, wasKilled } = await upload(dying, dieAt);
      expect(wasKilled, `step ${dieAt}: ${printed}`).toBe(true);
      await expectWhole(dying);
      dying.database.close();
    }
  };
  await Promise.all([worker(), worker()]);
});

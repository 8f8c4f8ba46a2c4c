import { copyFileSync, mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import fs, { type FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { openData } from "../../app/api/repositories.server.ts";
import { sweepMedia } from "../../app/features/media/sweep.server.ts";
import { sqlite } from "../../server/db/database.ts";
import { LIMITS, testApp } from "../../test/factories.ts";
import { insertMedia } from "../../test/media-rows.ts";
import { pictureWith } from "../../test/pictures.ts";
import { webmOf } from "../../test/videos.ts";
import { blobFolder } from "./blob-folder.ts";
import { mediaFiles } from "./media.ts";
import { migrate } from "./migrate.ts";
import { openSqlite } from "./sqlite.ts";
import { receiveForms } from "./uploads.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const DAY = 24 * 60 * 60 * 1000;
const root = mkdtempSync(join(tmpdir(), "btd6-index-dying-"));

/** Makes a database with one completion that has no files yet. */
async function newDatabase(): Promise<{ file: string; id: string }> {
  const file = join(root, "index.sqlite");
  const database = openSqlite(file);
  migrate(database.sqlite, join(ROOT, "migrations"));
  const app = await testApp({
    database,
    media: mediaFiles(root),
    receiveForm: receiveForms(blobFolder(root), LIMITS),
  });
  const { id } = await app.add("lcd", { towers: [], money: 5, version: "40", link: null });
  database.close();
  return { file, id };
}

/** Makes a data folder with such a database. */
function newSite({ file, id }: { file: string; id: string }) {
  const data = mkdtempSync(join(root, "site-"));
  const folder = join(data, "media");
  mkdirSync(folder);
  copyFileSync(file, join(data, "index.sqlite"));
  return { folder, database: openSqlite(join(data, "index.sqlite")), media: mediaFiles(folder), id };
}

type Site = ReturnType<typeof newSite>;

const { mkdir, open, rename, rm, utimes } = fs;

/**
 * Runs work like a process that is killed at a step. Steps are counted from one: before each call that changes the
 * disk, and where the work itself says so. From step `dieAt` on nothing more is done and no call returns, not even in
 * cleanup; with 0 it survives. Returns how many steps there were.
 */
async function untilDeath(
  dieAt: number,
  work: (step: () => Promise<void>) => Promise<void>,
): Promise<number> {
  let steps = 0;
  const death = Promise.withResolvers<void>();
  const closings: (() => Promise<void>)[] = [];
  async function step(): Promise<void> {
    steps += 1;
    if (dieAt === 0 || steps < dieAt) return;
    death.resolve();
    await new Promise(() => {});
  }
  const stepped =
    <Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      await step();
      return call(...given);
    };
  const openStepped = async (...given: Parameters<typeof open>): Promise<FileHandle> => {
    const handle = await open(...given);
    const close = handle.close.bind(handle);
    closings.push(close);
    return Object.assign(handle, {
      appendFile: stepped(handle.appendFile.bind(handle)),
      sync: stepped(handle.sync.bind(handle)),
      close: stepped(close),
    });
  };
  Object.assign(fs, {
    mkdir: stepped(mkdir),
    rename: stepped(rename),
    rm: stepped(rm),
    utimes: stepped(utimes),
    open: stepped(openStepped),
  });
  syncBuiltinESMExports();
  try {
    await Promise.race([work(step), death.promise]);
  } finally {
    Object.assign(fs, { mkdir, open, rename, rm, utimes });
    syncBuiltinESMExports();
    for (const close of closings) await close();
  }
  return steps;
}

/** Uploads a picture and a video and dies at a step, in a process that knows nothing of the others. */
async function upload({ database, folder, id }: Site, dieAt: number): Promise<number> {
  vi.resetModules();
  const process = { ...(await import("./uploads.ts")), ...(await import("./blob-folder.ts")) };
  const form = new FormData();
  form.append("image", new File([await picture], "proof.jpg"));
  form.append("attachments", new File([clip], "clip.webm"));
  const request = new Request("http://localhost/", { method: "POST", body: form });
  return untilDeath(dieAt, async (step) => {
    const receive = process.receiveForms(process.blobFolder(folder), LIMITS);
    const { files } = await receive(request, new Set(["image", "attachments"]), {
      id: "ada",
      isHelper: false,
    });
    const rows = files.map(({ field, ...received }, at) => {
      const key = field === "image" ? id : `${id}/attach/${at}`;
      return insertMedia({ key, ...received }, id, new Date().toISOString());
    });
    await step();
    await database.atomic(rows);
    await step();
  });
}

const picture = pictureWith("image/jpeg");
const clip = webmOf(500_000);

/** Returns the blobs that rows name, and the files in the media folder. */
async function stateOf({ database, folder }: Site) {
  const rows = await database.query(
    [],
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
  vi.resetModules();
  const { blobFolder } = await import("./blob-folder.ts");
  const later = new Date(Date.now() + 2 * DAY);
  await blobFolder(site.folder).clearLeftovers(later);
  await sweepMedia({ data: openData(site.database), media: site.media }, later);
  expect((await stateOf(site)).files).toEqual(named);
}

test("an upload that dies at any step leaves no row without its file, and no file that is not swept", async () => {
  const made = await newDatabase();
  const site = newSite(made);
  const steps = await upload(site, 0);
  await expectWhole(site);
  expect((await stateOf(site)).named).toHaveLength(3);
  expect(steps).toBeGreaterThan(20);

  for (let dieAt = 1; dieAt <= steps; dieAt += 1) {
    const dying = newSite(made);
    expect(await upload(dying, dieAt), `step ${dieAt}`).toBe(dieAt);
    await expectWhole(dying);
    dying.database.close();
  }
});

import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { takeConsoleErrors } from "../../../test/no-console-errors.ts";
import {
  AT,
  aSite,
  blobAt,
  blobsIn,
  completionsIn,
  hashesMade,
  hours,
  newFolder,
  openMade,
  root,
  settingsOf,
  sha256,
  take,
} from "../../../test/node/backed-up.ts";
import { startSite } from "../../../test/node/site.ts";
import { tinyDisk, unmount, withDisk } from "../../../test/node/tiny-disk.ts";
import { lockFolder } from "../data-folder.ts";
import { MIGRATIONS, migrate, migrationFiles } from "../migrate.ts";
import { openDataFolder } from "../open.ts";
import { openSqlite } from "../sqlite.ts";
import { listBackups, readManifest } from "./backup.ts";
import { runBackup, runListBackups, runRestore, runVerify } from "./command.ts";
import { isDue } from "./schedule.ts";
import { takeBackup } from "./take.ts";
import { verifyBackup } from "./verify.ts";

test("a backup taken during 200 writes contains all writes up to one moment, each of them complete", async () => {
  const { dataDir, database, add } = await openMade();
  for (let n = 0; n < 100; n++) await add();
  const dir = newFolder();
  const written: string[] = [];
  const writing = (async () => {
    for (let n = 0; n < 200; n++) written.push(await add());
  })();
  const { backup } = await take(dataDir, dir);
  await writing;
  expect(await runVerify(dir)).toContain(": whole");
  const copied = completionsIn(backup.database);
  expect(copied.length).toBeGreaterThanOrEqual(100);
  expect(completionsIn(join(dataDir, "index.sqlite")).slice(0, copied.length)).toEqual(copied);
  // Each write logs itself in the same batch.
  const sqlite = new DatabaseSync(backup.database, { readOnly: true });
  const logged = sqlite.prepare("select noun_id from change where noun = 'completion' order by seq").all();
  sqlite.close();
  expect(logged.map((row) => row.noun_id)).toEqual(copied);
  database.close();
});

test("media are copied once for all backups, and again if the copy is damaged", async () => {
  const [site, dir] = [(await aSite()).site, newFolder()];
  expect((await take(site, dir)).copied).toBe(3);
  expect((await take(site, dir, hours(1))).copied).toBe(0);
  const [hash = ""] = hashesMade();
  writeFileSync(blobAt(dir, hash), "something else");
  const again = await take(site, dir, hours(2));
  expect(again).toMatchObject({ copied: 1, warnings: [], manifest: { media: { files: 3 }, missing: [] } });
  expect(await runVerify(dir)).not.toContain("DAMAGED");
  expect(runListBackups(dir).split("\n")).toHaveLength(3);
});

test("files that the site itself has lost are reported, and do not make a backup incomplete", async () => {
  const [site, dir] = [(await aSite()).site, newFolder()];
  const [missing = "", damaged = ""] = hashesMade();
  rmSync(blobAt(site, missing));
  appendFileSync(blobAt(site, damaged), "!");
  const { warnings, manifest } = await take(site, dir);
  expect(warnings).toEqual([
    `the file ${missing} of the site's media is missing`,
    `the file ${damaged} of the site's media is damaged`,
  ]);
  expect(manifest).toMatchObject({ media: { files: 1 }, missing: [missing, damaged] });
  expect(await runVerify(dir)).toContain("without 2 that the site had lost: whole");
  // Lost files are counted too, so the progress reaches its end, once.
  const ends: [number, number][] = [];
  const [whole] = listBackups(dir);
  if (whole)
    await verifyBackup(whole, { progress: (step, ...at) => step === "reading the media" && ends.push(at) });
  expect(ends).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  // Where an earlier backup has them, they are restored.
  const [earlier, target] = [newFolder(), newFolder()];
  await take((await aSite()).site, earlier);
  await take(site, earlier, hours(1));
  await runRestore(settingsOf(target), earlier, {});
  expect(blobsIn(target)).toEqual(hashesMade());
});

test("a backup of a site with media in a bucket is complete without them, and can be restored", async () => {
  const [site, dir, target] = [(await aSite()).site, newFolder(), newFolder()];
  const inBucket = (folder: string) => ({ ...settingsOf(folder), mediaStore: { bucket: "b", prefix: "" } });
  for (const at of [0, 1, 2]) {
    const { removed, warnings } = await takeBackup({
      ...{ dataDir: site, dir, hasMedia: false, keep: 2, now: hours(at), progress: () => undefined },
    });
    expect([removed.length, warnings]).toEqual([at === 2 ? 1 : 0, []]);
  }
  expect(await runVerify(dir)).toMatch(/^(.*no media of its own: whole\n?){2}$/);
  expect(await runRestore(inBucket(target), dir, {})).not.toContain("WARNING");
  expect(completionsIn(join(target, "index.sqlite"))).toHaveLength(1);
});

test.each([
  ["a blob has another byte", (dir: string) => flip(blobAt(dir, hashesMade()[0] ?? ""), 3), "is damaged"],
  ["a blob is gone", (dir: string) => rmSync(blobAt(dir, hashesMade()[0] ?? "")), "is missing"],
  ["the database has another byte", (dir: string) => flip(fileIn(dir, "index.sqlite"), 50_000), "SHA-256"],
  ["the database is gone", (dir: string) => rmSync(fileIn(dir, "index.sqlite")), "index.sqlite is missing"],
  ["the manifest is cut off", (dir: string) => writeFileSync(fileIn(dir, "manifest.json"), "{"), "manifest"],
])("a backup is found damaged if %s, and is not restored", async (_, damage, said) => {
  const [dir, target] = [newFolder(), newFolder()];
  await take((await aSite()).site, dir);
  damage(dir);
  await expect(runVerify(dir)).rejects.toThrow(said);
  await expect(runRestore(settingsOf(target), dir, {})).rejects.toThrow(/is damaged: .* Nothing was changed/);
  expect(existsSync(join(target, "index.sqlite"))).toBe(false);
});

test("damage inside a database is found even if its SHA-256 matches", async () => {
  const dir = newFolder();
  const { backup } = await take((await aSite()).site, dir);
  flip(backup.database, 50_000);
  const manifest = JSON.parse(readFileSync(fileIn(dir, "manifest.json"), "utf8"));
  manifest.database.sha256 = sha256(readFileSync(backup.database));
  manifest.counts.map += 1;
  writeFileSync(fileIn(dir, "manifest.json"), JSON.stringify(manifest));
  await expect(runVerify(dir)).rejects.toThrow("DAMAGED");
});

function fileIn(dir: string, name: string): string {
  return join(dir, listBackups(dir)[0]?.name ?? "", name);
}

function flip(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(file, bytes);
}

test("a damaged database is not backed up, and earlier backups stay", async () => {
  const [site, dir] = [(await aSite()).site, newFolder()];
  await take(site, dir);
  const sqlite = new DatabaseSync(join(site, "index.sqlite"));
  const page = sqlite.prepare("select rootpage from sqlite_schema where name = 'completion_by_money'").get();
  sqlite.close();
  const bytes = readFileSync(join(site, "index.sqlite"));
  bytes.fill(0xa5, (Number(page?.rootpage) - 1) * 4096, Number(page?.rootpage) * 4096);
  writeFileSync(join(site, "index.sqlite"), bytes);
  await expect(take(site, dir, hours(1), 1)).rejects.toThrow(/is damaged .*No backup was taken/);
  expect(listBackups(dir)).toHaveLength(1);
  expect(readdirSync(dir).sort()).toEqual([".lock", listBackups(dir)[0]?.name, "media"]);
});

test("only the newest complete backups and their media are kept; a damaged one does not count", async () => {
  const { dataDir, database, add, addFile } = await openMade();
  const dir = newFolder();
  const id = await add();
  const gone = await addFile(id, "soon gone");
  await take(dataDir, dir, hours(0), 2);
  await database.transaction(() => {
    database.sqlite.exec("delete from media");
    // As if it could no longer be brought back.
    database.sqlite.exec("delete from media_release");
  });
  const kept = await addFile(id, "kept");
  await take(dataDir, dir, hours(1), 2);
  expect(blobsIn(dir)).toEqual([gone, kept].sort());
  const third = await take(dataDir, dir, hours(2), 2);
  expect(third.removed).toEqual(["2026-11-22T10-00-00Z"]);
  expect(blobsIn(dir)).toEqual([kept]);

  flip(join(dir, "2026-11-22T12-00-00Z", "index.sqlite"), 9_000);
  const fourth = await take(dataDir, dir, hours(3), 2);
  expect(fourth.removed).toEqual([]);
  expect(fourth.warnings).toEqual([
    expect.stringMatching(/12-00-00Z is damaged and does not count: .*SHA-256/),
  ]);
  expect(listBackups(dir).map(({ name }) => name.slice(11, 13))).toEqual(["11", "12", "13"]);
  database.close();
});

test("backups dated in the future push out none, go first, and are not restored as the newest", async () => {
  const { dataDir, database, add } = await openMade();
  const dir = newFolder();
  const year = 365 * 24;
  await add();
  for (const at of [year, year + 1, year + 2]) await take(dataDir, dir, hours(at), 3);
  await add();
  const names = () => listBackups(dir).map(({ name }) => name.slice(0, 13));
  const { removed } = await take(dataDir, dir, hours(0), 3);
  expect(removed).toEqual(["2027-11-22T10-00-00Z"]);
  await take(dataDir, dir, hours(1), 3);
  expect(names()).toEqual(["2026-11-22T10", "2026-11-22T11", "2027-11-22T12"]);
  const restored = newFolder();
  const said = await runRestore(settingsOf(restored), dir, {});
  expect(said).toContain("is as it was at 2026-11-22T11:00:00.000Z");
  expect(said).toContain("dated in the future, and so not taken for the newest: 2027-11-22T12-00-00Z");
  expect(completionsIn(join(restored, "index.sqlite"))).toHaveLength(2);
  await take(dataDir, dir, hours(2), 3);
  expect(names()).toEqual(["2026-11-22T10", "2026-11-22T11", "2026-11-22T12"]);
  database.close();
});

test("a backup includes files that an undo could still need", async () => {
  const { dataDir, database, add, addFile } = await openMade();
  const hash = await addFile(await add(), "taken off just now");
  await database.transaction(() => database.sqlite.exec("delete from media"));
  const dir = newFolder();
  await take(dataDir, dir, new Date());
  expect(blobsIn(dir)).toEqual([hash]);
  database.close();
});

test("a restore refuses to replace an index, or with --overwrite moves it to a data folder of its own", async () => {
  const dir = newFolder();
  await take((await aSite()).site, dir);
  const there = await openMade();
  const hash = await there.addFile(await there.add(), "of the other site");
  there.database.close();
  const { dataDir } = there;
  const old = completionsIn(join(dataDir, "index.sqlite"));
  await expect(runRestore(settingsOf(dataDir), dir, {})).rejects.toThrow(
    /holds an index already.*--overwrite/,
  );
  expect(completionsIn(join(dataDir, "index.sqlite"))).toEqual(old);

  const said = await runRestore(settingsOf(dataDir), dir, { overwrite: true });
  expect(completionsIn(join(dataDir, "index.sqlite"))).toEqual((await aSite()).ids);
  const aside = readdirSync(dataDir).find((name) => name.startsWith("before-restore-")) ?? "";
  expect(said).toContain(join(dataDir, aside));
  expect(blobsIn(join(dataDir, aside))).toEqual([hash]);
  const { database } = await openDataFolder(settingsOf(join(dataDir, aside)), () => undefined);
  expect(database.sqlite.prepare("select id from completion").all()).toMatchObject([{ id: old[0] }]);
  database.close();
});

test("a restore refuses a data folder in use, and no site starts during a restore", {
  tags: ["long"],
}, async () => {
  const dir = newFolder();
  await take((await aSite()).site, dir);
  const site = (await aSite()).site;
  const { database } = await openDataFolder(settingsOf(site), () => undefined);
  await expect(runRestore(settingsOf(site), dir, { overwrite: true })).rejects.toThrow("works on");
  database.close();
  // A version of the site that does not take locks.
  const older = openSqlite(join(site, "index.sqlite"));
  older.sqlite.prepare("select count(*) from map").get();
  await expect(runRestore(settingsOf(site), dir, { overwrite: true })).rejects.toThrow("works on");
  older.close();
  expect(readdirSync(site).filter((name) => name.startsWith("before-restore"))).toEqual([]);
  const release = lockFolder(site, "alone");
  await expect(openDataFolder(settingsOf(site), () => undefined)).rejects.toThrow("being put back");
  release?.();
  await runRestore(settingsOf(site), dir, { overwrite: true });
});

test("a restore replaces a damaged or missing database, and keeps the damaged one", async () => {
  const dir = newFolder();
  await take((await aSite()).site, dir);
  const [damaged, lost] = [(await aSite()).site, (await aSite()).site];
  writeFileSync(join(damaged, "index.sqlite"), "no database");
  writeFileSync(join(damaged, "index.sqlite-wal"), "its log");
  await runRestore(settingsOf(damaged), dir, { overwrite: true });
  const aside = readdirSync(damaged).find((name) => name.startsWith("before-restore-")) ?? "";
  expect(readFileSync(join(damaged, aside, "index.sqlite"), "utf8")).toBe("no database");
  expect(readFileSync(join(damaged, aside, "index.sqlite-wal"), "utf8")).toBe("its log");
  rmSync(join(lost, "index.sqlite"));
  await runRestore(settingsOf(lost), dir, {});
  for (const folder of [damaged, lost])
    expect(completionsIn(join(folder, "index.sqlite"))).toEqual((await aSite()).ids);
});

test("a backup with missing files can be restored without them on request", async () => {
  const [dir, target] = [newFolder(), newFolder()];
  await take((await aSite()).site, dir);
  const [hash = ""] = hashesMade();
  rmSync(blobAt(dir, hash));
  const said = await runRestore(settingsOf(target), dir, { anyway: true });
  expect(said).toContain(`WARNING: the file ${hash} of its media is missing`);
  expect(blobsIn(target)).toEqual(hashesMade().slice(1));
});

test.each([
  [
    "of a newer version",
    "insert into d1_migrations (name) values ('9999-of-tomorrow.sql')",
    /newer version.*9999-of/,
  ],
  [
    "that something else changed",
    "drop trigger completion_not_logged",
    /not as the migrations.*completion_not_logged/,
  ],
])("a backup %s is not restored, and the sentence says what it is", async (_, change, sentence) => {
  const [site, dir, target] = [(await aSite()).site, newFolder(), newFolder()];
  const changed = new DatabaseSync(join(site, "index.sqlite"));
  changed.exec(change);
  changed.close();
  await take(site, dir);
  await expect(runRestore(settingsOf(target), dir, {})).rejects.toThrow(sentence);
  expect(existsSync(join(target, "index.sqlite"))).toBe(false);
});

test("a restored site gives the same answers", async () => {
  const [dir, target] = [newFolder(), newFolder()];
  const answersOf = async (dataDir: string, before: () => Promise<unknown>): Promise<string[]> => {
    const { fetch, settings, database, stop } = await startSite({ DATA_DIR: dataDir });
    const ask = async (path: string): Promise<string> => {
      const answer = await fetch(new Request(settings.site.origin + path), {} as never);
      return `${path} ${answer.status} ${sha256(new Uint8Array(await answer.arrayBuffer()))}`;
    };
    const keys = database.sqlite.prepare("select key from media").all();
    const paths = ["/fetch-lcd", "/list-maps", "/fetch-changes", "/fetch-2tc"];
    const answers = await Promise.all([...paths, ...keys.map(({ key }) => `/media/${key}`)].map(ask));
    await before();
    await stop();
    return answers;
  };
  const site = (await aSite()).site;
  const before = await answersOf(site, () => runBackup(settingsOf(site), dir));
  expect(before.map((line) => line.split(" ")[1])).toEqual(Array(7).fill("200"));
  await runRestore(settingsOf(target), dir, {});
  expect(await answersOf(target, async () => {})).toEqual(before);
});

test("after a restore, followers of lost changes have to start over, and all others continue", async () => {
  const [dir, site] = [newFolder(), (await aSite()).site];
  await take(site, dir);
  const lastOf = (): number => {
    const sqlite = new DatabaseSync(join(site, "index.sqlite"));
    const last = Number(sqlite.prepare("select max(seq) as last from change").get()?.last);
    sqlite.exec(
      "insert into change (at, actor, action, noun, noun_id) values ('2026', 'hel', 'edit', 'map', '1')",
    );
    sqlite.close();
    return last;
  };
  const kept = lastOf();
  const lost = lastOf();
  await runRestore(settingsOf(site), dir, { overwrite: true });
  const { fetch, settings, stop } = await startSite({ DATA_DIR: site });
  const statusOf = async (since: number): Promise<number> =>
    (await fetch(new Request(`${settings.site.origin}/fetch-changes?since=${since}`), {} as never)).status;
  expect([await statusOf(0), await statusOf(kept), await statusOf(lost)]).toEqual([200, 200, 409]);
  await stop();
  // What is written next is numbered after what was lost, too.
  expect(lastOf()).toBeGreaterThan(lost);
  expect(lastOf() - lastOf()).toBe(-1);
}, 60_000);

test("a backup is due when the newest is too old; a missing folder is an error", async () => {
  const [dataDir, dir] = [(await aSite()).site, newFolder()];
  const due = (now: Date) => isDue({ dir, everyHours: 24 }, now);
  expect(due(AT)).toBe(true);
  await take(dataDir, dir);
  expect([due(AT), due(hours(23)), due(hours(24))]).toEqual([false, false, true]);
  // The clock was set back.
  expect(due(hours(-48))).toBe(true);
  const gone = join(root, "no-disk");
  expect(() => isDue({ dir: gone, everyHours: 24 }, AT)).toThrow(`The backup folder ${gone} cannot be read`);
  expect(existsSync(gone)).toBe(false);
});

test("of two concurrent backups only one is taken", async () => {
  const [dataDir, dir] = [(await aSite()).site, newFolder()];
  const both = await Promise.allSettled([take(dataDir, dir), take(dataDir, dir)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({
    reason: expect.objectContaining({
      message: expect.stringContaining("Another process is at the backups"),
    }),
  });
  expect(listBackups(dir)).toHaveLength(1);
});

test("a running site takes backups in a separate process, logs them, and keeps serving if one fails", async () => {
  const dir = newFolder();
  const site = await startSite({ DATA_DIR: (await aSite()).site, BACKUP_DIR: dir, BACKUP_KEEP: "3" });
  await expect
    .poll(() => site.said, { timeout: 30_000 })
    .toContainEqual(expect.stringContaining("took the backup"));
  expect(await runVerify(dir)).toContain(": whole");
  await site.stop();

  const without = await startSite({ DATA_DIR: (await aSite()).site, BACKUP_DIR: join(dir, "no-disk") });
  const errors: unknown[][] = [];
  await expect
    .poll(() => errors.push(...takeConsoleErrors()) && errors.map(String), { timeout: 30_000 })
    .toEqual([expect.stringMatching(/^backup:,.*The backup folder .*no-disk cannot be read/)]);
  expect((await fetch(`${without.origin}/list-maps`)).status).toBe(200);
  await without.stop();
});

test.each([
  ["in the media of the site", (site: string) => join(site, "media/backups")],
  ["in the data folder itself", (site: string) => site],
  ["in the data folder of another site", () => ofTheVersionBefore(newFolder())],
])("backups are not kept %s", async (_, where) => {
  const site = (await aSite()).site;
  await expect(runBackup(settingsOf(site), where(site))).rejects.toThrow("cannot be kept in");
});

test("unusable folders, invalid options and missing backups are each reported in a sentence", async () => {
  const file = join(newFolder(), "file");
  writeFileSync(file, "");
  await expect(runBackup(settingsOf((await aSite()).site), join(file, "b"))).rejects.toThrow(
    "cannot be made",
  );
  await expect(runBackup(settingsOf(newFolder()), newFolder())).rejects.toThrow("nothing to back up");
  await expect(runBackup(settingsOf((await aSite()).site), newFolder(), "0")).rejects.toThrow("--keep takes");
  await expect(runVerify(newFolder())).rejects.toThrow("There is no backup at");
  await expect(runRestore(settingsOf(newFolder()), join(root, "nowhere"), {})).rejects.toThrow(
    "cannot be read",
  );
});

/** Makes a data folder whose database lacks the last migration. */
function ofTheVersionBefore(folder: string): string {
  const migrations = newFolder();
  for (const name of migrationFiles(MIGRATIONS).slice(0, -1))
    writeFileSync(join(migrations, name), readFileSync(join(MIGRATIONS, name)));
  const database = openSqlite(join(folder, "index.sqlite"));
  migrate(database.sqlite, migrations);
  database.close();
  return folder;
}

test("the database is copied before the migrations of an update, and the copy can be restored", async () => {
  const folder = ofTheVersionBefore(newFolder());
  const last = migrationFiles(MIGRATIONS).at(-1);
  const said: string[] = [];
  const open = async () => openDataFolder(settingsOf(folder), (line) => said.push(line));
  (await open()).database.close();
  expect(said.slice(0, 3)).toEqual([
    expect.stringContaining("copying the database first"),
    expect.stringContaining(join(folder, "before-update")),
    `applied migration ${last}`,
  ]);
  said.splice(0);
  (await open()).database.close();
  expect(said).toEqual([]);
  const [copy] = listBackups(join(folder, "before-update"));
  expect(copy && readManifest(copy)).toMatchObject({ media: null });
  expect(copy && readManifest(copy)?.migrations).not.toContain(last);
  await runRestore(settingsOf(folder), join(folder, "before-update"), { overwrite: true });
  (await open()).database.close();
  expect(said).toContain(`applied migration ${last}`);
});

test("a first start makes no copy", async () => {
  const folder = newFolder();
  (await openDataFolder(settingsOf(folder), () => undefined)).database.close();
  expect(existsSync(join(folder, "before-update"))).toBe(false);
});

withDisk("a backup that fills the disk is reported, and leaves only the earlier ones", async () => {
  const dir = tinyDisk(6 * 1024 * 1024) ?? "";
  try {
    const site = (await aSite()).site;
    await take(site, dir);
    const filler = join(dir, "filler");
    for (const left of [900_000, 400_000, 20_000]) {
      const { bavail, bsize } = statfsSync(dir);
      appendFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - left)));
      await expect(take(site, dir, hours(1))).rejects.toThrow(/disk of the backup folder .* is full/);
      expect(readdirSync(dir).filter((name) => name.endsWith(".part"))).toEqual([]);
    }
    expect(await runVerify(dir)).toContain(": whole");
    rmSync(filler);
    await take(site, dir, hours(2), 1);
    expect(listBackups(dir)).toHaveLength(1);
  } finally {
    unmount(dir);
  }
});

withDisk("an update does not start without room for the copy made before it", async () => {
  const folder = tinyDisk(12 * 1024 * 1024) ?? "";
  try {
    ofTheVersionBefore(folder);
    await expect(openDataFolder(settingsOf(folder), () => undefined)).rejects.toThrow("was not updated");
    const sqlite = new DatabaseSync(join(folder, "index.sqlite"), { readOnly: true });
    expect(sqlite.prepare("select count(*) as n from d1_migrations").get()?.n).toBe(
      migrationFiles(MIGRATIONS).length - 1,
    );
    sqlite.close();
  } finally {
    unmount(folder);
  }
});

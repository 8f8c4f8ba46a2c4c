import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { sqlite as compiler } from "../../server/db/database.ts";
import { StorageFull, Unavailable } from "../../server/errors.ts";
import { LIMITS, testApp } from "../../test/factories.ts";
import { takeConsoleErrors } from "../../test/no-console-errors.ts";
import { blobFolder } from "./blob-folder.ts";
import { mediaFiles } from "./media.ts";
import { migrate } from "./migrate.ts";
import { type NodeDatabase, openSqlite, type SqliteOptions } from "./sqlite.ts";
import { receiveForms } from "./uploads.ts";

const MIGRATIONS = resolve(import.meta.dirname, "../../migrations");
const open: { close(): void }[] = [];

afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

const newFile = (): string => join(mkdtempSync(join(tmpdir(), "btd6-index-sqlite-")), "index.sqlite");

/** Opens a file with a table of notes in this process. */
function openFile(options?: SqliteOptions, file = newFile()): { file: string; database: NodeDatabase } {
  const database = openSqlite(file, options);
  database.sqlite.exec("create table if not exists note (text text not null)");
  open.push(database);
  return { file, database };
}

/** Opens the same file as another process would. */
function another(file: string): DatabaseSync {
  const other = new DatabaseSync(file, { timeout: 5_000 });
  open.push(other);
  return other;
}

const addNote = (text: string) => sql`insert into note (text) values (${text})`.compile(compiler);
const notes = async (database: NodeDatabase): Promise<string[]> =>
  (
    await database.query([], sql<{ text: string }>`select text from note order by rowid`.compile(compiler))
  ).map(({ text }) => text);

test("while another process writes, reads continue, and writes wait and are then done in order", async () => {
  const { file, database } = openFile();
  await database.atomic([addNote("before")]);
  const other = another(file);
  other.exec("begin immediate; insert into note (text) values ('theirs')");
  const done: string[] = [];
  const writes = ["first", "second", "third"].map((text) =>
    database.atomic([addNote(text)]).then(() => done.push(text)),
  );
  for (let asked = 0; asked < 20; asked++) {
    expect(await notes(database)).toEqual(["before"]);
    // A turn for timers: if a waiting write blocked the thread, this would not fire before the lock is released.
    await new Promise((next) => setTimeout(next, 1));
  }
  expect(done).toEqual([]);
  other.exec("commit");
  await Promise.all(writes);
  expect(done).toEqual(["first", "second", "third"]);
  expect(await notes(database)).toEqual(["before", "theirs", "first", "second", "third"]);
});

test("a write that stays blocked by another process is refused, and leaves nothing", async () => {
  const { file, database } = openFile({ timeoutMs: 30 });
  const other = another(file);
  other.exec("begin immediate");
  await expect(database.atomic([addNote("never")])).rejects.toThrow(Unavailable);
  await expect(database.ready()).rejects.toThrow(Unavailable);
  other.exec("rollback");
  await database.ready();
  await database.atomic([addNote("later")]);
  expect(await notes(database)).toEqual(["later"]);
});

/** Makes an app on a database, and how a helper adds a map to it. */
async function appOn(database: NodeDatabase) {
  open.push(database);
  migrate(database.sqlite, MIGRATIONS);
  const folder = mkdtempSync(join(tmpdir(), "btd6-index-media-"));
  const app = await testApp({
    database,
    media: mediaFiles(folder),
    receiveForm: receiveForms(blobFolder(folder), LIMITS),
  });
  const form = { map: "Cube", abbreviation: "CU", difficulty: "expert", length: "10" };
  const measures = { numEntrances: "1", numExits: "1", numObjects: "0" };
  return { app, addMap: () => app.post("/admin/add-new-map", { ...form, ...measures }, HELPER) };
}

test("while the database is locked, writes are answered with 503, and reads still work", async () => {
  const file = newFile();
  const { app, addMap } = await appOn(openSqlite(file, { timeoutMs: 30 }));
  const other = another(file);
  const headers = async (path: string) => (await app.app.request(path)).headers;

  other.exec("begin immediate");
  expect(await addMap()).toMatchObject({
    status: 503,
    body: { error: expect.stringContaining("try again in a moment") },
  });
  expect(await app.get("/healthz")).toEqual({ status: 200, body: { ok: true } });
  expect(await app.get("/healthz/ready")).toMatchObject({ status: 503, body: { ok: false } });
  expect((await headers("/healthz/ready")).get("Retry-After")).toBe("5");
  expect((await app.get("/list-maps")).status).toBe(200);
  other.exec("rollback");
  expect(await app.get("/healthz/ready")).toEqual({ status: 200, body: { ok: true } });
});

test("a form whose file does not fit on the disk is answered with 507", async () => {
  const database = openSqlite(":memory:");
  open.push(database);
  migrate(database.sqlite, MIGRATIONS);
  const folder = mkdtempSync(join(tmpdir(), "btd6-index-media-"));
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  const receiveForm = () => Promise.reject(full);
  const app = await testApp({ database, media: mediaFiles(folder), receiveForm });
  const answer = await app.post("/member/add-2tc-submit", { map: "Quad" }, HELPER);
  expect(answer).toMatchObject({ status: 507, body: { error: expect.stringContaining("disk is full") } });
});

const HELPER = { id: "helper", roles: ["Index Helper"] };

test("writes beyond the queue's limit are refused at once, and the queued ones are all done", async () => {
  const { file, database } = openFile();
  const other = another(file);
  other.exec("begin immediate");
  const waiting = Array.from({ length: 500 }, (_, each) => database.atomic([addNote(String(each))]));
  await expect(database.atomic([addNote("one too many")])).rejects.toThrow(Unavailable);
  other.exec("rollback");
  await Promise.all(waiting);
  expect(await notes(database)).toEqual(Array.from({ length: 500 }, (_, each) => String(each)));
});

test("on a full disk writes are refused and reads work; writes work again once there is room", async () => {
  const { database } = openFile();
  await database.atomic([addNote("kept")]);
  const { page_count: pages } = database.sqlite.prepare("pragma page_count").get() ?? {};
  database.sqlite.exec(`pragma max_page_count = ${pages}`);
  const long = addNote("x".repeat(100_000));
  await expect(database.atomic([addNote("half"), long])).rejects.toThrow(StorageFull);
  expect(await notes(database)).toEqual(["kept"]);
  database.sqlite.exec("pragma max_page_count = 100000");
  await database.atomic([addNote("whole")]);
  expect(await notes(database)).toEqual(["kept", "whole"]);
});

test("the database is not ready when the disk is almost full", async () => {
  let free = 1_000_000_000;
  const { database } = openFile({ freeBytes: () => free });
  await database.ready();
  free = 1_000_000;
  await expect(database.ready()).rejects.toThrow("storage-almost-full");
  free = 1_000_000_000;
  await database.ready();
});

test("the readiness check does not change the files", async () => {
  const { file, database } = openFile();
  await database.atomic([addNote("kept")]);
  const sizes = () => [file, `${file}-wal`].map((each) => readFileSync(each).toString("base64"));
  const before = sizes();
  await Promise.all(Array.from({ length: 100 }, () => database.ready()));
  expect(sizes()).toEqual(before);
});

test("the write-ahead log that grew during another process's read is shortened afterwards", async () => {
  const logLength = 200_000;
  const { file, database } = openFile({ logLength });
  const lengthOfLog = () => statSync(`${file}-wal`).size;
  const reader = another(file);
  reader.exec("begin");
  reader.prepare("select count(*) from note").get();
  for (let each = 0; each < 20; each++) await database.atomic([addNote("x".repeat(100_000))]);
  database.checkpointWal();
  expect(lengthOfLog()).toBeGreaterThan(10 * logLength);
  reader.exec("commit");
  database.checkpointWal();
  expect(lengthOfLog()).toBeLessThanOrEqual(logLength);
  expect(await notes(database)).toHaveLength(20);
});

test("a frequent statement is prepared once, whatever else is run; a huge one is never cached", async () => {
  const { database } = openFile();
  const prepared: string[] = [];
  const prepare = database.sqlite.prepare.bind(database.sqlite);
  vi.spyOn(database.sqlite, "prepare").mockImplementation((text) => {
    prepared.push(text);
    return prepare(text);
  });
  const ask = (text: string) => database.query([], sql`${sql.raw(text)}`.compile(compiler));
  for (let shape = 0; shape < 1_000; shape++) {
    await ask("select 'often'");
    await ask(`select ${shape}`);
  }
  expect(prepared.filter((text) => text === "select 'often'")).toHaveLength(1);
  await ask("select 999");
  await ask("select 0");
  expect(prepared.filter((text) => text === "select 999")).toHaveLength(1);
  expect(prepared.filter((text) => text === "select 0")).toHaveLength(2);

  const huge = `select '${"x".repeat(300_000)}'`;
  await ask(huge);
  await ask(huge);
  expect(prepared.filter((text) => text === huge)).toHaveLength(2);
});

test("a damaged file is logged once, and reported to every reader and by the readiness check", async () => {
  const { file, database } = openFile();
  for (let each = 0; each < 200; each++) await database.atomic([addNote(`${each} ${"x".repeat(2_000)}`)]);
  database.close();
  open.length = 0;
  // Every page but the first few: the schema can be read, the notes cannot.
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0xa5, 3 * 4096));

  const damaged = openSqlite(file);
  open.push(damaged);
  await damaged.ready();
  for (let each = 0; each < 3; each++) await expect(notes(damaged)).rejects.toThrow(Unavailable);
  await expect(damaged.ready()).rejects.toThrow("database-damaged");
  const said = takeConsoleErrors().map(String);
  expect(said).toHaveLength(1);
  expect(said[0]).toContain(`The database ${file} is damaged (database disk image is malformed).`);
});

test("once damage was found anywhere in the file, writes are answered with 503, and reads still work", async () => {
  const database = openSqlite(newFile());
  const { app, addMap } = await appOn(database);
  database.noteDamage("btreeInitPage() returns error code 11");
  expect(takeConsoleErrors()).toHaveLength(1);
  expect(await addMap()).toEqual({
    status: 503,
    body: {
      error:
        "The index cannot save anything right now: its database is damaged. Please tell a helper, and come back later.",
    },
  });
  const { status, body } = await app.get("/list-maps");
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain("Cube");
});

function twoOnOneFile(): [NodeDatabase, NodeDatabase] {
  const file = join(mkdtempSync(join(tmpdir(), "btd6-index-sqlite-")), "index.sqlite");
  const both: [NodeDatabase, NodeDatabase] = [openSqlite(file), openSqlite(file)];
  open.push(...both);
  migrate(both[0].sqlite, MIGRATIONS);
  return both;
}

test("the versions include another process's writes at the next read, and nothing that was rolled back", async () => {
  const [one, other] = twoOnOneFile();
  const maps = ({ currentVersions }: typeof one) => currentVersions()?.of(["maps"]) ?? Number.NaN;
  const add = (name: string) =>
    sql`insert into map (name, name_key, sort_key) values (${name}, ${name}, ${name})`.compile(compiler);
  for (let each = 0; each < 50; each++) {
    const [writer, reader] = each % 2 === 0 ? [one, other] : [other, one];
    const before = maps(reader);
    expect(reader.currentVersions()).toBe(reader.currentVersions());
    await writer.atomic([add(`map ${each}`)]);
    expect(maps(reader)).toBeGreaterThan(before);
    expect(maps(reader)).toBe(maps(writer));
    const after = maps(reader);
    await expect(
      writer.atomic([add("undone"), sql`insert into nothing`.compile(compiler)]),
    ).rejects.toThrow();
    expect([maps(reader), maps(writer)]).toEqual([after, after]);
  }
});

test("versions read once per turn include own writes at once, and another process's in the next turn", async () => {
  const [one, other] = twoOnOneFile();
  const maps = ({ versionsThisTurn }: typeof one) => versionsThisTurn()?.of(["maps"]) ?? Number.NaN;
  for (let each = 0; each < 50; each++) {
    const name = `map ${each}`;
    const add = sql`insert into map (name, name_key, sort_key) values (${name}, ${name}, ${name})`;
    const before = maps(one);
    await other.atomic([add.compile(compiler)]);
    await new Promise(setImmediate);
    expect(maps(one)).toBeGreaterThan(before);
    const again = maps(one);
    await one.atomic([sql`delete from map where name = ${name}`.compile(compiler)]);
    expect(maps(one)).toBeGreaterThan(again);
  }
});

test("versions that cannot be read are null, and are known again afterwards", async () => {
  const database = openSqlite(":memory:");
  open.push(database);
  migrate(database.sqlite, MIGRATIONS);
  expect(database.currentVersions()?.of(null)).toBe(0);
  database.sqlite.exec("alter table source rename column version to broken");
  await database.atomic([sql`update map set name = name`.compile(compiler)]);
  expect(database.currentVersions()).toBeNull();
  expect(await database.versions()).toBeNull();
  expect(takeConsoleErrors()).toHaveLength(1);
  database.sqlite.exec("alter table source rename column broken to version");
  expect(database.currentVersions()?.of(null)).toBe(0);
});

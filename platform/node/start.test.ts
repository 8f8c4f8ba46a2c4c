import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { explain } from "./explain.ts";
import { migrate, readMigrationState } from "./migrate.ts";
import { missingMigrations } from "./migration-state.ts";
import { openSqlite } from "./sqlite.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/**
 * Runs a command on the data folder, which does what a start does before listening. Returns its exit code and output.
 */
async function start(folder: string): Promise<{ code: number | null; printed: string }> {
  const child = spawn(process.execPath, ["platform/node/command.ts", "admin", "list"], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: folder },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += chunk));
  const [code] = await once(child, "exit");
  return { code, printed };
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), "btd6-index-start-"));

/** Makes a data folder with a migrated database. */
function folderOfASite(): { folder: string; file: string } {
  const folder = newFolder();
  const file = join(folder, "index.sqlite");
  const database = openSqlite(file);
  migrate(database.sqlite, join(ROOT, "migrations"));
  database.close();
  return { folder, file };
}

function addBlob(folder: string): void {
  mkdirSync(join(folder, "media/ab"), { recursive: true });
  writeFileSync(join(folder, "media/ab", `ab${"0".repeat(62)}`), "a picture");
}

function change(file: string, statement: string): void {
  const sqlite = new DatabaseSync(file);
  sqlite.exec(statement);
  sqlite.close();
}

/** Expects a start to be refused in one sentence, with the database left as it was. */
async function expectRefusal(folder: string, ...words: readonly string[]): Promise<void> {
  const file = join(folder, "index.sqlite");
  const content = () => (existsSync(file) ? readFileSync(file).toString("base64") : null);
  const before = content();
  const { code, printed } = await start(folder);
  expect(code).toBe(1);
  for (const each of words) expect(printed).toContain(each);
  expect(printed.trim().split("\n")).toHaveLength(1);
  expect(content()).toBe(before);
}

test("a database written by a newer version of the site is refused, naming the migration", async () => {
  const { folder, file } = folderOfASite();
  change(file, "insert into d1_migrations (name) values ('9999-of-tomorrow.sql')");
  await expectRefusal(folder, "newer version of the site", "9999-of-tomorrow.sql", "backup from before");
});

test.each([
  ["the table erased_ban is missing", "drop table erased_ban"],
  ["the trigger completion_not_logged is missing", "drop trigger completion_not_logged"],
  ["the index completion_best_of_type is missing", "drop index completion_best_of_type"],
  ["the table wish is another one", "alter table wish add column of_tomorrow text"],
  [
    "the trigger theirs is not one of the site's",
    "create trigger theirs after insert on completion begin delete from wish; end",
  ],
  ["the index theirs is not one of the site's", "create unique index theirs on dump (holder)"],
  [
    "does not know its migration 0003-of-a-fork.sql",
    "insert into d1_migrations (name) values ('0003-of-a-fork.sql')",
  ],
  [
    "does not know its migration 9999-of-tomorrow.sql",
    "update d1_migrations set name = '9999-of-tomorrow.sql' where name like '0009-%'",
  ],
])("a database is refused that the site's migrations did not make: %s", async (difference, statement) => {
  const { folder, file } = folderOfASite();
  change(file, statement);
  await expectRefusal(folder, "not as the migrations of this site make it", difference, "Put a backup back");
});

test("a database that has tables but no migration is another program's", async () => {
  const { folder, file } = folderOfASite();
  change(file, "delete from d1_migrations");
  await expectRefusal(folder, "another program", "Set DATA_DIR");
});

test("what other programs keep in tables of their own, and an added index, is no reason to refuse", async () => {
  const { folder, file } = folderOfASite();
  change(file, "create table _replica (a unique)");
  change(file, "create trigger _seen after insert on _replica begin delete from _replica; end");
  change(file, "create index slow_question on completion (notes, version)");
  expect((await start(folder)).code).toBe(0);
});

test("a migration with a lower number than one that was applied is applied when it comes", () => {
  const folder = newFolder();
  const add = (name: string, sql: string) => writeFileSync(join(folder, name), sql);
  add("0001-one.sql", "create table one (a)");
  add("0003-three.sql", "alter table one add column c");
  const { sqlite } = openSqlite(":memory:");
  const missing = () =>
    missingMigrations(readMigrationState(sqlite), folder, { name: "It", ifNewer: "Start that." });
  migrate(sqlite, folder);
  expect(missing()).toEqual([]);
  add("0002-two.sql", "alter table one add column b");
  expect(missing()).toEqual(["0002-two.sql"]);
  migrate(sqlite, folder);
  expect(missing()).toEqual([]);
});

test("a database of another program is left alone", async () => {
  const folder = newFolder();
  const other = new DatabaseSync(join(folder, "index.sqlite"));
  other.exec("create table theirs (a)");
  other.close();
  await expectRefusal(folder, "another program", "Set DATA_DIR");
});

test.each([
  ["garbage", (file: string) => writeFileSync(file, "not a database ".repeat(1_000))],
  ["cut off", (file: string) => truncateSync(file, 5_000)],
  ["damaged within", (file: string) => writeFileSync(file, readFileSync(file).fill(0xa5, 4096))],
])("a database that is %s is refused with advice on what to do", async (_, damage) => {
  const { folder, file } = folderOfASite();
  damage(file);
  await expectRefusal(folder, `The database ${file} is damaged`, "from a backup");
});

test("an empty database file is refused", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "index.sqlite"), "");
  await expectRefusal(folder, "its database index.sqlite is empty", "from a backup", "to begin anew");
});

test("a data folder that has media but no database, or a blank one, is refused", async () => {
  const folder = newFolder();
  addBlob(folder);
  await expectRefusal(folder, "its database index.sqlite is missing", "from a backup", join(folder, "media"));
  expect(readdirSync(folder)).toEqual(["media"]);

  const blank = openSqlite(join(folder, "index.sqlite"));
  blank.close();
  await expectRefusal(folder, "its database index.sqlite is empty");
});

test("a database left blank by an interrupted first start is set up", async () => {
  const folder = newFolder();
  openSqlite(join(folder, "index.sqlite")).close();
  expect(await start(folder)).toMatchObject({
    code: 0,
    printed: expect.stringContaining("applied migration 0001"),
  });
});

test.each([
  ["a write meets it", { errcode: 13 }],
  ["the log's index cannot be made", { errcode: 4874 }],
  ["a file does not fit", { code: "ENOSPC" }],
])("a full disk is reported in one sentence when %s", (_, codes) => {
  const cause = Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", ...codes });
  const said = explain(new Error("The migration 0001-changes.sql failed.", { cause }));
  expect(said).toBe("The disk is full. Make room on it, or set DATA_DIR to a folder on another one.");
});

test("an existing site starts while another process holds the write lock", async () => {
  const { folder, file } = folderOfASite();
  expect((await start(folder)).code).toBe(0);
  const other = new DatabaseSync(file);
  other.exec("begin immediate");
  expect((await start(folder)).code).toBe(0);
  other.close();
});

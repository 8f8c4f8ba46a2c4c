import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { newFolder } from "./lived-in.ts";

/** Each test starts the command line several times, on thousands of rows. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const ROOT = resolve(import.meta.dirname, "../..");
const running: ChildProcess[] = [];

afterEach(() => {
  for (const process of running.splice(0)) if (process.exitCode === null) process.kill("SIGKILL");
});

/** Runs the command line on a data folder. It is killed once it prints `killAt`. */
async function run(folder: string, args: readonly string[], killAt: string | null = null) {
  const child = spawn(process.execPath, ["platform/node/command.ts", ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: folder },
  });
  running.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += chunk;
      if (killAt !== null && said.includes(killAt)) child.kill("SIGKILL");
    });
  const [code] = await once(child, "close");
  return { code: code as number | null, said };
}

/** Returns the rows that a statement finds in a data folder's database. */
function read(folder: string, sql: string): unknown[] {
  const sqlite = new DatabaseSync(join(folder, "index.sqlite"));
  try {
    return sqlite.prepare(sql).all();
  } finally {
    sqlite.close();
  }
}

const ROWS = `select (select count(*) from completion) as completions, (select count(*) from media) as media,
  (select count(*) from change) as changes, (select max(seq) from change) as last,
  (select group_concat(email) from account) as accounts,
  (select group_concat(sql, ';' order by type, name) from sqlite_schema) as made`;

const [folder, exported] = [newFolder(), join(newFolder(), "export")];

beforeAll(async () => {
  expect((await run(folder, ["sample", "load"])).code).toBe(0);
  expect((await run(folder, ["admin", "recover", "ada@example.org"])).code).toBe(0);
  const { code, said } = await run(folder, ["export", exported, "--with-media"]);
  expect(said).toContain("Passwords, keys and sessions are not in it");
  expect(code).toBe(0);
});

test("importing an export can be previewed, changes nothing if killed, and completes when run again", async () => {
  const other = newFolder();
  const dry = await run(other, ["import", exported]);
  expect(dry.code).toBe(0);
  expect(dry.said).toMatch(/completion +[1-9][\d,]+ +0/);
  expect(dry.said).toContain("This was a dry run: nothing was written.");
  const before = read(other, ROWS);
  for (const step of ["writing rows", "making indexes"]) {
    const killed = await run(other, ["import", exported, "--apply"], step);
    expect(killed.code).toBeNull();
    expect(read(other, ROWS)).toEqual(before);
  }
  const done = await run(other, ["import", exported, "--apply"]);
  expect(done.said).toContain("nothing is wrong");
  expect(done.said).toContain("admin recover");
  expect(read(other, ROWS)).toEqual(read(folder, ROWS));
  const blobs = (of: string) =>
    readdirSync(join(of, "media"), { recursive: true }).filter((name) => String(name).length > 60);
  expect(blobs(other).toSorted()).toEqual(blobs(folder).toSorted());
});

test("an export that is killed is incomplete, and completes when run again", async () => {
  const to = join(newFolder(), "export");
  const killed = await run(folder, ["export", to, "--with-media"], "writing tables");
  expect(killed.code).toBeNull();
  expect(existsSync(join(to, "manifest.json"))).toBe(false);
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, "completion.jsonl.part"), "half a li");
  expect((await run(folder, ["export", to, "--with-media"])).code).toBe(0);
  expect((await run(newFolder(), ["import", to])).code).toBe(0);
});

test("the folder of a public dump is imported like an index from elsewhere, beside what people have written", async () => {
  const dump = newFolder();
  const start = { uuid: crypto.randomUUID(), map: "Quad", title: "How", link: "https://example.org/s" };
  const line = `${JSON.stringify(start)}\n`;
  writeFileSync(join(dump, "chimps-starts.jsonl"), line);
  const about = { day: "2026-07-01", madeAt: "2026-07-01T00:00:00.000Z", lastChange: 7, licence: null };
  const file = {
    noun: "chimps-starts",
    file: "chimps-starts.jsonl",
    rows: 1,
    bytes: line.length,
    sha256: "",
  };
  writeFileSync(join(dump, "manifest.json"), JSON.stringify({ ...about, files: [file] }));
  const { code, said } = await run(folder, ["import", dump]);
  expect([code, said]).toEqual([0, expect.stringMatching(/chimps_starts +1 +1 +0/)]);
  expect(said).toContain("This was a dry run");
});

test("a command reports what it cannot do, and changes nothing", async () => {
  const again = await run(folder, ["export", exported]);
  expect([again.code, again.said]).toEqual([1, expect.stringContaining("holds an export already")]);
  const other = await run(folder, ["export", folder]);
  expect([other.code, other.said]).toEqual([1, expect.stringContaining("holds other things")]);

  const lived = newFolder();
  await run(lived, ["check"]);
  const sqlite = new DatabaseSync(join(lived, "index.sqlite"));
  sqlite.exec(
    "insert into change (at, actor, action, noun, noun_id) values ('2026', 'ada', 'edit', 'map', '1')",
  );
  sqlite.close();
  const before = read(lived, ROWS);
  for (const more of [[], ["--apply"]]) {
    const refused = await run(lived, ["import", exported, ...more]);
    expect(refused.code).toBe(1);
    expect(refused.said).toContain("This index has things of its own (changes by people or imports: 1)");
    expect(refused.said).toContain("Set DATA_DIR to a new folder");
  }
  expect(read(lived, ROWS)).toEqual(before);

  const damaged = join(newFolder(), "export");
  expect((await run(folder, ["export", damaged])).code).toBe(0);
  rmSync(join(damaged, "map.jsonl"));
  const gone = await run(newFolder(), ["import", damaged, "--apply"]);
  expect([gone.code, gone.said]).toEqual([
    1,
    expect.stringContaining("map.jsonl: it is not there. Nothing was written."),
  ]);
  expect((await run(folder, ["export"])).code).toBe(2);
  expect((await run(folder, ["import", exported, "--gzip"])).code).toBe(2);
});

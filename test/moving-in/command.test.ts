import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { FORMS, ODD_INDEX } from "./fixture.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const running: ChildProcess[] = [];

afterEach(() => {
  for (const process of running.splice(0)) if (process.exitCode === null) process.kill("SIGKILL");
});

/** Runs the command line on a data folder. */
function run(folder: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, ["platform/node/command.ts", ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: folder },
  });
  running.push(child);
  let said = "";
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, said }));
  const heard = new Promise<void>((done) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        said += chunk;
        if (said.includes("making ready")) done();
      });
  });
  return { child, ended, isMakingReady: Promise.race([heard, ended]) };
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), "btd6-index-moving-"));

/** A column of what a statement finds in a data folder's database. */
function read(folder: string, sql: string): unknown[] {
  const sqlite = new DatabaseSync(join(folder, "index.sqlite"), { readOnly: true });
  try {
    return sqlite
      .prepare(sql)
      .all()
      .map((row) => Object.values(row)[0]);
  } finally {
    sqlite.close();
  }
}

const IDS = "select id from completion order by id";

test("an import is first said, then done, listed, and taken back", async () => {
  const folder = newFolder();
  const file = FORMS["an SQL dump"]?.(ODD_INDEX) ?? "";
  const dry = await run(folder, "import", file).ended;
  expect(dry.code).toBe(0);
  expect(dry.said).toContain("This was a dry run: nothing was written.");
  expect(dry.said).toMatch(/row 6 of twotc_completions: map "Lgos" → Logs/);
  expect(read(folder, IDS)).toEqual([]);
  const leftOver = readFileSync(join(folder, "left-over.jsonl"), "utf8").trimEnd().split("\n");
  expect(leftOver.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ rule: "no-player", table: "twotc_completions", row: 10 }),
  );

  const done = await run(folder, "import", file, "--apply").ended;
  const [, act = ""] = /undo-import (\S+)/.exec(done.said) ?? [];
  expect(read(folder, IDS).length).toBeGreaterThan(20);
  const ofAct = join(folder, `left-over-${act}.jsonl`);
  expect(readFileSync(ofAct, "utf8").trimEnd().split("\n")).toEqual(leftOver);
  expect((await run(folder, "import", "list").ended).said).toContain(act);
  expect((await run(folder, "check").ended).said).toContain("nothing is wrong");
  const again = await run(folder, "import", file, "--apply").ended;
  expect(again.said).toContain("All of it is here already");

  // Another import has a file of its own, and leaves the first one's as it is.
  const other = join(newFolder(), "other.sql");
  writeFileSync(
    other,
    "INSERT INTO chimps_starts VALUES ('Quad', 'Begin', '', 'k'), ('Quad', 'So', 'https://a.example', 'l');",
  );
  const [, second = ""] =
    /undo-import (\S+)/.exec((await run(folder, "import", other, "--apply").ended).said) ?? [];
  expect(readFileSync(join(folder, `left-over-${second}.jsonl`), "utf8").trimEnd()).toMatch(
    /^.*start-without-link.*$/,
  );
  expect(readFileSync(ofAct, "utf8").trimEnd().split("\n")).toEqual(leftOver);

  const undone = await run(folder, "undo-import", act).ended;
  expect({ code: undone.code, said: undone.said }).toEqual({
    code: 0,
    said: expect.stringContaining("Took back"),
  });
  expect(read(folder, IDS)).toEqual([]);
  const twice = await run(folder, "undo-import", act).ended;
  expect(twice.code).toBe(1);
  expect(twice.said).toContain("There is no import");
});

test("an import whose process is killed shows nothing, and begun again ends as if it had not been", async () => {
  const rows = Array.from(
    { length: 4_000 },
    (_, at) => `('Quad', ${at}, 'Ada', 'https://example.org/${at}')`,
  );
  const file = join(newFolder(), "index.sql");
  writeFileSync(file, `INSERT INTO lcc_completions (map, money, person, link) VALUES ${rows.join(",")};`);
  const [whole, cut] = [newFolder(), newFolder()];
  await run(whole, "import", file, "--apply").ended;
  const first = run(cut, "import", file, "--apply");
  await first.isMakingReady;
  first.child.kill("SIGKILL");
  await first.ended;
  // It was killed before the one batch that everybody sees, or after it.
  expect([0, 4_000]).toContain(read(cut, IDS).length);
  await run(cut, "import", file, "--apply").ended;
  expect(read(cut, IDS)).toEqual(read(whole, IDS));
  expect(read(cut, "select count(*) from act")).toEqual([1]);
  expect(read(cut, "select count(*) from change where action = 'import'")).toEqual([4_001]);
});

test.each([
  ["without a file", ["import"], "It takes FILE"],
  ["with an option of another", ["check", "--apply"], "is not how"],
  ["for a file that is not there", ["import", "/nowhere/at/all.sql"], "is not there"],
])("an import that is called %s says so", async (_, args, says) => {
  const { code, said } = await run(newFolder(), ...args).ended;
  expect(code).not.toBe(0);
  expect(said).toContain(says);
});

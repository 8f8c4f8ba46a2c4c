import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { BYTE_ORDER_MARK, csvRecords } from "../../../domain/lists/csv.ts";
import { progressive } from "../../../test/pictures.ts";
import { dumpOf, newFolder, read, run } from "./command-line.ts";
import { FORMS, key, ODD_INDEX } from "./fixture.ts";

const IDS = "select id from completion order by id";

/** What the last line of an import says to type, without what runs it. */
const undoIn = (said: string): string[] =>
  (/^npm run index -- (restore .*)$/m.exec(said)?.[1] ?? "").split(" ");

test("an import can be previewed, applied, and taken back by restoring the backup before it", async () => {
  const folder = newFolder();
  const file = FORMS["an SQL dump"]?.(ODD_INDEX) ?? "";
  const dry = await run(folder, ["import", file]).ended;
  expect(dry.code).toBe(0);
  expect(dry.said).toContain("This was a dry run: nothing was written.");
  expect(dry.said).toMatch(/row 6 of twotc_completions: map "Lgos", perhaps Logs/);
  expect(read(folder, IDS)).toEqual([]);
  const plan = readFileSync(join(folder, "import-plan.csv"), "utf8");
  const [heading, ...lines] = csvRecords(plan.replace(BYTE_ORDER_MARK, ""));
  expect(heading).toEqual(["file", "table", "row", "verdict", "reason", "nearest name", "values", "changes"]);
  expect(lines.map((line) => line.slice(0, 6))).toContainEqual([
    ...["index.sql", "twotc_completions", "6", "waits"],
    ...[expect.stringContaining("map: No map has this name."), "MOAB Mauler, Logs"],
  ]);

  const done = await run(folder, ["import", file, "--apply"]).ended;
  expect(done.said).toMatch(/Counted again: (\d+) of \1\./);
  // It wrote as many rows of each table as the dry run said.
  const tableIn = (said: string): string =>
    said.slice(said.indexOf("    read "), said.indexOf("\nunknown-tower"));
  expect(tableIn(done.said)).toBe(tableIn(dry.said));
  expect(read(folder, IDS).length).toBeGreaterThan(20);
  const [backup = ""] = backupsIn(folder);
  expect(readFileSync(join(folder, `import-plan-${backup}.csv`), "utf8")).toBe(plan);
  expect((await run(folder, ["check"]).ended).said).toContain("nothing is wrong");
  const again = await run(folder, ["import", file, "--apply"]).ended;
  expect(again.said).toContain("All of it is here already");
  expect(backupsIn(folder)).toEqual([backup]);

  const sqlite = new DatabaseSync(join(folder, "index.sqlite"));
  sqlite.exec(`insert into change (at, actor, actor_level, action, noun, noun_id)
    values ('2026-07-01T00:00:00.000Z', 'ada', 'helper', 'edit', 'map', '1')`);
  sqlite.close();
  const [restore = "", from = "", overwrite = ""] = undoIn(done.said);
  const asked = await run(folder, [restore, from]).ended;
  const lacks = "It lacks what people wrote since: 1 changes of the index and 0 of accounts.";
  expect([asked.code, asked.said]).toEqual([1, expect.stringContaining(lacks)]);
  const undone = await run(folder, [restore, from, overwrite]).ended;
  expect([undone.code, undone.said]).toEqual([0, expect.stringContaining(lacks)]);
  expect(read(folder, IDS)).toEqual([]);
  expect(read(folder, "select count(*) from import_under_way")).toEqual([0]);
}, 120_000);

const backupsIn = (folder: string): string[] =>
  readdirSync(join(folder, "before-import")).filter((name) => /Z$/.test(name));

/** Makes a dump of this many completions, a few of them with a picture, and the folder with these. */
async function indexWithMedia(rows: number) {
  const dump = dumpOf(rows);
  const media = newFolder();
  for (let at = 0; at < 12; at += 1) {
    writeFileSync(join(media, key(at)), await progressive(8 + at));
    appendFileSync(
      dump,
      `INSERT INTO lcc_completions (map, money, person, filekey) VALUES ('Quad', ${at}, 'Ada', '${key(at)}');`,
    );
  }
  return [dump, "--media", media];
}

test("an import killed at ten moments and begun again each time ends as one that never was", async () => {
  const index = await indexWithMedia(2_000);
  const [whole, cut] = [newFolder(), newFolder()];
  const begun = performance.now();
  await run(whole, ["import", ...index, "--apply"]).ended;
  const took = performance.now() - begun;
  for (let at = 1; at <= 10; at += 1) {
    const killed = run(cut, ["import", ...index, "--apply"]);
    // From the start of its process to where it is about to end.
    await Promise.race([setTimeout((took * (at - Math.random())) / 10), killed.ended]);
    killed.child.kill("SIGKILL");
    await killed.ended;
  }
  const last = await run(cut, ["import", ...index, "--apply"]).ended;
  expect(last.code, last.said).toBe(0);
  for (const sql of [
    IDS,
    "select id || towers || people || money || created_at from completion order by id",
    "select key || hash || bytes from media order by key",
    "select noun || noun_id || after from change where action = 'import' and noun <> 'import' order by noun, noun_id",
    "select after from change where noun = 'import'",
    "select count(*) from import_under_way",
    "select name || sql from sqlite_schema where sql is not null order by name",
  ])
    expect(read(cut, sql)).toEqual(read(whole, sql));
  expect(backupsIn(cut)).toHaveLength(1);
  expect((await run(cut, ["check"]).ended).said).toContain("nothing is wrong");
}, 300_000);

test.each([
  ["without a file", ["import"], "It takes FILE"],
  ["with an option of another", ["check", "--apply"], "is not how"],
  ["for a file that is not there", ["import", "/nowhere/at/all.sql"], "is not there"],
])("an import that is called %s reports the mistake", async (_, args, says) => {
  const { code, said } = await run(newFolder(), args).ended;
  expect(code).not.toBe(0);
  expect(said).toContain(says);
});

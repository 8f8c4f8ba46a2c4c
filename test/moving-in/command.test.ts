import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dumpOf, newFolder, read, run } from "./command-line.ts";
import { FORMS, ODD_INDEX } from "./fixture.ts";

const IDS = "select id from completion order by id";

test("an import can be previewed, applied, listed and undone", async () => {
  const folder = newFolder();
  const file = FORMS["an SQL dump"]?.(ODD_INDEX) ?? "";
  const dry = await run(folder, ["import", file]).ended;
  expect(dry.code).toBe(0);
  expect(dry.said).toContain("This was a dry run: nothing was written.");
  expect(dry.said).toMatch(/row 6 of twotc_completions: map "Lgos", perhaps Logs/);
  expect(read(folder, IDS)).toEqual([]);
  const leftOver = readFileSync(join(folder, "left-over.jsonl"), "utf8").trimEnd().split("\n");
  expect(leftOver.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ rule: "no-player", table: "twotc_completions", row: 10 }),
  );

  const done = await run(folder, ["import", file, "--apply"]).ended;
  const [, act = ""] = /undo-import (\S+)/.exec(done.said) ?? [];
  expect(read(folder, IDS).length).toBeGreaterThan(20);
  const ofAct = join(folder, `left-over-${act}.jsonl`);
  expect(readFileSync(ofAct, "utf8").trimEnd().split("\n")).toEqual(leftOver);
  expect((await run(folder, ["import", "list"]).ended).said).toContain(act);
  expect((await run(folder, ["check"]).ended).said).toContain("nothing is wrong");
  const again = await run(folder, ["import", file, "--apply"]).ended;
  expect(again.said).toContain("All of it is here already");

  // Another import writes its own file and leaves that of the first one unchanged.
  const other = join(newFolder(), "other.sql");
  writeFileSync(
    other,
    "INSERT INTO chimps_starts VALUES ('Quad', 'Begin', '', 'k'), ('Quad', 'So', 'https://a.example', 'l');",
  );
  const [, second = ""] =
    /undo-import (\S+)/.exec((await run(folder, ["import", other, "--apply"]).ended).said) ?? [];
  expect(readFileSync(join(folder, `left-over-${second}.jsonl`), "utf8").trimEnd()).toMatch(
    /^.*start-without-link.*$/,
  );
  expect(readFileSync(ofAct, "utf8").trimEnd().split("\n")).toEqual(leftOver);

  const undone = await run(folder, ["undo-import", act]).ended;
  expect({ code: undone.code, said: undone.said }).toEqual({
    code: 0,
    said: expect.stringContaining("Took back"),
  });
  expect(read(folder, IDS)).toEqual([]);
  const twice = await run(folder, ["undo-import", act]).ended;
  expect(twice.code).toBe(1);
  expect(twice.said).toContain("There is no import");
});

test("an import killed at any step is applied fully or not at all, and completes when run again", async () => {
  const file = dumpOf(6_000);
  const [whole, cut] = [newFolder(), newFolder()];
  await run(whole, ["import", file, "--apply"]).ended;
  const IN_PARTS = [
    "looking at each row: 0 %",
    "making ready: 0 %",
    "making ready: 100 %",
    "all at once: 0 %",
  ];
  for (const step of IN_PARTS) {
    const killed = run(cut, ["import", file, "--apply"]);
    expect(await killed.saying(step)).toBe(true);
    killed.child.kill("SIGKILL");
    await killed.ended;
    // It was killed either before or after the one batch that makes the import visible.
    expect([0, 6_000]).toContain(read(cut, "select count(*) from completion")[0]);
    expect([[0], [6_001]]).toContainEqual(read(cut, "select count(*) from change where action = 'import'"));
  }
  expect(await run(cut, ["import", file, "--apply"]).ended).toMatchObject({ code: 0 });
  expect(read(cut, IDS)).toEqual(read(whole, IDS));
  expect(read(cut, "select state from act")).toEqual(["done"]);
  expect(read(cut, "select count(*) from act_row")).toEqual([0]);
  expect(read(cut, "select count(*) from change where action = 'import'")).toEqual([6_001]);
  expect((await run(cut, ["check"]).ended).said).toContain("nothing is wrong");
  const indexes = "select name || sql from sqlite_schema where sql is not null order by name";
  expect(read(cut, indexes)).toEqual(read(whole, indexes));
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

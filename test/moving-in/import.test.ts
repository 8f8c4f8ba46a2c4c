import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { logOf } from "../../app/features/history/registry.server.ts";
import type { Fate } from "../../app/features/import/findings.server.ts";
import { dryRun, importIndex } from "../../app/features/import/import.server.ts";
import { RULES } from "../../app/features/import/rules.server.ts";
import { takeMedia } from "../../app/features/import/take-media.server.ts";
import { undoImport } from "../../app/features/import/undo.server.ts";
import { loadSample } from "../../app/features/sample/load.server.ts";
import { mediaTaker, openBucket } from "../../platform/node/moving-in/buckets.ts";
import { readPeople } from "../../platform/node/moving-in/people.ts";
import { readIndex } from "../../platform/node/moving-in/read.ts";
import { SAMPLE } from "../../platform/node/sample.ts";
import { findMiscounts } from "../../server/db/counters.ts";
import type { MediaStore } from "../../server/media/store.ts";
import { PNG } from "../one-pixel.ts";
import { FORMS, key, type MadeRow, MISSING_TABLES, ODD_INDEX } from "./fixture.ts";
import { edit, NOW, OPTIONS, openSite, recordOf, type Site } from "./site.ts";

function memoryStore(): MediaStore {
  return {
    sizeOf: async () => null,
    read: async () => null,
    write: async () => {},
    remove: async () => false,
    list: async function* () {},
  };
}

describe.each(Object.entries(FORMS))("an index as %s", (_, write) => {
  test("has each of its oddities reported, and each row counted once", async () => {
    const { data } = await readIndex(write(ODD_INDEX));
    const site = await openSite();
    const options = { ...OPTIONS, media: await mediaOf(bucketFolder(), site, true) };
    const { findings, tallies } = await dryRun(data, options, site);
    const said = (of: (table: string, row: number, made: MadeRow) => string[]) =>
      Object.entries(ODD_INDEX).flatMap(([table, rows]) =>
        rows.map(
          (made, at) =>
            `${table} ${at + 1}: ${of(table, at + 1, made)
              .sort()
              .join(" ")}`,
        ),
      );
    const found = said((table, row) =>
      findings.filter((each) => each.table === table && each.row === row).map(({ rule }) => rule),
    );
    expect(found).toEqual(said((_table, _row, { rules }) => [...rules]));
    for (const [table, rows] of Object.entries(ODD_INDEX)) {
      const counts = { read: rows.length, added: 0, updated: 0, same: 0, merged: 0, aside: 0 };
      for (const { fate } of rows) counts[fate] += 1;
      expect({ table, ...tallies.get(table) }).toEqual({ table, ...counts });
    }
  });
});

/** Returns the content of the tables that people see, without the numbers that rows get in the order they come in. */
function contentOf({ sqlite }: Site): Readonly<Record<string, readonly unknown[]>> {
  const all = (sql: string) => sqlite.prepare(sql).all();
  return {
    completions: all(`select c.*, null as seq, null as revision, null as updated_at, m.name as map_id,
      json_remove(json_array(1)) as tokens from completion c join map m on m.id = c.map_id order by c.id`).map(
      ({ identity: _, og_identity: __, ...row }) => row,
    ),
    maps: all("select *, null as revision from map order by name"),
    mapNames: all("select name_key, name, status from map_name order by name_key, status"),
    starts: all("select * from chimps_start order by uuid"),
    balance: all("select * from balance_change order by uuid"),
    media: all("select * from media order by key"),
    counts: all("select * from completion_count where count > 0 order by challenge, map, og, pending"),
    players: all(`select challenge, name_key, verified, maps, originals, original_maps from player_count
      where verified > 0 order by challenge, name_key`),
    towers: all(`select * from tower_count where verified + pending > 0 order by challenge, tower, map`),
    search: all("select count(*) as count from completion_search where completion_search match 'alchemist'"),
    indexes: all("select name, sql from sqlite_schema where type = 'index' order by name"),
  };
}

/** Makes a folder that stands for the made-up index's old bucket. */
function bucketFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "btd6-index-bucket-"));
  const write = (name: string, bytes: Uint8Array): void => {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  };
  const text = new TextEncoder();
  write(`${key(11)}`, PNG);
  write("maps/Quad", PNG);
  write("maps/old pond", PNG);
  write("maps/Nowhere", PNG);
  write("maps/Logs", text.encode("no picture"));
  write(`${key(12)}/attach/${key(200)}`, PNG);
  write(`${key(13)}/attach/${key(201)}`, new Uint8Array());
  write(`${key(5)}/attach/${key(202)}`, PNG.subarray(0, 40));
  // Two rows have this key, so both get the file.
  write(`${key(1)}/attach/${key(203)}`, PNG);
  write(`old-key/attach/${key(204)}`, PNG);
  write(key(250), PNG);
  return folder;
}

/** What is reported about the bucket's files that are left over. */
const LEFT_OVER_FILES = [
  ...[`empty-file ${key(13)}/attach/${key(201)}`, `damaged-picture ${key(5)}/attach/${key(202)}`],
  ...["file-of-none maps/Nowhere", "file-of-other-kind maps/Logs", `file-of-none ${key(250)}`],
];

/** Takes the files of a bucket into a new folder of blobs. */
const mediaOf = (folder: string, site: Site, isDry = false) =>
  takeMedia(openBucket(folder, null), isDry ? null : mediaTaker(site.media), site);

test("the files in the bucket are imported with their rows, whatever their names; the rest is listed", async () => {
  const site = await openSite();
  const folder = bucketFolder();
  const options = { ...OPTIONS, media: await mediaOf(folder, site) };
  const { leftOver, tallies } = await importIndex(await ODD(), options, site);
  const files = leftOver
    .filter(({ table }) => table === "media")
    .map(({ rule, value }) => `${rule} ${value}`);
  expect(files.sort()).toEqual([...LEFT_OVER_FILES].sort());
  expect(tallies.has("media")).toBe(false);

  const media = site.sqlite
    .prepare("select key, content_type as type, bytes, map from media order by key")
    .all();
  const oldKey = site.sqlite.prepare("select id from completion where people = '[\"Kit\"]'").get()?.id;
  const twice = site.sqlite.prepare("select id from completion where challenge = '2mp' and og = 1").get()?.id;
  expect(media.map(({ key: at }) => at)).toEqual(
    [
      ...[key(11), `${key(12)}/attach/${key(200)}`, `${key(1)}/attach/${key(203)}`],
      ...[`${twice}/attach/${key(203)}`, `${oldKey}/attach/${key(204)}`],
      ...media.filter(({ map }) => map !== null).map(({ key: at }) => at),
    ].sort(),
  );
  expect(media.filter(({ map }) => map !== null)).toHaveLength(2);
  expect(new Set(media.map(({ type }) => type))).toEqual(new Set(["image/png"]));
  // Its link led to its own file, which is now its proof.
  expect((await site.data.completions.findById(key(11)))?.state.link).toBe(null);

  const again = { ...OPTIONS, media: await mediaOf(folder, site) };
  expect(await importIndex(await ODD(), again, site)).toMatchObject({ act: null, writes: 0 });
  // Importing without the files leaves everything as it is.
  expect(await importIndex(await ODD(), OPTIONS, site)).toMatchObject({ act: null, writes: 0 });
});

test("claims are assigned to the accounts with the same e-mail address", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "btd6-index-people-")), "people.csv");
  writeFileSync(file, '\ufeffuser_id,email\n"auth0|fay",fay@example.org\nauth0|eve,eve@example.org\n');
  const people = await readPeople(file, {
    findByEmail: async (email) => (email === "fay@example.org" ? { id: "account-of-fay" } : null),
  });
  expect([...people]).toEqual([["auth0|fay", "account-of-fay"]]);
  const site = await openSite();
  await importIndex(await ODD(), OPTIONS, site);
  const { findings, writes } = await importIndex(await ODD(), { ...OPTIONS, people }, site);
  expect(writes).toBe(1);
  expect(findings.filter(({ rule }) => rule === "submitter-unknown")).toHaveLength(2);
  expect((await site.data.completions.findById(key(7)))?.state).toMatchObject({
    ...{ pending: "account-of-fay", submitted_by: "account-of-fay" },
  });
});

const ODD = async () => (await readIndex(FORMS["an SQL dump"]?.(ODD_INDEX) ?? "")).data;

/** Returns how many rows of the made-up index have one of these fates. */
const madeWith = (...fates: readonly Fate[]): number =>
  Object.values(ODD_INDEX)
    .flat()
    .filter(({ fate }) => fates.includes(fate)).length;

test("added rows are there, set-aside ones are left over with their reason, and the counts are right", async () => {
  const site = await openSite();
  const { act, writes, leftOver } = await importIndex(await ODD(), OPTIONS, site);
  expect(writes).toBe(madeWith("added", "updated"));
  expect(await findMiscounts(site.database)).toEqual([]);

  const rows = contentOf(site).completions;
  const made = Object.entries(ODD_INDEX).flatMap(([table, all]) =>
    table.endsWith("_completions") ? all : [],
  );
  expect(rows).toHaveLength(made.filter(({ fate }) => fate === "added").length);
  const original = await site.data.completions.findById(key(1));
  expect(original?.state).toMatchObject({
    ...{
      challenge: "2tc",
      map: "Quad",
      towers: '["Absolute Zero","Alchemist"]',
      upgrades: '["0-2-5","2-0-5"]',
    },
    ...{ og: 1, version: "40.0", date: "2024-01-01", notes: "It's *hard*;\nreally", pending: null },
    ...{ verified_at: null, created_at: "1970-01-01T00:00:00.000Z" },
  });
  // Each row in full, once for each reason.
  const expected = Object.entries(ODD_INDEX).flatMap(([table, made]) =>
    made.flatMap(({ rules, values }, at) =>
      rules
        .filter((rule) => RULES[rule].outcome !== "note")
        .map((rule) => `${table} ${at + 1} ${rule} ${JSON.stringify(values)}`),
    ),
  );
  const told = leftOver.map(
    ({ table, row, rule, was }) => `${table} ${row} ${rule} ${JSON.stringify(Object.values(was as object))}`,
  );
  expect(told.sort()).toEqual(expected.sort());

  const log = site.sqlite.prepare("select action, noun, actor_level as level from change order by seq").all();
  const ofAct = log.filter(({ action }) => action === "import");
  expect(ofAct[0]).toEqual({ action: "import", noun: "act", level: "helper" });
  expect(ofAct).toHaveLength(writes + 1);
  expect(await site.data.acts.findAllDone()).toEqual([expect.objectContaining({ id: act, state: "done" })]);
  expect(site.sqlite.prepare("select count(*) as staged from act_row").get()).toEqual({ staged: 0 });
});

test("importing again adds nothing", async () => {
  const site = await openSite();
  const data = await ODD();
  const first = await importIndex(data, OPTIONS, site);
  const before = contentOf(site);
  const again = await importIndex(data, OPTIONS, site);
  expect({ act: again.act, writes: again.writes }).toEqual({ act: null, writes: 0 });
  expect(contentOf(site)).toEqual(before);
  expect(again.leftOver).toEqual(first.leftOver);
});

test("rows that changed at the source are updated, and rows that were changed here are kept", async () => {
  const site = await openSite();
  await importIndex(await ODD(), OPTIONS, site);
  await edit(site, key(62), { notes: "mended here" });
  const changed = {
    lcc_completions: [
      ["Quad", 95_000, "Ada", "https://example.org/better", null, "40.1", "2023-10-01", "", key(61)],
      ["Quad", "98,000", "Bob", "https://example.org/proof", null, "40.1", "2023-10-02", "", key(62)],
    ].map((values): MadeRow => ({ values, rules: [], fate: "updated" })),
  };
  const { data } = await readIndex(FORMS["a SQLite file"]?.(changed) ?? "");
  const { findings, writes } = await importIndex(data, OPTIONS, site);
  expect({ writes, rules: findings.map(({ rule }) => rule) }).toEqual({
    ...{ writes: 1, rules: ["money-as-text", "changed-here"] },
  });
  expect((await site.data.completions.findById(key(61)))?.state).toMatchObject({ money: 95_000 });
  expect((await site.data.completions.findById(key(62)))?.state).toMatchObject({ money: 99_000 });
  expect(await findMiscounts(site.database)).toEqual([]);
});

/** Returns what exists for somebody who follows the log (whose last entry left it there), and what actually exists. */
function followed({ sqlite }: Site) {
  const last = `from change as c where c.seq = (
    select max(seq) from change where noun = c.noun and noun_id = c.noun_id) and c.noun = ?`;
  const nouns = {
    completion: "select id, map_id from completion where deleted_at is null order by id",
    map: "select cast(id as text) as id, null as map_id from map where listed = 1 order by 1",
    "chimps-start": "select uuid as id, map_id from chimps_start order by id",
    "balance-change": "select uuid as id, null as map_id from balance_change order by id",
  };
  return Object.entries(nouns).map(([noun, there]) => ({
    has: sqlite
      .prepare(
        `select noun_id as id, after ->> '$.map_id' as map_id ${last} and after is not null
          and after ->> '$.deleted_at' is null and (c.noun <> 'map' or after ->> '$.difficulty' is not null)
          order by noun_id`,
      )
      .all(noun),
    is: sqlite.prepare(there).all(),
  }));
}

function expectFollowed(site: Site): void {
  for (const { has, is } of followed(site)) {
    expect(has).toEqual(is);
    expect(is.length).toBeGreaterThan(0);
  }
}

/** Returns what kinds of entries the log has that its readers do not know. */
async function unknownIn({ data, challenges }: Site): Promise<string[]> {
  const changes = await data.history.findAllAfter(0, 100_000);
  const unknown = changes.filter(
    (change) => logOf(change.noun)?.describe(change, { challenges })?.isUnknown === true,
  );
  return [...new Set(unknown.map(({ noun, action }) => `${noun}: ${action}`))];
}

test("an import removes the sample, and undoing it restores the site as it was, sample included", async () => {
  const site = await openSite();
  await loadSample(site.database, memoryStore(), SAMPLE, NOW);
  const before = contentOf(site);
  const { act, sample } = await importIndex(await ODD(), OPTIONS, site);
  expect(sample).toBeGreaterThan(6_790);
  expect(site.sqlite.prepare("select count(*) as sample from completion where sample = 1").get()).toEqual({
    sample: 0,
  });
  expect(contentOf(site)).not.toEqual(before);
  expectFollowed(site);
  expect((await undoImport(act ?? "", site)).left).toEqual([]);
  expectFollowed(site);
  expect(contentOf(site)).toEqual(before);
  expect(await findMiscounts(site.database)).toEqual([]);
  expect(await unknownIn(site)).toEqual([]);
  await expect(undoImport(act ?? "", site)).rejects.toThrow("no-such-import");

  const again = await importIndex(await ODD(), OPTIONS, site);
  expect(again.writes).toBe(madeWith("added", "updated"));
}, 300_000);

test("an undo keeps what was changed since, and lists it with what it depends on", async () => {
  const site = await openSite();
  const { act } = await importIndex(await ODD(), OPTIONS, site);
  // This one is on a map that the import brought.
  await edit(site, key(7), { notes: "mended here" });
  const { left } = await undoImport(act ?? "", site);
  expect(left.map(({ noun, title }) => `${noun}: ${title}`)).toEqual([
    ...["map: Map Old Pond", "completion: Base Dart and Psi 2TC on Old Pond"],
  ]);
  expect(contentOf(site).completions).toEqual([
    expect.objectContaining({ id: key(7), notes: "mended here" }),
  ]);
  expect(await findMiscounts(site.database)).toEqual([]);
});

test("an interrupted import resumes where it stopped, with the same result", async () => {
  const data = await ODD();
  const whole = await openSite();
  await importIndex(data, OPTIONS, whole);

  const site = await openSite();
  const { database } = site;
  let batches = 0;
  const dying: typeof database = {
    ...database,
    atomic: (statements) => {
      batches += 1;
      // After the maps, the act and the staged rows: cut off before the rows themselves are written.
      if (batches === 4) throw new Error("killed");
      return database.atomic(statements);
    },
  };
  await expect(importIndex(data, OPTIONS, { ...site, database: dying })).rejects.toThrow("killed");
  expect(contentOf(site).completions).toEqual([]);
  const staged = site.sqlite.prepare("select count(*) as staged from act_row").get()?.staged;
  expect(staged).toBe(madeWith("added", "updated"));
  const begun = await site.data.acts.findBegun("import", null);
  const { act } = await importIndex(data, OPTIONS, site);
  expect(act).toBe(begun?.id);
  expect(contentOf(site)).toEqual(contentOf(whole));
});

test("an import is planned again when another write gets ahead of it", async () => {
  const site = await openSite();
  const { database } = site;
  let isFirst = true;
  const raced: typeof database = {
    ...database,
    async atomic(statements) {
      if (statements.length > 10 && isFirst) {
        isFirst = false;
        await database.atomic(await recordOf(site, { towers: ["Ring of Fire", "Psi"] }));
      }
      return database.atomic(statements);
    },
  };
  const { findings } = await importIndex(await ODD(), OPTIONS, { ...site, database: raced });
  expect(findings.filter(({ rule }) => rule === "taken-here")).toHaveLength(2);
  expect(await findMiscounts(site.database)).toEqual([]);
});

test("the made-up index has every table", () => {
  expect(MISSING_TABLES).toEqual([]);
});

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { logOf } from "../../../app/features/history/registry.server.ts";
import { csvRecords } from "../../../domain/lists/csv.ts";
import { mediaTaker, openBucket } from "../../../platform/node/importing.ts";
import { SAMPLE } from "../../../platform/node/sample.ts";
import { findMiscounts } from "../../../server/db/counters.ts";
import type { MediaStore } from "../../../server/media/store.ts";
import { PNG } from "../../../test/one-pixel.ts";
import { planImport } from "../import.ts";
import { readPeople } from "../people.ts";
import { readIndex } from "../read.ts";
import { planAsCsv, reportOf } from "../report.ts";
import { RULES, type Verdict } from "../rules.ts";
import { loadSample } from "../sample.ts";
import type { OldValue } from "../tables.ts";
import { takeMedia } from "../take-media.ts";
import { FORMS, key, type MadeRow, MISSING_TABLES, ODD_INDEX } from "./fixture.ts";
import { dryRun, edit, importIndex, NOW, OPTIONS, openSite, recordOf, type Site } from "./site.ts";

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
      const counts = { read: rows.length, new: 0, changes: 0, same: 0, waits: 0, merged: 0, refused: 0 };
      for (const { verdict } of rows) counts[verdict] += 1;
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
  expect((await importIndex(await ODD(), again, site)).writes).toBe(0);
  // Importing without the files leaves everything as it is.
  expect((await importIndex(await ODD(), OPTIONS, site)).writes).toBe(0);
});

test("file keys without a file are named, those without any proof apart; a row with a link and a file keeps both", async () => {
  const site = await openSite();
  const folder = mkdtempSync(join(tmpdir(), "btd6-index-bucket-"));
  writeFileSync(join(folder, key(61)), PNG);
  const rows = [
    ["Quad", 1_000, "Ada", "https://example.org/1", null, null, null, null, key(61)],
    ["Quad", 2_000, "Ada", "https://example.org/2", null, null, null, null, key(62)],
    ["Quad", 3_000, "Ada", null, null, null, null, null, key(63)],
    ["Quad", 4_000, "Ada", null, null, null, null, null, null],
  ];
  const made = rows.map((values) => ({ values, rules: [], verdict: "new" as const }));
  const { data } = await readIndex(FORMS["an SQL dump"]?.({ lcc_completions: made }) ?? "");
  const looked = { ...OPTIONS, media: await mediaOf(folder, site, true) };
  const { findings } = await planImport(data, looked, site);
  const said = reportOf(data, findings).join("\n");
  expect(said).toContain(
    `proof-without-file (1): ${RULES["proof-without-file"].says}\n  media: "${key(63)}"`,
  );
  expect(said).toContain(
    `filekey-without-file (1): ${RULES["filekey-without-file"].says}\n  media: "${key(62)}"`,
  );
  const plan = csvRecords([...planAsCsv(data, findings)].join(""));
  expect([...plan].filter(([, table]) => table === "media").map((line) => [line[3], line[6]])).toEqual([
    ["", key(62)],
    ["", key(63)],
  ]);
  await importIndex(data, { ...OPTIONS, media: await mediaOf(folder, site) }, site);
  const both = await site.data.completions.findById(key(61));
  expect(both?.state).toMatchObject({ link: "https://example.org/1", media: [{ key: key(61) }] });
});

test("claims are assigned to the accounts with the same e-mail address", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "btd6-index-people-")), "people.csv");
  writeFileSync(file, '\ufeffuser_id,email\n"auth0|fay",fay@example.org\nauth0|eve,eve@example.org\n');
  const people = await readPeople(file, async (email) =>
    email === "fay@example.org" ? { id: "account-of-fay" } : null,
  );
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

const WRITTEN: readonly Verdict[] = ["new", "changes", "waits"];

/** How many rows of the made-up index are written. */
const writtenOf = Object.values(ODD_INDEX)
  .flat()
  .filter(({ verdict }) => WRITTEN.includes(verdict)).length;

test("rows are there, refused ones are in the plan whole and with their reason, and the counts are right", async () => {
  const site = await openSite();
  const data = await ODD();
  const { findings } = await planImport(data, OPTIONS, site);
  const { writes, expected: planned, here } = await importIndex(data, OPTIONS, site);
  expect([planned, here]).toEqual([writes + 1, writes + 1]);
  expect(writes).toBe(writtenOf);
  expect(await findMiscounts(site.database)).toEqual([]);

  const rows = contentOf(site).completions;
  const made = Object.entries(ODD_INDEX).flatMap(([table, all]) =>
    table.endsWith("_completions") ? all : [],
  );
  expect(rows).toHaveLength(made.filter(({ verdict }) => verdict === "new" || verdict === "waits").length);
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
  // Codes have tables of their own; without a field for them they are in the notes.
  expect(original?.state.challenge_code).toBe("ZABCDEF");
  expect((await site.data.completions.findById(key(21)))?.state.challenge_code).toBe("ZDRUID1");
  expect((await site.data.completions.findById(key(31)))?.state.challenge_code).toBe("ZCOOP12");
  expect((await site.data.completions.findById(key(41)))?.state.notes).toBe("Challenge code: ZFASTER");

  // Each row in full, with its reasons.
  const [, ...lines] = csvRecords([...planAsCsv(data, findings)].join(""));
  const listed = lines.map(([file, table, row, verdict, reasons, , values]) =>
    [file, table, row, verdict, reasons, values].join(" | "),
  );
  const fromFile = [...data.values()].flat();
  expect(listed).toEqual(
    Object.entries(ODD_INDEX).flatMap(([table, rows]) =>
      rows.map(({ verdict, rules }, at) => {
        const { values } = fromFile.find((each) => each.table === table && each.row === at + 1) ?? {};
        const said =
          lines[fromFile.findIndex((each) => each.table === table && each.row === at + 1)]?.[4] ?? "";
        // Here no file was handed over.
        for (const rule of rules) if (rule !== "link-to-own-media") expect(said).toContain(RULES[rule].says);
        return ["index.sql", table, at + 1, verdict, said, JSON.stringify(values)].join(" | ");
      }),
    ),
  );

  const log = site.sqlite.prepare("select action, noun, actor_level as level from change order by seq").all();
  const ofImport = log.filter(({ action }) => action === "import");
  expect(ofImport.at(-1)).toEqual({ action: "import", noun: "import", level: "helper" });
  expect(ofImport).toHaveLength(writes + 1);
  expect(await site.data.imports.findUnderWay()).toBe(null);
});

test("importing again adds nothing", async () => {
  const site = await openSite();
  const data = await ODD();
  const first = await importIndex(data, OPTIONS, site);
  const before = contentOf(site);
  const again = await importIndex(data, OPTIONS, site);
  expect(again.writes).toBe(0);
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
    ].map((values): MadeRow => ({ values, rules: [], verdict: "changes" })),
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

test("the sample gives way to rows of the same id or combination, and stays otherwise; the log says both", async () => {
  const site = await openSite();
  await loadSample(site.database, memoryStore(), SAMPLE, NOW);
  const sampleOf = (table: string): number =>
    Number(site.sqlite.prepare(`select count(*) as rows from ${table} where sample = 1`).get()?.rows);
  const [completions, starts] = [sampleOf("completion"), sampleOf("chimps_start")];
  // The sample's own rows: a start, a pair, and a run that is known by its id alone.
  const start = site.sqlite.prepare("select uuid from chimps_start where sample = 1 order by uuid").get();
  const pair = site.sqlite
    .prepare(`select json_extract(towers, '$[0]') as one, json_extract(towers, '$[1]') as other, m.name as map
      from completion join map m on m.id = map_id where challenge = '2tc' and pending is null and og = 0 order by seq`)
    .get();
  const run = site.sqlite
    .prepare("select id from completion where challenge = 'lcc' and pending is null order by seq")
    .get();
  const values = (...all: unknown[]): MadeRow => ({ values: all as OldValue[], rules: [], verdict: "new" });
  const { data } = await readIndex(
    FORMS["an SQL dump"]?.({
      twotc_completions: [values(pair?.other, pair?.one, pair?.map, "Ada", "https://example.org/a", 0, null)],
      lcc_completions: [values("Quad", 1, "Ada", "https://example.org/b", null, "40.1", "", "", run?.id)],
      chimps_starts: [values("Quad", "Another", "https://example.org/c", start?.uuid)],
    }) ?? "",
  );
  const { writes, here } = await importIndex(data, OPTIONS, site);
  expect([writes, here]).toEqual([3, 3]);
  expect([sampleOf("completion"), sampleOf("chimps_start")]).toEqual([completions - 2, starts - 1]);
  expectFollowed(site);
  expect(await findMiscounts(site.database)).toEqual([]);
  expect(await unknownIn(site)).toEqual([]);
}, 300_000);

test("an import that is cut off after any of its batches goes on when begun again, with the same result", async () => {
  const data = await ODD();
  const whole = await openSite();
  await importIndex(data, OPTIONS, whole);
  const site = await openSite();
  const { database } = site;
  for (let most = 1; ; most += 1) {
    let batches = 0;
    const dying: typeof database = {
      ...database,
      async atomic(statements) {
        batches += 1;
        if (batches > most) throw new Error("killed");
        return database.atomic(statements);
      },
    };
    const ended = await importIndex(data, OPTIONS, { ...site, database: dying }).catch(
      (error: Error) => error.message,
    );
    if (ended !== "killed") break;
    expect(await site.data.imports.findUnderWay()).toBe("data/before-import/WHEN");
  }
  expect(contentOf(site)).toEqual(contentOf(whole));
  const log = ({ sqlite }: Site) =>
    sqlite
      .prepare("select noun, noun_id, after from change where action = 'import' order by noun, noun_id")
      .all();
  expect(log(site)).toEqual(log(whole));
  expect(await site.data.imports.findUnderWay()).toBe(null);
});

test("an import is planned again when another write gets ahead of it", async () => {
  const site = await openSite();
  const { database } = site;
  let isFirst = true;
  const raced: typeof database = {
    ...database,
    async atomic(statements) {
      const isCompletions = statements.some(({ sql }) => sql.includes("into proof_link"));
      if (isCompletions && isFirst) {
        isFirst = false;
        await site.data.write([await recordOf(site, { towers: ["Ring of Fire", "Psi"] })]);
      }
      return database.atomic(statements);
    },
  };
  const { expected, here } = await importIndex(await ODD(), OPTIONS, { ...site, database: raced });
  expect(here).toBe(expected - 1);
  expect(await findMiscounts(site.database)).toEqual([]);
});

test("while an import is under way an answer is not No, and kept answers end with it", async () => {
  const site = await openSite();
  const isUnderWay = async () => (await site.data.imports.findUnderWay()) !== null;
  const { database } = site;
  const seen: boolean[] = [await isUnderWay()];
  const watched: typeof database = {
    ...database,
    async atomic(statements) {
      const done = await database.atomic(statements);
      seen.push(await isUnderWay());
      return done;
    },
  };
  await importIndex(await ODD(), OPTIONS, { ...site, database: watched });
  expect(seen.at(0)).toBe(false);
  expect(new Set(seen.slice(1, -1))).toEqual(new Set([true]));
  expect(seen.at(-1)).toBe(false);
});

test("the made-up index has every table", () => {
  expect(MISSING_TABLES).toEqual([]);
});

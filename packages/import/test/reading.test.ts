import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readIndex } from "../read.ts";

/** Writes a file and returns its path. */
function file(text: string | Uint8Array, name = "index.sql"): string {
  const path = join(mkdtempSync(join(tmpdir(), "btd6-index-reading-")), name);
  writeFileSync(path, text);
  return path;
}

/** Makes a folder with files of these texts. */
function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), "btd6-index-reading-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Makes a SQLite file by running statements, and returns its path. */
function newDatabase(statements: string): string {
  const path = join(folderOf({}), "index.sqlite");
  const sqlite = new DatabaseSync(path);
  sqlite.exec(statements);
  sqlite.close();
  return path;
}

const MADE =
  "CREATE TABLE lcc_completions (map, money, person, link, pending, version, date, notes, filekey);\n";
const ROW = "INSERT INTO lcc_completions (map, money) VALUES ('Quad', 1);\n";

test("a dump is split at semicolons outside quotes, comments and triggers, whatever ends its lines", async () => {
  const dump = `-- a comment; with a ' in it
CREATE TABLE "a;b" (x, [y;z], \`q;\`); /* ; ' */ INSERT INTO t VALUES('it''s; "so"', ";");
CREATE TRIGGER w AFTER INSERT ON t BEGIN INSERT INTO u VALUES('; end;'); SELECT 1; END;
CREATE TABLE lcc_completions (map, "notes"); INSERT INTO lcc_completions VALUES ('#Ouch', 'a; -- b');
/* ; */ -- the last; one
INSERT INTO lcc_completions VALUES ('Quad', ';');`;
  for (const text of [dump, dump.replaceAll("\n", "\r\n"), `\ufeff${dump}`]) {
    const { data, passedOver } = await readIndex(file(text));
    expect(data.get("lcc_completions")?.map(({ values }) => values)).toEqual([
      { map: "#Ouch", notes: "a; -- b" },
      { map: "Quad", notes: ";" },
    ]);
    expect([...passedOver.keys()]).toEqual(["a;b", "t"]);
  }
});

test.each([
  ["reads what others put in", "INSERT INTO lcc_completions (map) SELECT map FROM lcc_completions;"],
  [
    "counts for ever",
    "INSERT INTO lcc_completions (map) WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n;",
  ],
  ["makes values out of nothing", "INSERT INTO lcc_completions (map) VALUES (zeroblob(100000000));"],
  [
    "grows a text",
    `INSERT INTO lcc_completions (map) VALUES (${"replace(".repeat(15)}'${"a".repeat(99)}'${", 'a', 'aaaaaaaaaa')".repeat(15)});`,
  ],
  ["calls itself without end", `INSERT INTO lcc_completions (map) VALUES (${"char(".repeat(100_000)});`],
  ["has a value of 5 MB", `INSERT INTO lcc_completions (map) VALUES ('${"a".repeat(5_000_000)}');`],
  ["asks for a file", "INSERT INTO lcc_completions (map) VALUES (readfile('/etc/passwd'));"],
  ["opens another database", "ATTACH DATABASE '/tmp/other' AS other;"],
  ["selects", "SELECT 1;"],
  ["is cut off", "INSERT INTO lcc_completions (map) VALUES ('Qu"],
  ["is none of a dump", "hello;"],
  ["names a column that is not there", "INSERT INTO lcc_completions (nothing) VALUES (1);"],
])("a dump with a statement that %s is refused with its line number", async (_, statement) => {
  await expect(readIndex(file(MADE + ROW + statement))).rejects.toThrow(/cannot be read: line 3/);
});

test("statements about other tables are skipped, and named", async () => {
  const { data, passedOver } = await readIndex(
    file(
      `${MADE}${ROW}CREATE TABLE other (a);\nINSERT INTO other VALUES (1);\nPRAGMA user_version = 3;\nDELETE FROM sqlite_sequence;\n`,
    ),
  );
  expect(data.get("lcc_completions")).toHaveLength(1);
  expect([...passedOver.keys()]).toEqual(["other"]);
});

test("what has rows and is not read is named with their number, apart from what follows from others", async () => {
  const dump = `${MADE}${ROW}CREATE TABLE other (a); INSERT INTO other VALUES (1), (2); INSERT INTO other VALUES (upper('a'));
CREATE VIRTUAL TABLE lcc_completions_fts USING fts5(map); INSERT INTO lcc_completions_fts_data VALUES (1, X'00');
CREATE TABLE chimps_starts (map, link, stars); INSERT INTO chimps_starts VALUES ('Quad', 'https://example.org', 5), ('Logs', 'x', NULL);`;
  const sqlite = newDatabase(
    dump.replace("upper('a')", "3").replace(/INSERT INTO lcc_completions_fts_data.*/, ""),
  );
  const folder = {
    "lcc_completions.json": '[{"map":"Quad","money":1}]',
    "chimps_starts.json":
      '[{"map":"Quad","link":"https://example.org","stars":5},{"map":"Logs","stars":null}]',
    "other.json": '[{"a":1},{"a":2},{"a":3}]',
    "more.csv": "a,b\n1,2\n3,4\n",
    "lcc_challenge_codes.csv": "filekey,challenge_code\n1,ZABCDEF\n",
  };
  const held = { other: 3, "chimps_starts.stars": 1 };
  const namedIn = async (path: string) =>
    Object.fromEntries([...(await readIndex(path)).passedOver].filter(([, count]) => count > 0));
  expect(await namedIn(file(dump))).toEqual(held);
  expect(await namedIn(sqlite)).toEqual(held);
  expect(await namedIn(folderOf(folder))).toEqual({
    ...{ "chimps_starts.stars": 1, "other.json": 3, "more.csv": 2, "lcc_challenge_codes.csv": 1 },
  });
});

test("files and columns that are not known are named, and the others of the folder are read", async () => {
  const beside = {
    "README.md": "# The index\n\nBegin here.\n",
    "notes.md": "---\ntitle: x\n---\n",
    "links.md": "[One](https://example.org) is no JSON",
    "NOTES.txt": 'Hello.\n"All" of it\n',
    "package.json": '{ "name": "index" }',
    "tsconfig.json": "{ // a comment\n}",
    "list.json": "[1, 2]",
    "table.xlsx": "PK\u0003\u0004\u0000",
    "Thumbs.db": "\u0001\u0002",
    "damaged.gz": Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]),
    "unknown.csv": "a,b\n1,2\n3\n",
  };
  const { data, passedOver } = await readIndex(
    folderOf({
      "twotc_completions.csv":
        "id,tower1,tower2,map,person,link,og,pending,created_at\n1,Psi,Quincy,Quad,Ada,,0,,\n2,Psi,Quincy,Logs,Ada,,0,,now\n",
      "lcc_completions.csv": "map,money,person,Colour\nQuad,1,Ada,\n",
      ...beside,
    }),
  );
  expect(data.get("twotc_completions")?.map(({ values }) => values.map)).toEqual(["Quad", "Logs"]);
  expect(data.get("lcc_completions")?.map(({ values }) => values)).toEqual([
    { map: "Quad", money: 1, person: "Ada" },
  ]);
  expect(Object.fromEntries(passedOver)).toEqual({
    ...{ "twotc_completions.id": 2, "twotc_completions.created_at": 1 },
    ...Object.fromEntries(Object.keys(beside).map((name) => [name, 1])),
    "unknown.csv": 2,
  });
});

test.each([
  ["twotc_completions.csv", '[{"tower1":"Psi","tower2":"Quincy","map":"Quad","person":"Ada"}]'],
  ["twotc_completions.sql", "tower1,tower2,map,person,link,og,pending\nPsi,Quincy,Quad,Ada,,0,\n"],
  ["2tc.txt", "INSERT INTO twotc_completions (tower1, tower2, map) VALUES ('Psi', 'Quincy', 'Quad');\n"],
  [
    "index",
    `${"-- a comment\n".repeat(1_000)}SET x = 1;\nCOPY public.twotc_completions (map, tower1) FROM stdin;\nQuad\tPsi\n\\.\n`,
  ],
])("what a file holds says more than its name: %s", async (name, text) => {
  const { data } = await readIndex(folderOf({ [name]: text }));
  expect(data.get("twotc_completions")).toMatchObject([{ values: { tower1: "Psi", map: "Quad" } }]);
});

test.each([
  '[{"results":[],"success":false,"error":"D1_ERROR: no such table"}]',
  '[{"results":[{"map":"Quad"}],"success":true},{"success":false,"error":"D1_ERROR: no such table"}]',
  '{"error":{"text":"D1_ERROR: no such table"}}',
  '{"result":[],"success":false,"errors":[{"code":7500,"message":"D1_ERROR: no such table"}]}',
])("what wrangler prints of a statement that failed is refused with its error: %s", async (text) => {
  await expect(readIndex(file(text, "twotc_completions.json"))).rejects.toThrow(
    /twotc_completions\.json cannot be read: it holds no rows, since what wrote it failed: .*D1_ERROR: no such table/,
  );
});

test("texts are read as each of SQLite's and D1's tools write them", async () => {
  const values = [
    "'it''s'",
    "X'41c3a9'",
    "replace('a\\nb','\\n',char(10))",
    "unistr('a\\u000ab\\\\')",
    "-1.5e2",
    "NULL",
  ];
  const rows = values.map((value) => `INSERT INTO "main"."lcc_completions" ("notes") VALUES(${value});\r\n`);
  const { data } = await readIndex(file(`-- it's a dump;\n${rows.join("")}`));
  expect(data.get("lcc_completions")?.map(({ values: { notes } }) => notes)).toEqual([
    ...["it's", "Aé", "a\nb", "a\nb\\", -150, null],
  ]);
});

test("comments of megabytes, and rows of COPY in pieces, are read in time that grows with their length", async () => {
  const comments = `${"-- it's; nothing\n".repeat(400_000)}/* ${"' ; ".repeat(1_000_000)} */\n`;
  const copy = `COPY public.lcc_completions (map, money) FROM stdin;\n${"Quad\t1\n".repeat(50_000)}\\.\n`;
  const { data } = await readIndex(file(`SET x = 1;\n${comments}${copy}${comments}${copy}`));
  expect(data.get("lcc_completions")).toHaveLength(100_000);
});

const TWO = "INSERT INTO lcc_completions (map, money) VALUES ('Quad', 1), ('Logs', 2)";
const JSON_ROWS = '{"map":"Quad","money":1},{"map":"Logs","money":2}';

/** Files that end early, each with two whole rows. */
const CUT: readonly (readonly [string, string, string | Uint8Array])[] = [
  [
    "a dump that was rolled back",
    "index.sql",
    `BEGIN TRANSACTION;\n${MADE}${TWO};\nROLLBACK; -- due to errors\n`,
  ],
  ["a dump without its COMMIT", "index.sql", `BEGIN TRANSACTION;\n${MADE}${TWO};\n`],
  ["a dump that ends in a row", "index.sql", `${MADE}${TWO}, ('Cubism', `],
  ["a dump that ends in a text", "index.sql", `${MADE}${TWO}, ('Cub`],
  ["a dump that ends in a comment", "index.sql", `BEGIN;${MADE}${TWO};/* the`],
  ["a dump that ends behind a row", "index.sql", `${MADE}${TWO}`],
  [
    "a dump of PostgreSQL without its last line",
    "index.sql",
    `--\n-- PostgreSQL database dump\n--\nSET x = 1;\n${TWO};\n`,
  ],
  [
    "a dump of PostgreSQL that ends in rows of COPY",
    "index.sql",
    "SET x = 1;\nCOPY public.lcc_completions (map, money) FROM stdin;\nQuad\t1\nLogs\t2\nCubi",
  ],
  ["JSON of wrangler that ends in a row", "lcc_completions.json", `[{"results":[${JSON_ROWS},{"map":"Cub`],
  [
    "JSON of wrangler that ends behind its rows",
    "lcc_completions.json",
    `[{"results":[${JSON_ROWS}],"meta":{"a":{}`,
  ],
  ["JSON that ends in a list", "lcc_completions.json", `[${JSON_ROWS},`],
  ["CSV that ends in a quote", "lcc_completions.csv", 'map,money\nQuad,1\nLogs,2\n"Cubism'],
  [
    "one of several dumps of PostgreSQL in a file",
    "index.sql",
    `-- PostgreSQL database dump\nSET x = 1;\n${TWO};\n-- PostgreSQL database dump complete\n-- PostgreSQL database dump\nSET x = 1;\n`,
  ],
  [
    "CSV that ends in a row of which all that is needed is there",
    "lcc_completions.csv",
    "map,money,person,link,notes\r\nQuad,1,Ada,x,\r\nLogs,2,Ada\r\nCubism,3,Ada,https://yo",
  ],
  [
    "CSV of tabs that ends in a name",
    "lcc_completions.tsv",
    "map\tmoney\tperson\tdate\nQuad\t1\tAda\t\nLogs\t2\tAda\t\nCubism\t3\tA",
  ],
  ["CSV that ends in a row", "lcc_completions.csv", "map,money\nQuad,1\nLogs,2\nCubism"],
  [
    "a packed file",
    "lcc_completions.csv.gz",
    gzipSync(`map,money\nQuad,1\nLogs,2\n${"Cubism,1\n".repeat(9)}`).subarray(0, -9),
  ],
];

test.each(CUT)("%s is refused, and read up to there if that is asked for", async (_, name, text) => {
  const path = file(text, name);
  await expect(readIndex(path)).rejects.toThrow("--cut-off takes what is there");
  const { data, taken } = await readIndex(path, undefined, { takesCutOff: true });
  const maps = data.get("lcc_completions")?.map(({ values: { map } }) => map);
  expect(maps?.slice(0, 2)).toEqual(["Quad", "Logs"]);
  if (!name.endsWith(".gz")) {
    expect(maps).toHaveLength(2);
    expect(taken).toEqual([`${name} is cut off: what comes before its end is read`]);
  }
});

test("a SQLite file that ends early is refused, and what can be read of it is read if that is asked for", async () => {
  const whole = readFileSync(newDatabase(`begin; ${MADE}${ROW.repeat(2_000)} commit`));
  await expect(readIndex(file(whole.subarray(0, 20_000), "index.sqlite"))).rejects.toThrow("--cut-off takes");
  const { data } = await readIndex(file(whole.subarray(0, 20_000), "index.sqlite"), undefined, {
    takesCutOff: true,
  });
  expect(data.get("lcc_completions")?.length).toBeGreaterThan(100);
  expect((await readIndex(file(whole, "index.sqlite"))).data.get("lcc_completions")).toHaveLength(2_000);
});

test("a dump with only rows gets the known columns of the table", async () => {
  const { data } = await readIndex(
    file("INSERT INTO chimps_starts VALUES ('Quad', 'Title', 'https://example.org', 'key');"),
  );
  expect(data.get("chimps_starts")?.[0]?.values).toEqual({
    ...{ map: "Quad", title: "Title", link: "https://example.org", uuid: "key" },
  });
});

test.each([
  ["nothing of it", "CREATE TABLE other (a);", "index.sql", "holds no table of the community's index"],
  ["another kind of file", "\u0001\u0002", "index.bin", "is of no kind that is read"],
  [
    "JSON of an unknown table",
    '[{"results":[{"a":1}]}]',
    "other.json",
    "call it like its challenge or its table",
  ],
  ["JSON that is none", "[x]", "lcc_completions.json", "it is no JSON"],
  ["JSON that is no rows", "[1]", "lcc_completions.json", "is no object"],
  ["a damaged database", `SQLite format 3\0${"x".repeat(200)}`, "index.sqlite", "cannot be read"],
])("a file with %s is refused with a clear message", async (_, text, name, says) => {
  await expect(readIndex(file(text, name))).rejects.toThrow(says);
});

import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { blobFile, type ExportOptions, exportIndex } from "../../app/features/dump/export.server.ts";
import { EXPORTED, findExported, isSecret } from "../../app/features/dump/repository/tables.server.ts";
import {
  lookAtExport,
  readManifest,
  restoreRows,
  takeBlobs,
} from "../../app/features/dump/restore.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { contractOf } from "../../domain/contract/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { blobFolder } from "../../platform/node/blob-folder.ts";
import { folderOfFiles } from "../../platform/node/moving-out/folder.ts";
import { oneTransaction } from "../../platform/node/moving-out/one-transaction.ts";
import { findMiscounts } from "../../server/db/counters.ts";
import { loadAtOnce } from "../../server/db/load-at-once.ts";
import type { Schema } from "../../server/db/schema.ts";
import { questionsOf } from "../questions.ts";
import { step, write } from "../random-writes.ts";
import { liveIn, newFolder, type OpenIndex, openIndex, rowsOf } from "./lived-in.ts";

/** Several tests rewrite all rows of the sample. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const ALL: ExportOptions = { secrets: true, media: true, gzip: false };
const NOW = new Date("2026-07-01T00:00:00Z");
const progress = (): void => {};

/** Exports a snapshot of an index and returns the export's folder. */
async function exported(index: OpenIndex, folder: string, options: ExportOptions = ALL): Promise<string> {
  const to = newFolder();
  const snapshot = oneTransaction(join(folder, "index.sqlite"), "read");
  try {
    await exportIndex(options, {
      ...{ database: snapshot.database, media: index.media, files: folderOfFiles(to), now: NOW, progress },
    });
  } finally {
    snapshot.close();
  }
  return to;
}

async function look(index: OpenIndex, from: string) {
  const files = folderOfFiles(from);
  const manifest = await readManifest(files);
  if (!manifest) throw new Error("no manifest");
  return { manifest, files, found: await lookAtExport(manifest, files, { ...index, progress }) };
}

/** Imports an export as the command does. */
async function restore(index: OpenIndex, folder: string, from: string): Promise<void> {
  const { manifest, files, found } = await look(index, from);
  await takeBlobs(
    found.blobs,
    files,
    async (hash, bytes) => {
      const all = new Uint8Array(await new Response(bytes as unknown as BodyInit).arrayBuffer());
      await blobFolder(join(folder, "media")).write(hash, all);
      return createHash("sha256").update(all).digest("hex");
    },
    progress,
  );
  const writing = oneTransaction(join(folder, "index.sqlite"), "write");
  try {
    await loadAtOnce(writing.database, () => restoreRows(manifest, files, writing.database, progress));
    writing.commit();
  } finally {
    writing.close();
  }
}

/** The content of tables that triggers maintain. A count may remain at zero. */
const DERIVED = [
  ["completion_tower", "select * from completion_tower"],
  ["completion_player", "select * from completion_player"],
  ["completion_count", "select * from completion_count where count <> 0"],
  ["challenge_count", "select * from challenge_count where count <> 0"],
  ["combination_count", "select * from combination_count where verified + pending <> 0"],
  ["tower_count", "select * from tower_count where verified + pending <> 0"],
  ["tower_use", "select * from tower_use where completions <> 0"],
  ["player_map_count", "select * from player_map_count where verified <> 0"],
  ["player_count", "select * from player_count where verified <> 0"],
  ["player_total", "select * from player_total where verified <> 0"],
  ["month_count", "select * from month_count where verified <> 0"],
  ["completion_search", "select term, doc from words"],
] as const;

const [folder, otherFolder] = [newFolder(), newFolder()];
let index: OpenIndex;
let other: OpenIndex;
let from: string;

beforeAll(async () => {
  index = await openIndex(folder);
  await liveIn(index);
  from = await exported(index, folder);
  other = await openIndex(otherFolder);
  await restore(other, otherFolder, from);
  for (const { sqlite } of [index, other])
    sqlite.exec("create virtual table temp.words using fts5vocab(main, completion_search, instance)");
});

/** Every other table, and why it is not exported. */
const NOT_EXPORTED: Readonly<Record<Exclude<keyof Schema, (typeof EXPORTED)[number]>, string>> &
  Readonly<Record<string, string>> = {
  source: "derived: triggers move it",
  completion_move: "passing: whose the last moves of completions were",
  completion_tower: "derived: triggers fill it",
  completion_player: "derived: triggers fill it",
  completion_search: "derived: triggers fill it",
  tower_key: "derived: triggers fill it",
  challenge_count: "derived: triggers count",
  completion_count: "derived: triggers count",
  tower_count: "derived: triggers count",
  player_map_count: "derived: triggers count",
  player_count: "derived: triggers count",
  player_total: "derived: triggers count",
  month_count: "derived: triggers count",
  combination_count: "derived: triggers count",
  tower_use: "derived: triggers count",
  completion_without_proof: "derived: triggers fill it",
  code_backfill:
    "passing: whether this site asks for the codes of old completions, which its administrator decides",
  code_check: "derived: made by the write and by a job",
  picture: "derived: made by a job from the files",
  picture_match: "derived: made by a job from the files",
  rendered_notes: "derived: made when somebody asks",
  submission: "passing: what a press of a button came to, for a day",
  attempt: "passing: how often somebody has tried lately",
  review: "passing: who is looking at what waits, for a quarter of an hour",
  review_skip: "passing: what a helper put off for a day",
  import_under_way: "passing: that an import has begun and not ended",
  restoration: "passing: that an export is being put in the place of everything",
  dump: "passing: which public dumps this site has, whose files stand beside the database",
  d1_migrations: "the database's own: which migrations it has had",
};

test("every table is exported, or listed as derived or passing; and each column has a type that lines can have", async () => {
  const tables = index.sqlite
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'completion_search_%'")
    .all()
    .map(({ name }) => String(name));
  expect([...EXPORTED, ...Object.keys(NOT_EXPORTED)].toSorted()).toEqual(tables.toSorted());
  const found = await findExported(index.database);
  expect(found.map(({ name }) => name)).toEqual(EXPORTED);
  for (const { name, key, columns } of found) {
    expect(key.length, name).toBeGreaterThan(0);
    for (const type of Object.values(columns)) expect(type, name).toMatch(/^(text|integer|real)\??$/);
  }
});

test("what is exported of accounts without being asked for is only this", async () => {
  const found = (await findExported(index.database)).filter(({ name }) => /^(account|sign)/.test(name));
  expect(
    found.flatMap((table) =>
      Object.keys(table.columns).flatMap((column) =>
        isSecret(table, column) ? [] : [`${table.name}.${column}`],
      ),
    ),
  ).toEqual(
    [
      ...["id", "email", "email_key", "email_verified_at", "password_generated", "display_name", "name_key"],
      ...["name_public", "roles", "blocked_at", "created_at", "signed_in_at", "factor_at", "factor_step"],
    ]
      .map((column) => `account.${column}`)
      .concat(
        ["issuer", "subject", "account", "name"].map((column) => `account_identity.${column}`),
        ["seq", "at", "actor", "action", "account", "details"].map((column) => `account_log.${column}`),
      ),
  );
});

describe("an imported export", () => {
  test.each(EXPORTED)("has the same rows of %s", (name) => {
    const rows = rowsOf(index, name);
    expect(rowsOf(other, name)).toEqual(rows);
    const mayBeEmpty = ["import_file", "webhook_position", "account_identity"];
    if (![...mayBeEmpty, "sign_in_key", "sign_in_record", "media_release"].includes(name))
      expect(rows.length, name).toBeGreaterThan(0);
  });

  test.each(DERIVED)("has the same content of %s, which triggers maintain", (table, select) => {
    const rows = index.sqlite.prepare(select).all();
    expect(rows.length, table).toBeGreaterThan(0);
    expect(other.sqlite.prepare(select).all()).toEqual(rows);
  });

  test("has the same tables, indexes and triggers, with the triggers in the same order", () => {
    for (const select of [
      "select type, name, tbl_name, sql from sqlite_schema order by type, name",
      "select name from sqlite_schema where type = 'trigger' order by rowid",
    ])
      expect(other.sqlite.prepare(select).all()).toEqual(index.sqlite.prepare(select).all());
  });

  test("has correct counts and no broken references", async () => {
    expect(await findMiscounts(other.database)).toEqual([]);
    expect(other.sqlite.prepare("pragma foreign_key_check").all()).toEqual([]);
    expect(other.sqlite.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
  });

  test("answers every read byte for byte as the original index does", async () => {
    const addresses = contractOf(CHALLENGES.values()).endpoints.filter(
      ({ access, method, path }) =>
        access === "public" && method === "GET" && /^\/(fetch|list|download)-/.test(path),
    );
    const findRow = async (path: string) => (await index.get(path)).body.results[0] ?? {};
    let asked = 0;
    for (const address of addresses)
      for (const question of await questionsOf(address, findRow, (name) => name === "query")) {
        const [one, two] = await Promise.all([index.app.request(question), other.app.request(question)]);
        expect(two.status, question).toBe(one.status);
        expect(await two.text(), question).toBe(await one.text());
        asked += 1;
      }
    expect(asked).toBeGreaterThan(60);
  });

  test("serves the same files", async () => {
    const keys = index.sqlite
      .prepare("select key from media where completion not null order by key desc limit 40")
      .all();
    for (const { key } of keys) {
      const path = `/media/${key}`;
      const [one, two] = await Promise.all([index.app.request(path), other.app.request(path)]);
      expect([two.status, Buffer.from(await two.arrayBuffer())]).toEqual([
        one.status,
        Buffer.from(await one.arrayBuffer()),
      ]);
    }
  });

  test("can be written to: numbers continue, and earlier changes can be undone", async () => {
    const folder = newFolder();
    const third = await openIndex(folder);
    await restore(third, folder, from);
    const helper = { id: "hel", roles: ["Index Helper"] };
    const changes = (await third.getAs(api.changes(), helper.id, helper.roles)).body.results;
    const renamed = changes.find(({ title }) => title === "Map The Four");
    const { status, body } = await third.post(api.undoChange(), { seq: String(renamed?.seq) }, helper);
    expect(status, JSON.stringify(body)).toBe(200);
    expect((await third.get(api.mapInfo({ map: "Quad" }))).status).toBe(200);
    const last = (at: OpenIndex) =>
      Number(at.sqlite.prepare("select max(seq) as last from change").get()?.last);
    expect(last(third)).toBe(last(index) + 1);
    expect(await findMiscounts(third.database)).toEqual([]);
  });

  test("is exported again to the same bytes", async () => {
    const again = await exported(other, otherFolder);
    for (const name of readdirSync(from).filter((each) => each.endsWith(".jsonl")))
      expect(readFileSync(join(again, name), "utf8"), name).toBe(readFileSync(join(from, name), "utf8"));
    const { manifest, ...one } = await look(other, again);
    expect({ ...manifest, madeAt: "" }).toEqual({ ...(await look(other, from)).manifest, madeAt: "" });
    expect(one.found.blobs.missing).toEqual([]);
  });
});

test("whatever was written, an export of an imported export has the same bytes", async () => {
  let rows = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 30 }), async (steps) => {
      const [folders, texts] = [[newFolder(), newFolder()], [] as string[]];
      const [one, two] = [await openIndex(folders[0] ?? ""), await openIndex(folders[1] ?? "")];
      for (const each of steps) await write(one, one.sqlite, each);
      const first = await exported(one, folders[0] ?? "");
      await restore(two, folders[1] ?? "", first);
      for (const folder of [first, await exported(two, folders[1] ?? "")])
        texts.push(EXPORTED.map((name) => readFileSync(join(folder, `${name}.jsonl`), "utf8")).join("\n\n"));
      expect(texts[1]).toBe(texts[0]);
      expect(await findMiscounts(two.database)).toEqual([]);
      rows += rowsOf(two, "completion").length;
    }),
    { numRuns: 8 },
  );
  expect(rows).toBeGreaterThan(0);
});

test("credentials are exported only on request", async () => {
  const without = await exported(index, folder, { secrets: false, media: false, gzip: false });
  const text = readdirSync(without)
    .map((name) => readFileSync(join(without, name), "utf8"))
    .join("\n");
  expect(text).toContain("ada@example.org");
  expect(text).not.toContain("hash of");
  expect(text).not.toContain("password_hash");
  expect(existsSync(join(without, "account_link.jsonl"))).toBe(false);
  expect(existsSync(join(without, "media"))).toBe(false);
  expect(readFileSync(join(from, "account.jsonl"), "utf8")).toContain("hash of password of ada@example.org");

  const folderOfThird = newFolder();
  const third = await openIndex(folderOfThird);
  const { found } = await look(third, without);
  expect(found.blobs.missing.length).toBeGreaterThan(0);
  await restore(third, folderOfThird, without);
  expect(rowsOf(third, "account")).toEqual(
    rowsOf(index, "account").map((row) => ({ ...(row as object), password_hash: null })),
  );
});

test("a compressed export has the same lines", async () => {
  const small = await exported(index, folder, { ...ALL, media: false, gzip: true });
  for (const name of ["completion", "change", "map"])
    expect(gunzipSync(readFileSync(join(small, `${name}.jsonl.gz`))).toString()).toBe(
      readFileSync(join(from, `${name}.jsonl`), "utf8"),
    );
  const folderOfThird = newFolder();
  const third = await openIndex(folderOfThird);
  await restore(third, folderOfThird, small);
  expect(rowsOf(third, "completion")).toEqual(rowsOf(index, "completion"));
});

test("an export is a consistent snapshot, whatever is written meanwhile", async () => {
  const folder = newFolder();
  const busy = await openIndex(folder);
  await busy.add("2tc", { map: "Logs", towers: ["Quincy", "Ezili"], people: ["Ada"] });
  const snapshot = oneTransaction(join(folder, "index.sqlite"), "read");
  const to = newFolder();
  let written = 0;
  const { manifest } = await exportIndex(
    { secrets: true, media: false, gzip: false },
    {
      ...{ database: snapshot.database, media: busy.media, files: folderOfFiles(to), now: NOW },
      progress: () => {
        busy.sqlite.exec(
          "insert into change (at, actor, action, noun, noun_id) values ('2026', 'ada', 'edit', 'map', '1')",
        );
        written += 1;
      },
    },
  );
  snapshot.close();
  expect(written).toBeGreaterThan(10);
  const log = manifest.tables.find(({ table }) => table === "change");
  expect(log?.rows).toBe(
    Number(busy.sqlite.prepare("select count(*) as rows from change").get()?.rows) - written,
  );
  // A database that cannot hold a snapshot notices writes in between.
  const unheld = exportIndex(
    { secrets: true, media: false, gzip: false },
    {
      ...{ database: busy.database, media: busy.media, files: folderOfFiles(newFolder()), now: NOW },
      progress: () =>
        busy.sqlite.exec(
          "insert into change (at, actor, action, noun, noun_id) values ('2026', 'ada', 'edit', 'map', '1')",
        ),
    },
  );
  await expect(unheld).rejects.toThrow(expect.objectContaining({ name: "WrittenMeanwhile" }));
});

test("a file whose bytes are not those of its name is not copied, and is listed as missing", async () => {
  const media = { ...index.media, read: async () => new Response("other bytes").body };
  const to = await exported({ ...index, media }, folder);
  const { manifest } = await look(other, to);
  const lines = readFileSync(join(to, manifest.blobs.file), "utf8").trim().split("\n");
  const listed = lines.map((line): { hash: string; bytes: number | null } => JSON.parse(line));
  expect(listed.length).toBeGreaterThan(1);
  expect(listed.filter(({ bytes }) => bytes !== null)).toEqual([]);
  for (const { hash } of listed) expect(existsSync(join(to, blobFile(hash)))).toBe(false);
});

test("an import that loses rows on the way says so", async () => {
  const losing = newFolder();
  const empty = await openIndex(losing);
  const { manifest, files } = await look(empty, from);
  const writing = oneTransaction(join(losing, "index.sqlite"), "write");
  const database: typeof writing.database = {
    query: (tags, statement) => writing.database.query(tags, statement),
    versions: () => writing.database.versions(),
    ready: () => writing.database.ready(),
    atomic: (statements) =>
      writing.database.atomic(
        statements.filter((statement) => !/insert into "?spelling"?/i.test(statement.sql)),
      ),
  };
  await expect(restoreRows(manifest, files, database, progress)).rejects.toThrow(
    /^spelling\.jsonl: \d+ rows were read, and 0 are there afterwards\.$/,
  );
  writing.close();
});

describe("a damaged export is reported, and nothing is written", () => {
  let empty: OpenIndex;
  beforeAll(async () => {
    empty = await openIndex(newFolder());
  });
  const file = (at: string, name: string): string => join(at, name);
  const text = (at: string, name: string): string => readFileSync(file(at, name), "utf8");
  const replace = (at: string, name: string, what: string | RegExp, by: string): void => {
    const before = text(at, name);
    const after = before.replace(what, by);
    expect(after).not.toBe(before);
    writeFileSync(file(at, name), after);
  };
  const dropLine = (at: string, name: string, number: number): void => {
    const lines = text(at, name).split("\n");
    writeFileSync(file(at, name), [...lines.slice(0, number), ...lines.slice(number + 1)].join("\n"));
  };

  test.each<[string, (at: string) => void, RegExp]>([
    [
      "a letter that was changed",
      (at) => replace(at, "map.jsonl", "Cargo", "Kargo"),
      /^map\.jsonl: lines 1 to \d+ do not have the checksum/,
    ],
    [
      "a number that was changed behind many lines",
      (at) => {
        const lines = text(at, "change.jsonl").split("\n");
        lines[1234] = (lines[1234] ?? "").replace('"shape":', '"shape":1');
        writeFileSync(file(at, "change.jsonl"), lines.join("\n"));
      },
      /^change\.jsonl: lines 1001 to 1500 /,
    ],
    [
      "a line that is no JSON",
      (at) => replace(at, "map.jsonl", '{"id":3,', '{"id":3,,'),
      /^map\.jsonl: line 3 is no JSON/,
    ],
    [
      "a value of another type",
      (at) => replace(at, "map.jsonl", '{"id":3,', '{"id":"3",'),
      /^map\.jsonl: line 3 has no id/,
    ],
    [
      "a file that was cut off",
      (at) => truncateSync(file(at, "media.jsonl"), 5_000),
      /^media\.jsonl: line \d+ has no end/,
    ],
    ["a file that lost lines", (at) => dropLine(at, "media.jsonl", 700), /^media\.jsonl: /],
    [
      "a file that lost its last line",
      (at) => dropLine(at, "map.jsonl", text(at, "map.jsonl").split("\n").length - 2),
      /^map\.jsonl: it ends behind line \d+ of \d+/,
    ],
    [
      "lines that were added",
      (at) => appendFileSync(file(at, "player.jsonl"), '{"id":9999,"origin_key":"x"}\n'),
      /^player\.jsonl: it has more than/,
    ],
    [
      "bytes that are no text",
      (at) => appendFileSync(file(at, "player.jsonl"), Buffer.from([0xff, 0xfe, 10])),
      /^player\.jsonl: it cannot be read behind line/,
    ],
    [
      "a newer form",
      (at) => replace(at, "manifest.json", '"version": 1', '"version": 2'),
      /newer version of the site/,
    ],
    [
      "the manifest of something else",
      (at) => writeFileSync(file(at, "manifest.json"), '{"name": "x"}'),
      /not that of an export/,
    ],
    [
      "a manifest that was cut off",
      (at) => truncateSync(file(at, "manifest.json"), 3_000),
      /^manifest\.json: it is no JSON/,
    ],
    [
      "a manifest with a path",
      (at) => replace(at, "manifest.json", '"map.jsonl"', '"../map.jsonl"'),
      /^manifest\.json: tables/,
    ],
    [
      "a table that nobody knows",
      (at) => replace(at, "manifest.json", '"table": "spelling"', '"table": "sqlite_schema"'),
      /does not know the table sqlite_schema/,
    ],
    [
      "a column that nobody knows",
      (at) => replace(at, "manifest.json", '"seeded": "integer"', '"seeded) select 1; --": "integer"'),
      /does not know the column seeded\) select/,
    ],
  ])("%s", async (_, damage, said) => {
    const at = newFolder();
    for (const name of readdirSync(from).filter((each) => each.includes(".json")))
      writeFileSync(file(at, name), readFileSync(file(from, name)));
    const before = empty.sqlite.prepare("select count(*) as rows from change").get();
    damage(at);
    await expect(look(empty, at)).rejects.toThrow(
      expect.objectContaining({ name: "BadExport", message: expect.stringMatching(said) }),
    );
    expect(empty.sqlite.prepare("select count(*) as rows from change").get()).toEqual(before);
  });
});

describe("an export of an earlier version", () => {
  /** The same export without some tables, as from before there were such. */
  function without(tables: readonly string[]): string {
    const at = newFolder();
    for (const name of readdirSync(from).filter((each) => each.includes(".json")))
      if (!tables.includes(name.replace(".jsonl", "")))
        writeFileSync(join(at, name), readFileSync(join(from, name)));
    const manifest = JSON.parse(readFileSync(join(at, "manifest.json"), "utf8"));
    const left = manifest.tables.filter(({ table }: { table: string }) => !tables.includes(table));
    writeFileSync(join(at, "manifest.json"), JSON.stringify({ ...manifest, tables: left }));
    return at;
  }
  /** An empty index whose tables a later version has changed. */
  async function later(change: string): Promise<{ folder: string; index: OpenIndex }> {
    const folder = newFolder();
    const index = await openIndex(folder);
    index.sqlite.exec(change);
    return { folder, index };
  }
  const remade = (columns: string): string =>
    `drop table erased_ban; create table erased_ban (hash text not null primary key, ${columns}) strict`;

  test("comes with the tables that it has, and those that it lacks are empty", async () => {
    const lacks = ["wish", "check_exception", "follow", "follow_feed", "erasure", "erased_ban"];
    const at = without(lacks);
    const { folder, index: empty } = await later(
      "insert into wish (id, person, challenge, towers, at) values ('1', 'ada', '2mp', '[]', '2026')",
    );
    expect((await look(empty, at)).found.lacks).toEqual(lacks);
    await restore(empty, folder, at);
    for (const name of EXPORTED)
      expect(rowsOf(empty, name), name).toEqual(lacks.includes(name) ? [] : rowsOf(other, name));
    expect(await findMiscounts(empty.database)).toEqual([]);
  });

  test("has null or the default in columns that came later", async () => {
    const { folder, index: empty } = await later(
      `alter table map add column of_tomorrow text; alter table player add column rating real not null default 2.5;
       ${remade("at text")}`,
    );
    await restore(empty, folder, from);
    for (const [name, more] of [
      ["map", { of_tomorrow: null }],
      ["player", { rating: 2.5 }],
      ["erased_ban", {}],
    ] as const)
      expect(rowsOf(empty, name)).toEqual(
        rowsOf(other, name).map((row) => ({ ...(row as object), ...more })),
      );
  });

  test.each<[string, string, RegExp]>([
    [
      "a column without a default",
      remade("at text not null, why text not null"),
      /^manifest\.json: it has no why of erased_ban/,
    ],
    ["a column of another type", remade("at integer"), /^manifest\.json: at of erased_ban is text, and here/],
    ["fewer columns", remade("why text"), /does not know the column at of erased_ban/],
  ])("is refused in words where this one has %s", async (_, change, said) => {
    const { index: empty } = await later(change);
    await expect(look(empty, from)).rejects.toThrow(
      expect.objectContaining({ name: "BadExport", message: expect.stringMatching(said) }),
    );
  });

  test("is refused in words, and nothing is written, where a row breaks a rule of this one", async () => {
    const { folder, index: empty } = await later(remade("at text not null check (at > '2027')"));
    const maps = rowsOf(empty, "map");
    await expect(restore(empty, folder, from)).rejects.toThrow(
      expect.objectContaining({
        name: "BadExport",
        message: expect.stringMatching(/^erased_ban\.jsonl: .* does not take/),
      }),
    );
    expect(rowsOf(empty, "map")).toEqual(maps);
  });

  test.each(["completion", "change", "map"])("is not one that lacks the table %s", async (table) => {
    await expect(look(await openIndex(newFolder()), without([table]))).rejects.toThrow(
      expect.objectContaining({ name: "BadExport", message: expect.stringContaining(`no table ${table}`) }),
    );
  });
});

test("an index with changes of its own is left as it is", async () => {
  const folder = newFolder();
  const lived = await openIndex(folder);
  await lived.add("2tc", { map: "Logs", towers: ["Quincy", "Ezili"], people: ["Ada"] });
  expect((await look(lived, from)).found.written.changes).toBeGreaterThan(0);
  const rows = rowsOf(lived, "change");
  await expect(restore(lived, folder, from)).rejects.toThrow(
    expect.objectContaining({ name: "NotUntouched" }),
  );
  expect(rowsOf(lived, "change")).toEqual(rows);
});

import type { CompiledQuery } from "kysely";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { removeSample } from "../../app/features/sample/remove.server.ts";
import { MAPS } from "../../domain/game/maps.ts";
import { SAMPLE } from "../../platform/node/sample.ts";
import { findMiscounts } from "../../server/db/counters.ts";
import { type Database, sqlite } from "../../server/db/database.ts";
import type { Files } from "../../server/files.ts";
import type { MediaStore } from "../../server/media/store.ts";
import { openInMemory } from "../../test/node/memory.ts";
import { loadSample } from "./sample.ts";

/** The number of sample CHIMPS starts, and of those on Quad. */
const STARTS = 16;
const ON_QUAD = 2;
const NOW = new Date("2026-07-01T00:00:00Z");

/** A completion that somebody played. */
const ROW = `insert into completion (id, challenge, map_id, towers, upgrades, people, people_keys, people_sort_keys, words,
  og, notes, created_at, updated_at) values ('1', 'lcc', 1, '[]', '[]', '["Ada"]', '["ada"]', '["ada"]', ' ada ', 0, '',
  '2026', '2026')`;

async function open() {
  const database = await openInMemory(NOW);
  const blobs = new Map<string, Uint8Array>();
  const media: MediaStore = {
    sizeOf: async () => null,
    read: async () => null,
    write: async (hash, bytes) => {
      blobs.set(hash, bytes);
    },
    remove: async () => false,
    list: async function* () {},
  };
  const count = async (table: string): Promise<number> => {
    const counted = sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.compile(sqlite);
    return (await database.query([], counted))[0]?.count ?? -1;
  };
  const changes = () =>
    database.query(
      [],
      sqlite.selectFrom("change").select(["actor", "action", "noun", "before", "after"]).compile(),
    );
  return { database, media, blobs, count, changes };
}

test("the sample is loaded once, is removed as a whole, and does not come back", {
  tags: ["long"],
}, async () => {
  const { database, media, blobs, count, changes } = await open();
  expect(await loadSample(database, media, SAMPLE, NOW)).toBe(6_790);
  expect(await count("completion")).toBe(6_790);
  expect(await count("media")).toBeGreaterThan(5_000);
  expect(await count("chimps_start")).toBe(STARTS);
  const hashes = await database.query([], sqlite.selectFrom("media").select("hash").distinct().compile());
  expect(hashes.map(({ hash }) => hash).sort()).toEqual([...blobs.keys()].sort());
  expect(await loadSample(database, media, SAMPLE, NOW)).toBe(0);

  expect(await removeSample(database, NOW)).toEqual({ completions: 6_790, starts: STARTS });
  const tables = ["completion", "media", "completion_player", "chimps_start"];
  expect(await Promise.all(tables.map(count))).toEqual([0, 0, 0, 0]);
  expect(await loadSample(database, media, SAMPLE, NOW)).toBe(0);
  expect(await removeSample(database, NOW)).toEqual({ completions: 0, starts: 0 });

  const counts = {
    "2tc": 3000,
    fttc: 400,
    lcc: 520,
    ltc: 300,
    lcd: 170,
    "2mp": 2000,
    "2tcc": 400,
    "chimps-starts": STARTS,
  };
  const log = (await changes())
    .filter(({ noun }) => noun === "sample")
    .map(({ before, after, ...rest }) => {
      return { ...rest, before: JSON.parse(before ?? "null"), after: JSON.parse(after ?? "null") };
    });
  const common = { actor: "system", noun: "sample" };
  expect(log).toEqual([
    { ...common, action: "load", before: null, after: counts },
    { ...common, action: "remove", before: counts, after: null },
  ]);
  database.close();
});

test("the sample is not loaded into an index that has a completion", async () => {
  const { database, media, blobs, count } = await open();
  database.sqlite.exec(ROW);
  expect(await loadSample(database, media, SAMPLE, NOW)).toBe(0);
  expect([await count("completion"), await count("chimps_start"), blobs.size]).toEqual([1, 0, 0]);
  database.close();
});

test("every statement stays within the limits of D1", async () => {
  const { database, media } = await open();
  const statements: CompiledQuery<unknown>[] = [];
  const recorder: Database = {
    query: (tags, statement) => database.query(tags, statement),
    versions: () => database.versions(),
    ready: () => database.ready(),
    atomic: async (batch) => {
      statements.push(...batch);
      return [];
    },
  };
  await loadSample(recorder, media, SAMPLE, NOW);
  const bytes = (value: unknown): number => new TextEncoder().encode(String(value)).length;
  expect(Math.max(...statements.map(({ parameters }) => parameters.length))).toBeLessThanOrEqual(100);
  expect(Math.max(...statements.map((statement) => bytes(statement.sql)))).toBeLessThan(100_000);
  expect(Math.max(...statements.flatMap(({ parameters }) => parameters.map(bytes)))).toBeLessThan(1_000_000);
  database.close();
});

/** A part of the sample, enough to show how it is loaded. */
const SOME: Files = {
  ...SAMPLE,
  sizeOf: (name) => SAMPLE.sizeOf(/^(ltc|lcd|chimps_starts)\b/.test(name) ? name : "nothing"),
};

test("rows and starts on deleted maps are skipped, and the log counts what was loaded", async () => {
  const { database, media, count, changes } = await open();
  database.sqlite.exec("delete from map where name = 'Quad'");
  const loaded = await loadSample(database, media, SOME, NOW);
  expect(loaded).toBeLessThan(470);
  expect(await count("completion")).toBe(loaded);
  expect(await count("chimps_start")).toBe(STARTS - ON_QUAD);
  expect(await count("map")).toBe(MAPS.length - 1);
  const { after } = (await changes()).find(({ noun }) => noun === "sample") ?? {};
  const { ltc, lcd, "chimps-starts": starts } = JSON.parse(after ?? "{}");
  expect([ltc + lcd, starts]).toEqual([loaded, STARTS - ON_QUAD]);
  database.close();
});

test("loading that was interrupted between two batches starts over, with the same result as without", async () => {
  const whole = await open();
  expect(await loadSample(whole.database, whole.media, SOME, NOW)).toBe(470);
  const { database, media, count, changes } = await open();
  let left = 1;
  const cutOff: Database = {
    ...database,
    atomic: (batch) => {
      left -= 1;
      if (left < 0) throw new Error("cut off");
      return database.atomic(batch);
    },
  };
  await expect(loadSample(cutOff, media, SOME, NOW)).rejects.toThrow("cut off");
  expect(await count("completion")).toBe(300);
  expect((await changes()).filter(({ noun }) => noun === "sample")).toEqual([]);

  expect(await loadSample(database, media, SOME, NOW)).toBe(470);
  expect(await changes()).toEqual(await whole.changes());
  for (const table of ["media", "chimps_start", "completion_tower", "player"])
    expect([table, await count(table)]).toEqual([table, await whole.count(table)]);
  expect(await findMiscounts(database)).toEqual([]);
  database.close();
  whole.database.close();
});

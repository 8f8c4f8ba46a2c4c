import { join } from "node:path";
import type { CompiledQuery } from "kysely";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "../../platform/node/migrate.ts";
import { openSqlite } from "../../platform/node/sqlite.ts";
import { type Database, sqlite } from "../data/database.ts";
import type { MediaStore } from "../media/store.ts";
import { seedFacts } from "../seed.ts";
import { loadSample, removeSample } from "./load.ts";
import { sampleStarts } from "./starts.ts";

const CLIP = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3]);
/** Sample CHIMPS starts on maps of the game. */
const STARTS = sampleStarts().length;
const NOW = new Date("2026-07-01T00:00:00Z");

async function open() {
  const database = openSqlite(":memory:");
  migrate(database.sqlite, join(import.meta.dirname, "../../migrations"));
  await seedFacts(database, NOW);
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
    return (await database.query(counted))[0]?.count ?? -1;
  };
  const changes = () =>
    database.query(
      sqlite.selectFrom("change").select(["actor", "action", "noun", "before", "after"]).compile(),
    );
  return { database, media, blobs, count, changes };
}

test("the sample is loaded once, goes as a whole, and does not come back by itself", async () => {
  const { database, media, blobs, count, changes } = await open();
  expect(await loadSample(database, media, CLIP, NOW)).toBe(6_790);
  expect(await count("completion")).toBe(6_790);
  expect(await count("media")).toBeGreaterThan(5_000);
  expect(await count("chimps_start")).toBe(STARTS);
  const hashes = await database.query(sqlite.selectFrom("media").select("hash").distinct().compile());
  expect(hashes.map(({ hash }) => hash).sort()).toEqual([...blobs.keys()].sort());
  expect(await loadSample(database, media, CLIP, NOW)).toBe(0);

  expect(await removeSample(database, NOW)).toEqual({ completions: 6_790, starts: STARTS });
  const tables = ["completion", "media", "completion_player", "chimps_start"];
  expect(await Promise.all(tables.map(count))).toEqual([0, 0, 0, 0]);
  expect(await loadSample(database, media, CLIP, NOW)).toBe(0);
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

test("an index that holds a completion keeps the sample out", async () => {
  const { database, media, blobs, count } = await open();
  database.sqlite.exec(`insert into completion (id, challenge, map_id, towers, upgrades, people, people_keys,
    people_sort_keys, words, og, notes, created_at, updated_at) values ('1', 'lcc', 1, '[]', '[]', '["Ada"]', '["ada"]', '["ada"]', ' ada ', 0, '', '2026', '2026')`);
  expect(await loadSample(database, media, CLIP, NOW)).toBe(0);
  expect([await count("completion"), await count("chimps_start"), blobs.size]).toEqual([1, 0, 0]);
  database.close();
});

test("every statement keeps to the limits of D1", async () => {
  const { database, media } = await open();
  const statements: CompiledQuery<unknown>[] = [];
  const recorder: Database = {
    query: (statement) => database.query(statement),
    versions: () => database.versions(),
    ready: () => database.ready(),
    atomic: async (batch) => {
      statements.push(...batch);
      return [];
    },
  };
  await loadSample(recorder, media, CLIP, NOW);
  const bytes = (value: unknown): number => new TextEncoder().encode(String(value)).length;
  expect(Math.max(...statements.map(({ parameters }) => parameters.length))).toBeLessThanOrEqual(100);
  expect(Math.max(...statements.map((statement) => bytes(statement.sql)))).toBeLessThan(100_000);
  expect(Math.max(...statements.flatMap(({ parameters }) => parameters.map(bytes)))).toBeLessThan(1_000_000);
  database.close();
});

test("sample starts keep off maps that are gone", async () => {
  const { database, media, count } = await open();
  database.sqlite.exec("delete from map where name = 'Quad'");
  await loadSample(database, media, CLIP, NOW);
  const onQuad = sampleStarts().filter(({ map }) => map === "Quad").length;
  expect(onQuad).toBeGreaterThan(0);
  expect(await count("chimps_start")).toBe(STARTS - onQuad);
  database.close();
});

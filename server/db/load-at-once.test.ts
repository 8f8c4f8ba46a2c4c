import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  insertCompletions,
  type LoadedCompletion,
} from "../../app/features/completions/repository/stored-completion.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { readSample } from "../../packages/import/sample.ts";
import { MIGRATIONS, migrate } from "../../platform/node/migrate.ts";
import { loadInOne } from "../../platform/node/moving-out/one-transaction.ts";
import { SAMPLE } from "../../platform/node/sample.ts";
import { openSqlite } from "../../platform/node/sqlite.ts";
import { seedFacts } from "../../site/seed.ts";
import type { Database } from "./database.ts";

const NOW = new Date("2026-07-01T00:00:00Z");

async function emptyIndex() {
  const file = join(mkdtempSync(join(tmpdir(), "btd6-index-load-")), "index.sqlite");
  const database = openSqlite(file);
  migrate(database.sqlite, MIGRATIONS);
  await seedFacts(database, NOW);
  const rows: LoadedCompletion[] = [];
  for (const challenge of CHALLENGES.keys())
    for (const [at, { id, state }] of (await readSample(challenge, SAMPLE, database)).entries())
      if (at % 7 === 0) rows.push({ id, state, sample: false });
  return { file, database, sqlite: database.sqlite, rows };
}
type Index = Awaited<ReturnType<typeof emptyIndex>>;

const insert = (database: Database, rows: readonly LoadedCompletion[]) =>
  database.atomic([insertCompletions(rows)]).then(() => {});

const atOnce = ({ file }: Index, load: (database: Database) => Promise<void>): Promise<void> =>
  loadInOne(file, load);

const SCHEMA = "select type, name, sql from sqlite_schema order by rowid";
const tablesOf = ({ sqlite }: Index): string[] =>
  sqlite
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'completion_search_%'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !["source", "completion_move", "d1_migrations", "completion_search"].includes(name));
/** All rows of all tables, and the words of the search index. */
function contentOf(index: Index): Record<string, unknown[]> {
  index.sqlite.exec(
    "create virtual table if not exists temp.words using fts5vocab(main, completion_search, instance)",
  );
  const rows = (select: string) => index.sqlite.prepare(select).all();
  return {
    ...Object.fromEntries(tablesOf(index).map((name) => [name, rows(`select * from "${name}"`)])),
    words: rows("select term, doc from temp.words"),
  };
}
const versionsOf = ({ sqlite }: Index): Map<string, number> =>
  new Map(
    sqlite
      .prepare("select * from source")
      .all()
      .map(({ name, version }) => [String(name), Number(version)]),
  );

test("a bulk load gives the same content and schema as inserts with triggers", async () => {
  const [one, other] = [await emptyIndex(), await emptyIndex()];
  await insert(one.database, one.rows);
  await atOnce(other, (database) => insert(database, other.rows));
  expect(contentOf(other).completion_player?.length).toBeGreaterThan(500);
  expect(contentOf(other)).toEqual(contentOf(one));
  expect(other.sqlite.prepare(SCHEMA).all().length).toBeGreaterThan(100);
  const sorted = (index: Index) =>
    index.sqlite
      .prepare(SCHEMA)
      .all()
      .map((row) => JSON.stringify(row))
      .toSorted();
  expect(sorted(other)).toEqual(sorted(one));
});

test("a bulk load keeps existing player names, and the triggers work again afterwards", async () => {
  const index = await emptyIndex();
  const [first, ...others] = index.rows;
  await insert(index.database, first ? [first] : []);
  const players = index.sqlite.prepare("select * from player_name").all();
  const last = others.pop();
  await atOnce(index, (database) => insert(database, others));
  expect(index.sqlite.prepare("select * from player_name limit ?").all(players.length)).toEqual(players);
  await insert(index.database, last ? [last] : []);
  const whole = await emptyIndex();
  await insert(whole.database, whole.rows);
  expect(contentOf(index)).toEqual(contentOf(whole));
});

test("a bulk load invalidates every cached answer", async () => {
  const index = await emptyIndex();
  const before = versionsOf(index);
  await atOnce(index, (database) => insert(database, index.rows));
  const after = versionsOf(index);
  for (const [name, version] of before) expect(after.get(name), name).toBeGreaterThan(version);
  for (const key of CHALLENGES.keys()) expect(after.get(`completions:${key}`), key).toBeGreaterThan(0);
});

test("two rows with the same identity are refused, and leave nothing behind", async () => {
  const index = await emptyIndex();
  const before = [contentOf(index), index.sqlite.prepare(SCHEMA).all()];
  const row = index.rows.find(({ state }) => state.identity !== null && state.pending === null);
  if (!row) throw new Error("no verified row");
  const twice = [row, { ...row, id: crypto.randomUUID() }];
  await expect(atOnce(index, (database) => insert(database, twice))).rejects.toThrow(/completion\.identity/);
  expect([contentOf(index), index.sqlite.prepare(SCHEMA).all()]).toEqual(before);
});

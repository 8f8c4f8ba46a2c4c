import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../../../domain/challenges/index.ts";
import { readListQuery } from "../../../../domain/lists/list-query.ts";
import { loadSample } from "../../../../packages/import/sample.ts";
import { SAMPLE } from "../../../../platform/node/sample.ts";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { seedFacts } from "../../../../site/seed.ts";
import { FACTS } from "../../../../test/catalogue.ts";
import { completionLists } from "./lists.server.ts";

let database: Database;

beforeAll(async () => {
  const engine = await openEngine();
  database = engine.database;
  await seedFacts(database, new Date());
  await loadSample(database, engine.media, SAMPLE, new Date());
});

test.each([
  ["lcc", "money"],
  ["lcd", "money"],
  ["ltc", "towercount"],
  ["fttc", "towercount"],
])("the best of %s on a map are the first rows of the whole list in the same order", async (key, sortby) => {
  const { list } = completionLists(database);
  const definition = CHALLENGES.get(key);
  if (!definition) throw new Error(key);
  let rowsSeen = 0;
  for (const { id: map } of await database.query(
    [],
    sql<{ id: number }>`select id from map`.compile(sqlite),
  )) {
    const { query } = readListQuery(definition, new URLSearchParams({ sortby, pending: "0" }), FACTS);
    const onMap = { ...query, conditions: [...query.conditions, { on: "onMap", map } as const] };
    const idsOf = async (offset: number, count: number) =>
      (await list(definition, { ...onMap, offset, count })).rows.map(({ id }) => id);
    const whole = await idsOf(0, 10_000);
    rowsSeen += whole.length;
    for (const [offset, count] of [
      [0, 1],
      [0, 3],
      [1, 2],
      [2, 100],
    ] as const)
      expect(await idsOf(offset, count), `${offset} ${count}`).toEqual(whole.slice(offset, offset + count));
  }
  expect(rowsSeen).toBeGreaterThan(20);
});

test.each([
  ...[
    "",
    "sortby=tower1+DESC",
    "sortby=map",
    "sortby=map+DESC&pending=0",
    "sortby=date+DESC",
    "sortby=newest",
  ],
  ...["sortby=date&og=0", "difficulty=expert&sortby=map", "query=the&sortby=recorded"],
])("the pages of a list add up to the whole list: '%s'", async (parameters) => {
  const { list } = completionLists(database);
  const definition = CHALLENGES.get("2tc");
  if (!definition) throw new Error("no 2tc");
  const { query, text } = readListQuery(definition, new URLSearchParams(parameters), FACTS);
  const conditions = text
    ? [...query.conditions, { on: "search", find: { begins: text } } as const]
    : query.conditions;
  const whole = await list(definition, { ...query, conditions, offset: 0, count: 10_000 });
  const paged: string[] = [];
  for (let offset = 0; offset < whole.total; offset += 170) {
    const { rows } = await list(definition, { ...query, conditions, offset, count: 170 });
    paged.push(...rows.map(({ id }) => id));
  }
  expect(paged.length).toBeGreaterThan(170);
  expect(paged).toEqual(whole.rows.map(({ id }) => id));
});

test("several lists queried together give the same results as each alone", async () => {
  const { list } = completionLists(database);
  const statements: string[] = [];
  const together = completionLists({
    ...database,
    query(tags, statement) {
      statements.push(statement.sql);
      return database.query(tags, statement);
    },
  });
  const asked = Array.from(CHALLENGES.values()).flatMap((definition) =>
    [
      "",
      "sortby=map",
      "sortby=date&map=quad",
      "pending=0&map=logs&sortby=money",
      "offset=7&person=x",
    ].flatMap((text) => {
      try {
        const { query } = readListQuery(definition, new URLSearchParams(`${text}&count=5`), FACTS);
        return [{ definition, query }];
      } catch {
        // Not every list can be sorted by all of these.
        return [];
      }
    }),
  );
  expect(asked.length).toBeGreaterThan(20);
  const all = await Promise.all(asked.map(({ definition, query }) => together.list(definition, query)));
  expect(statements.length).toBeLessThan(asked.length);
  for (const [at, { definition, query }] of asked.entries())
    expect(all[at], `${definition.key} ${JSON.stringify(query)}`).toEqual(await list(definition, query));
  expect(all.filter(({ rows }) => rows.length === 5).length).toBeGreaterThan(15);
});

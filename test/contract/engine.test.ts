import { sql } from "kysely";
import { expect, test } from "vitest";
import { engineName, openEngine } from "#engine";
import { ConstraintError, sqlite } from "../../server/data/database.ts";

const one = sql<{ one: number }>`select 1 as one`.compile(sqlite);

const addMap = (name: string) =>
  sql`insert into map (name, name_key, sort_key, abbreviation, abbreviation_key, difficulty)
    values (${name}, ${name}, ${name}, ${name}, ${name}, 'expert')`.compile(sqlite);

test(`the ${engineName} engine runs where it says, and its database answers`, async () => {
  const runtime = navigator.userAgent === "Cloudflare-Workers" ? "workers" : "node";
  expect(engineName).toBe(runtime);
  const { database } = await openEngine();
  expect(await database.query(one)).toEqual([{ one: 1 }]);
});

test("a batch with a broken constraint leaves nothing behind and names the constraint", async () => {
  const { database } = await openEngine();
  const broken = database.atomic([addMap("First"), addMap("First")]);
  await expect(broken).rejects.toThrow(ConstraintError);
  await expect(broken).rejects.toMatchObject({ constraint: expect.stringContaining("map.") });
  expect(await database.query(sql`select name from map where name = 'First'`.compile(sqlite))).toEqual([]);
});

test("a batch answers the rows that each statement returns", async () => {
  const { database } = await openEngine();
  const returning = sql`insert into map (name, name_key, sort_key, abbreviation, abbreviation_key, difficulty)
    values ('Second', 'second', 'second', 'S2', 's2', 'expert') returning name`.compile(sqlite);
  expect(await database.atomic([one, returning])).toEqual([[{ one: 1 }], [{ name: "Second" }]]);
});

test("asking whether a write would succeed changes nothing", async () => {
  const { database } = await openEngine();
  const before = await database.version();
  await database.ready();
  expect(await database.version()).toBe(before);
});

test("the data version is the number of the last change in the log", async () => {
  const { database } = await openEngine();
  const before = await database.version();
  await database.atomic([
    sql`insert into change (at, actor, action, noun, noun_id) values ('', '', '', '', '')`.compile(sqlite),
  ]);
  expect(await database.version()).toBe(before + 1);
});

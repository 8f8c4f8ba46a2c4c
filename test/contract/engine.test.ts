import { sql } from "kysely";
import { expect, test } from "vitest";
import { engineName, openEmptyEngine } from "#engine";
import { ConstraintError, sqlite } from "../../server/db/database.ts";

const one = sql<{ one: number }>`select 1 as one`.compile(sqlite);

const addMap = (name: string) =>
  sql`insert into map (name, name_key, sort_key, abbreviation, abbreviation_key, difficulty)
    values (${name}, ${name}, ${name}, ${name}, ${name}, 'expert')`.compile(sqlite);

test(`the ${engineName} engine runs in its own runtime, and its database answers`, async () => {
  const runtime = navigator.userAgent === "Cloudflare-Workers" ? "workers" : "node";
  expect(engineName).toBe(runtime);
  const { database } = await openEmptyEngine();
  expect(await database.query([], one)).toEqual([{ one: 1 }]);
});

test("a batch that violates a constraint writes nothing and names the constraint", async () => {
  const { database } = await openEmptyEngine();
  const broken = database.atomic([addMap("First"), addMap("First")]);
  await expect(broken).rejects.toThrow(ConstraintError);
  await expect(broken).rejects.toMatchObject({ constraint: expect.stringContaining("map.") });
  expect(await database.query([], sql`select name from map where name = 'First'`.compile(sqlite))).toEqual(
    [],
  );
});

test("a batch returns the rows of each statement", async () => {
  const { database } = await openEmptyEngine();
  const returning = sql`insert into map (name, name_key, sort_key, abbreviation, abbreviation_key, difficulty)
    values ('Second', 'second', 'second', 'S2', 's2', 'expert') returning name`.compile(sqlite);
  expect(await database.atomic([one, returning])).toEqual([[{ one: 1 }], [{ name: "Second" }]]);
});

test("checking whether a write would succeed changes nothing", async () => {
  const { database } = await openEmptyEngine();
  const before = (await database.versions())?.of(null);
  await database.ready();
  expect((await database.versions())?.of(null)).toBe(before);
});

test("a write moves the versions of the sources that it touched, and no others", async () => {
  const { database } = await openEmptyEngine();
  const versions = async () => {
    const known = await database.versions();
    return [known?.of(["maps"]), known?.of(["starts"]), known?.of(["maps", "starts"]), known?.of(null)];
  };
  const [maps = 0, starts, ...together] = await versions();
  expect(together).toEqual([maps, maps]);
  await database.atomic([addMap("Third")]);
  const after = await versions();
  expect(after[0]).toBeGreaterThan(maps);
  expect(after).toEqual([after[0], starts, after[0], after[0]]);
  await database.atomic([
    sql`insert into chimps_start (uuid, map_id, title, link, created_at)
      select 'one', id, '', '', '' from map where name = 'Third'`.compile(sqlite),
  ]);
  const last = await versions();
  expect(last[1]).toBeGreaterThan(after[0] ?? 0);
  expect(last).toEqual([after[0], last[1], last[1], last[1]]);
});

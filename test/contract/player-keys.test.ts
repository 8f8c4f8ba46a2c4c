import { sql } from "kysely";
import { expect, test } from "vitest";
import { openEngine } from "#engine";
import { findMiscounts } from "../../server/db/counters.ts";
import { sqlite } from "../../server/db/database.ts";
import { seedFacts } from "../../site/seed.ts";
import { testApp } from "../factories.ts";

/** Names that look alike, and what an earlier version made their keys of: white space, quotes and joiners counted. */
const LOOK_ALIKE = ["Two Words", "Two  Words", "Two\u00a0Words", "TWO\u200b Words"];
const QUOTED = ["O’Neil", "o`neil"];
const earlierKey = (name: string): string => name.normalize("NFC").trim().toLowerCase();

test("names that an earlier version took for two players' are one's after the next start, as they were written", async () => {
  const app = await testApp(await openEngine());
  const maps = ["Quad", "Logs", "Cubism", "Ravine", "Haunted", "Geared"];
  for (const [at, name] of [...LOOK_ALIKE, ...QUOTED].entries()) {
    const { id } = await app.add("2mp", { towers: ["Druid"], map: maps[at] ?? "", people: [name] });
    const keys = JSON.stringify([earlierKey(name)]);
    await app.database.atomic([
      sql`update completion set people_keys = ${keys}, people_sort_keys = ${keys} where id = ${id}`.compile(
        sqlite,
      ),
    ]);
  }
  const renewAll = [
    sql`insert into player_name_to_renew (id) select id from player_name`,
    sql`insert into completion_to_renew (seq) select seq from completion where deleted_at is null`,
  ];
  const stored = async () =>
    (await app.get("/fetch-2mp?count=20&sortby=map")).body.results.map(({ person }) => person).sort();
  const before = await stored();
  const counts = async () => (await app.get("/fetch-2mp-person-counts?limit=10")).body.personData;
  expect(await counts()).toHaveLength(6);

  await app.database.atomic(renewAll.map((each) => each.compile(sqlite)));
  await seedFacts(app.database, new Date());
  expect(await counts()).toMatchObject([
    { person: "Two Words", count: 4, uniquecount: 4 },
    { person: "O’Neil", count: 2, uniquecount: 2 },
  ]);
  expect(await stored()).toEqual(before);
  for (const name of LOOK_ALIKE)
    expect((await app.get(`/fetch-2mp?person=${encodeURIComponent(name)}`)).body.count, name).toBe(4);
  for (const name of [...QUOTED, "O'NEIL"])
    expect((await app.get(`/fetch-2mp?person=${encodeURIComponent(name)}`)).body.count, name).toBe(2);
  expect((await app.get("/fetch-users?query=two")).body.results ?? []).toHaveLength(1);
  expect(await findMiscounts(app.database)).toEqual([]);
  const left = sql`select id from player_name_to_renew union select seq from completion_to_renew`.compile(
    sqlite,
  );
  expect(await app.database.query([], left)).toEqual([]);
});

import { expect, test } from "vitest";
import { openEmptyEngine } from "#engine";
import { sqlite } from "../../server/db/database.ts";
import { seedFacts } from "../../site/seed.ts";

test("loading the game's facts twice at once loads them only once, and neither call fails", async () => {
  const { database } = await openEmptyEngine();
  const loaded = await Promise.all([seedFacts(database, new Date()), seedFacts(database, new Date())]);
  expect(loaded.map(({ length }) => length).toSorted()).toEqual([0, 3]);
  const seeds = sqlite.selectFrom("change").select("noun").where("action", "=", "seed").orderBy("seq");
  const log = await database.query([], seeds.compile());
  expect(log.map(({ noun }) => noun)).toEqual(["maps", "balance-changes", "spellings"]);
  expect(await seedFacts(database, new Date())).toEqual([]);
});

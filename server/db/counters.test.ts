import fc from "fast-check";
import { expect, test } from "vitest";
import { openEngine } from "#engine";
import type { NodeDatabase } from "../../platform/node/sqlite.ts";
import { testApp } from "../../test/factories.ts";
import { step, write } from "../../test/random-writes.ts";
import { findMiscounts } from "./counters.ts";

test("the counts kept by triggers equal a full count after any sequence of writes", async () => {
  let counted = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 30 }), async (steps) => {
      const app = await testApp(await openEngine());
      const { sqlite } = app.database as NodeDatabase;
      for (const each of steps) {
        await write(app, sqlite, each);
        expect(await findMiscounts(app.database), each.act).toEqual([]);
      }
      counted += Number(sqlite.prepare("select sum(verified) as sum from player_count").get()?.sum ?? 0);
    }),
    { numRuns: 12 },
  );
  // At least one run ended with something to count.
  expect(counted).toBeGreaterThan(0);
});

test.each([
  [
    "completion_count",
    "update completion_count set count = count + 1 where map = (select min(map) from completion_count)",
  ],
  ["challenge_count", "update challenge_count set count = count + 1"],
  ["tower_count", "delete from tower_count"],
  ["completion_without_proof", "insert into completion_without_proof select seq from completion"],
  ["tower_use", "update tower_use set completions = 0"],
  ["player_map_count", "insert into player_map_count values ('2mp', (select min(id) from player), 1, 1, 0)"],
  ["player_count", "update player_count set original_maps = 7"],
  ["player_total", "update player_total set verified = 7"],
  ["month_count", "delete from month_count"],
  ["combination_count", "update combination_count set maps = 0"],
])("a wrong row of %s is found", async (table, spoil) => {
  const app = await testApp(await openEngine());
  const { sqlite } = app.database as NodeDatabase;
  await app.add("2tc", { map: "Quad" });
  expect(await findMiscounts(app.database)).toEqual([]);
  sqlite.exec(spoil);
  const found = await findMiscounts(app.database);
  expect(new Set(found.map((each) => each.table))).toEqual(new Set([table]));
});

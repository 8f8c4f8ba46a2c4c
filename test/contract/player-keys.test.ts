import { expect, test } from "vitest";
import { openEngine } from "#engine";
import { findMiscounts } from "../../server/db/counters.ts";
import { testApp } from "../factories.ts";

/** Names that look alike: they differ in letter case, white space, quotes and what is not seen. */
const LOOK_ALIKE = ["Two Words", "Two  Words", "Two\u00a0Words", "TWO\u200b Words"];
const QUOTED = ["O’Neil", "o`neil"];

test("names that look alike are one player's, and stay as they were written", async () => {
  const app = await testApp(await openEngine());
  const maps = ["Quad", "Logs", "Cubism", "Ravine", "Haunted", "Geared"];
  const names = [...LOOK_ALIKE, ...QUOTED];
  for (const [at, name] of names.entries())
    await app.add("2mp", { towers: ["Druid"], map: maps[at] ?? "", people: [name] });

  expect((await app.get("/fetch-2mp-person-counts?limit=10")).body.personData).toMatchObject([
    { person: "Two Words", count: 4, uniquecount: 4 },
    { person: "O’Neil", count: 2, uniquecount: 2 },
  ]);
  const { results } = (await app.get("/fetch-2mp?count=20&sortby=map")).body;
  expect(results.map(({ person }) => person).sort()).toEqual(names.toSorted());
  for (const name of LOOK_ALIKE)
    expect((await app.get(`/fetch-2mp?person=${encodeURIComponent(name)}`)).body.count, name).toBe(4);
  for (const name of [...QUOTED, "O'NEIL"])
    expect((await app.get(`/fetch-2mp?person=${encodeURIComponent(name)}`)).body.count, name).toBe(2);
  expect((await app.get("/fetch-users?query=two")).body.results ?? []).toHaveLength(1);
  expect(await findMiscounts(app.database)).toEqual([]);
});

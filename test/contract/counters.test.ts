import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { Counters } from "../../server/counters.ts";
import { countersInDatabase, deleteEndedAttempts } from "../../server/db/attempts.ts";
import type { Database } from "../../server/db/database.ts";

let database: Database;
let now = 0;
let counters: Counters;

beforeAll(async () => {
  ({ database } = await openEngine());
  counters = countersInDatabase(database, () => now);
});

test("a key has a limit per period, and starts again at zero in the next", async () => {
  const counter = counters("tries");
  expect([await counter.take("ada", 2, 60), await counter.take("ada", 2, 60)]).toEqual([0, 0]);
  now = 20_000;
  expect(await counter.take("ada", 2, 60)).toBe(40);
  expect(await counter.take("bob", 2, 60)).toBe(0);
  now = 60_000;
  expect(await counter.take("ada", 2, 60)).toBe(0);
  expect(await counter.count("ada")).toBe(1);
});

test("several count at once, none only asks, and what is begun below the limit may end beyond it", async () => {
  const counter = counters("amounts");
  expect([await counter.take("ada", 5, 60, 4), await counter.take("ada", 5, 60, 0)]).toEqual([0, 0]);
  expect([await counter.take("ada", 5, 60, 9), await counter.count("ada")]).toEqual([0, 13]);
  expect(await counter.take("ada", 5, 60, 0)).toBe(60);
  expect(await counter.take("bob", 5, 60, 0)).toBe(0);
});

test("takes that are given back or forgiven no longer count", async () => {
  const counter = counters("given back");
  for (let at = 0; at < 3; at++) await counter.take("ada", 3, 60);
  await counter.giveBack("ada");
  expect(await counter.count("ada")).toBe(2);
  await counter.forgive("ada");
  await counter.giveBack("ada");
  expect(await counter.count("ada")).toBe(0);
});

test("concurrent takes through two independent counters do not exceed the limit", async () => {
  const all = [counters("at once"), countersInDatabase(database, () => now)("at once")];
  const waits = await Promise.all(
    Array.from({ length: 50 }, (_, at) => all[at % 2]?.take("x".repeat(1_000), 10, 60)),
  );
  expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
});

test("an infinite limit allows every take and still counts them", async () => {
  const counter = counters("any");
  expect(await counter.take("ada", Number.POSITIVE_INFINITY, 60)).toBe(0);
  expect(await counter.take("ada", Number.POSITIVE_INFINITY, 60)).toBe(0);
  expect(await counter.count("ada")).toBe(2);
});

test("each purpose has its own counts, and expired ones are deleted", async () => {
  await counters("one").take("ada", 1, 60);
  expect(await counters("other").take("ada", 1, 120)).toBe(0);
  await database.atomic([deleteEndedAttempts(now + 60_000)]);
  expect([await counters("one").count("ada"), await counters("other").count("ada")]).toEqual([0, 1]);
});

test("what was counted while the clock was ahead counts no longer once it is right, and is deleted", async () => {
  const [counter, right] = [counters("ahead"), now];
  now = right + 300 * 24 * 60 * 60 * 1000;
  for (const key of ["ada", "bob"]) await counter.take(key, 1, 60);
  expect(await counter.take("ada", 1, 60)).toBe(60);
  now = right;
  expect(await counter.count("ada")).toBe(0);
  expect(await counter.take("ada", 1, 60)).toBe(0);
  expect(await counter.take("ada", 1, 60)).toBe(60);
  await database.atomic([deleteEndedAttempts(now)]);
  now = right + 300 * 24 * 60 * 60 * 1000;
  expect([await counter.count("ada"), await counter.count("bob")]).toEqual([0, 0]);
  now = right;
});

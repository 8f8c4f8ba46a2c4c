import { expect, test } from "vitest";
import { countersInMemory } from "./counters.ts";

test("a key has a limit per period, and starts again at zero in the next", async () => {
  let now = 0;
  const counter = countersInMemory(() => now)("tries");
  expect([await counter.take("ada", 2, 60), await counter.take("ada", 2, 60)]).toEqual([0, 0]);
  now = 20_000;
  expect(await counter.take("ada", 2, 60)).toBe(40);
  expect(await counter.take("bob", 2, 60)).toBe(0);
  now = 60_000;
  expect(await counter.take("ada", 2, 60)).toBe(0);
  expect(await counter.count("ada")).toBe(1);
});

test("takes that are given back or forgiven no longer count", async () => {
  const counter = countersInMemory(() => 0)("tries");
  for (let at = 0; at < 3; at++) await counter.take("ada", 3, 60);
  await counter.giveBack("ada");
  expect(await counter.count("ada")).toBe(2);
  await counter.forgive("ada");
  expect(await counter.count("ada")).toBe(0);
});

test("concurrent takes do not exceed the limit", async () => {
  const counter = countersInMemory(() => 0)("tries");
  const waits = await Promise.all(Array.from({ length: 50 }, () => counter.take("x".repeat(1_000), 10, 60)));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
});

test("memory is bounded whatever the keys, and recently used keys stay", async () => {
  const counter = countersInMemory(() => 0, 3)("tries");
  const long = (at: number) => `${"x".repeat(10_000)}${at}`;
  for (let at = 0; at < 100; at++) await counter.take(long(at), 9, 60);
  expect([await counter.count(long(99)), await counter.count(long(1))]).toEqual([1, 0]);
  for (const key of ["a", "b", "a", "c", "d"]) await counter.take(key, 9, 60);
  expect([await counter.count("a"), await counter.count("b"), await counter.count("d")]).toEqual([2, 0, 1]);
});

test("each purpose has its own counts", async () => {
  const counters = countersInMemory(() => 0, 1);
  const [one, other] = [counters("one"), counters("other")];
  await one.take("a", 9, 60);
  await other.take("b", 9, 60);
  expect(await one.count("a")).toBe(1);
});

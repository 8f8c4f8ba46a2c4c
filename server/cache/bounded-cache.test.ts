import { expect, test } from "vitest";
import { boundedCache, bytesOf } from "./bounded-cache.ts";

test("the entry that was used longest ago is evicted first, one at a time", () => {
  const recent = boundedCache<string>({ most: 3, bytes: 1_000 });
  for (const key of ["a", "b", "c"]) recent.set(key, key);
  expect(recent.get("a")).toBe("a");
  recent.set("d", "d");
  expect(["a", "b", "c", "d"].map((key) => recent.get(key))).toEqual(["a", undefined, "c", "d"]);
});

test("a cache of no bytes stores nothing", () => {
  const recent = boundedCache<string>({ most: Number.POSITIVE_INFINITY, bytes: 0, weigh: () => 8 });
  recent.set("a", "a");
  expect([recent.get("a"), recent.size]).toEqual([undefined, 0]);
});

test("the total size of keys and values is bounded", () => {
  const recent = boundedCache<string>({ most: 1_000, bytes: 1_000, weigh: (text) => text.length });
  for (let each = 0; each < 100; each++) {
    recent.set(String(each).padStart(40), "x".repeat(20));
    expect(recent.calculatedSize).toBeLessThanOrEqual(1_000);
  }
  expect(recent.size).toBe(10);
  recent.set("99".padStart(40), "");
  expect(recent.calculatedSize).toBe(980);
  recent.clear();
  expect([recent.size, recent.calculatedSize]).toEqual([0, 0]);
});

test("an entry that would evict most of the others is not kept", () => {
  const recent = boundedCache<string>({ most: 1_000, bytes: 1_000 });
  recent.set("short", "1");
  recent.set("l".repeat(300), "2");
  expect([recent.get("short"), recent.get("l".repeat(300))]).toEqual(["1", undefined]);
});

test("a value is weighed with all of its strings, at any depth", () => {
  const row = { notes: "n".repeat(10_000), date: null, og: true, money: 5, towers: ["Quincy", "Psi"] };
  const [one, hundred] = [
    bytesOf({ rows: [row] }),
    bytesOf({ rows: Array.from({ length: 100 }, () => row) }),
  ];
  expect(one).toBeGreaterThan(20_000);
  expect(one).toBeLessThan(21_000);
  expect(hundred / one).toBeGreaterThan(98);
  expect([bytesOf(null), bytesOf(7), bytesOf(undefined)]).toEqual([0, 0, 0]);
});

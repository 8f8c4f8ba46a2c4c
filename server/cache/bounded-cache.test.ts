import { expect, test } from "vitest";
import { BoundedCache, bytesOf } from "./bounded-cache.ts";

test("the oldest entry that was not read since is evicted first, one at a time", () => {
  const recent = new BoundedCache<number>({ most: 3, bytes: 1_000 });
  for (const [index, key] of ["a", "b", "c"].entries()) recent.set(key, index);
  expect(recent.get("a")).toBe(0);
  recent.set("d", 3);
  expect(["a", "b", "c", "d"].map((key) => recent.get(key))).toEqual([0, undefined, 2, 3]);
});

test("a read spares an entry once, and there is room even if every entry was read", () => {
  const recent = new BoundedCache<string>({ most: 2, bytes: 1_000 });
  const held = () => ["a", "b", "c", "d"].filter((key) => recent.get(key) !== undefined);
  recent.set("a", "first");
  recent.set("b", "second");
  expect(held()).toEqual(["a", "b"]);
  recent.set("c", "third");
  expect(held()).toEqual(["b", "c"]);
  recent.set("d", "fourth");
  expect(held()).toEqual(["c", "d"]);
  recent.set("c", "anew");
  expect(recent.get("c")).toBe("anew");
  expect(recent.size).toBe(2);
});

test("the total size of keys and values is bounded", () => {
  const recent = new BoundedCache<string>({ most: 1_000, bytes: 1_000, weigh: (text) => text.length });
  for (let each = 0; each < 100; each++) {
    recent.set(String(each).padStart(40), "x".repeat(20));
    expect(recent.bytes).toBeLessThanOrEqual(1_000);
  }
  expect(recent.size).toBe(10);
  recent.set("99".padStart(40), "");
  expect(recent.bytes).toBe(980);
  recent.clear();
  expect([recent.size, recent.bytes]).toEqual([0, 0]);
});

test("an entry that would evict most of the others is not kept", () => {
  const recent = new BoundedCache<number>({ most: 1_000, bytes: 1_000 });
  recent.set("short", 1);
  recent.set("l".repeat(300), 2);
  expect([recent.get("short"), recent.get("l".repeat(300))]).toEqual([1, undefined]);
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

import { expect, test } from "vitest";
import type { Kept } from "./kept-answers.ts";
import { KeptInMemory } from "./kept-in-memory.ts";

function answer(version: string, bytes: number): Kept {
  return {
    version,
    fingerprint: null,
    contentType: "text/html",
    tag: "tag",
    headers: [],
    body: new Uint8Array(bytes),
    encoded: new Map(),
  };
}

test("an answer is returned only for its own version", () => {
  const answers = new KeptInMemory(1_000_000);
  answers.set("/a", answer("1", 10));
  expect(answers.get("/a", "1")?.version).toBe("1");
  expect(answers.get("/a", "2")).toBeNull();
  answers.set("/a", answer("2", 10));
  expect(answers.get("/a", "2")?.version).toBe("2");
});

test("the cache stays within its limit, and keeps an entry that is requested repeatedly", () => {
  const answers = new KeptInMemory(100_000);
  answers.set("/often", answer("1", 1_000));
  let kept = 0;
  for (let index = 0; index < 500; index++) {
    answers.set(`/${index}`, answer("1", 1_000));
    expect(answers.get("/often", "1"), `after ${index}`).not.toBeNull();
  }
  for (let index = 0; index < 500; index++) if (answers.get(`/${index}`, "1")) kept += 1;
  // About 2,000 bytes each: the body, and what an entry weighs besides.
  expect(kept).toBeLessThanOrEqual(50);
  expect(kept).toBeGreaterThan(10);
});

test("addresses count towards the limit: long ones with short answers do not exceed it", () => {
  const answers = new KeptInMemory(1_000_000);
  const address = (index: number): string => `/${index}${"x".repeat(8_000)}`;
  for (let index = 0; index < 500; index++) answers.set(address(index), answer("1", 1));
  let bytes = 0;
  for (let index = 0; index < 500; index++) if (answers.get(address(index), "1")) bytes += 2 * 8_000;
  expect(bytes).toBeLessThanOrEqual(1_000_000);
  expect(bytes).toBeGreaterThan(300_000);
});

test("an answer that would evict most of the others is not cached", () => {
  const answers = new KeptInMemory(100_000);
  answers.set("/huge", answer("1", 50_000));
  expect(answers.get("/huge", "1")).toBeNull();
});

test("a compressed answer counts with the size of its encodings, not of its uncompressed body", () => {
  const answers = new KeptInMemory(100_000);
  const packed = {
    ...answer("1", 0),
    body: null,
    encoded: new Map([["br" as const, new Uint8Array(1_000)]]),
  };
  for (let index = 0; index < 15; index++) answers.set(`/${index}`, packed);
  for (let index = 0; index < 15; index++) expect(answers.get(`/${index}`, "1")).toBe(packed);
});

test("the last answer of an address is available whatever its version, until it is evicted", () => {
  const answers = new KeptInMemory(100_000);
  const [first, second] = [answer("1", 10), answer("2", 10)];
  expect(answers.last("/a")).toBeNull();
  answers.set("/a", first);
  expect(answers.get("/a", "2")).toBeNull();
  expect(answers.last("/a")).toBe(first);
  answers.set("/a", second);
  expect(answers.last("/a")).toBe(second);
  for (let index = 0; index < 500; index++) answers.set(`/${index}`, answer("1", 1_000));
  expect(answers.last("/a")).toBeNull();
});

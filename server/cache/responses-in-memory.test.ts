import { expect, test } from "vitest";
import { type CachedResponse, ResponsesInMemory } from "./response-cache.ts";

function answer(bytes: number): CachedResponse {
  return {
    ...{ tags: null, since: 1, day: 1, foundCurrent: 0 },
    fingerprint: null,
    contentType: "text/html",
    tag: "tag",
    headers: [],
    body: new Uint8Array(bytes),
    encoded: new Map(),
  };
}

test("the cache stays within its limit, and keeps an entry that is requested repeatedly", () => {
  const answers = new ResponsesInMemory(100_000);
  answers.set("/often", answer(1_000));
  let kept = 0;
  for (let index = 0; index < 500; index++) {
    answers.set(`/${index}`, answer(1_000));
    expect(answers.get("/often"), `after ${index}`).not.toBeNull();
  }
  for (let index = 0; index < 500; index++) if (answers.get(`/${index}`)) kept += 1;
  // About 2,000 bytes each: the body, and what an entry weighs besides.
  expect(kept).toBeLessThanOrEqual(50);
  expect(kept).toBeGreaterThan(10);
});

test("addresses count towards the limit: long ones with short answers do not exceed it", () => {
  const answers = new ResponsesInMemory(1_000_000);
  const address = (index: number): string => `/${index}${"x".repeat(8_000)}`;
  for (let index = 0; index < 500; index++) answers.set(address(index), answer(1));
  let bytes = 0;
  for (let index = 0; index < 500; index++) if (answers.get(address(index))) bytes += 2 * 8_000;
  expect(bytes).toBeLessThanOrEqual(1_000_000);
  expect(bytes).toBeGreaterThan(300_000);
});

test("an answer that would evict most of the others is not cached", () => {
  const answers = new ResponsesInMemory(100_000);
  answers.set("/huge", answer(50_000));
  expect(answers.get("/huge")).toBeNull();
});

test("a compressed answer counts with the size of its encodings, not of its uncompressed body", () => {
  const answers = new ResponsesInMemory(100_000);
  const packed = {
    ...answer(0),
    body: null,
    encoded: new Map([["br" as const, new Uint8Array(1_000)]]),
  };
  for (let index = 0; index < 15; index++) answers.set(`/${index}`, packed);
  for (let index = 0; index < 15; index++) expect(answers.get(`/${index}`)).toBe(packed);
});

test("the last answer of an address is returned until it is evicted", () => {
  const answers = new ResponsesInMemory(100_000);
  const [first, second] = [answer(10), answer(10)];
  expect(answers.get("/a")).toBeNull();
  answers.set("/a", first);
  answers.set("/a", second);
  expect(answers.get("/a")).toBe(second);
  for (let index = 0; index < 500; index++) answers.set(`/${index}`, answer(1_000));
  expect(answers.get("/a")).toBeNull();
});

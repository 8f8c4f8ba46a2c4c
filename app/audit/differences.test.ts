import { expect, test } from "vitest";
import { differencesOf } from "./differences.server.ts";

const differenceOf = (before: string | null, after: string | null) =>
  differencesOf({ Notes: before }, { Notes: after })[0];

test("short texts are shown whole, and what is equal is left out", () => {
  expect(differencesOf({ a: "1", b: "x", c: 1 }, { a: "2", b: "x", d: true })).toEqual([
    { label: "a", before: "1", after: "2" },
    { label: "c", before: 1, after: null },
    { label: "d", before: null, after: true },
  ]);
});

test("of long texts the part is shown where they begin to differ, with a little of what comes before", () => {
  const common = "The same words. ".repeat(60);
  const found = differenceOf(`${common}old end`, `${common}new end${"!".repeat(400)}`);
  expect(found?.before).toBe(`…${common.slice(-40)}old end`);
  expect(found?.after).toBe(`…${common.slice(-40)}new end${"!".repeat(300 - 47)}…`);
});

test("a long text that is new, or differs early, is shown from its start", () => {
  const long = "abc ".repeat(200);
  expect(differenceOf(null, long)).toMatchObject({ before: null, after: `${long.slice(0, 300)}…` });
  expect(differenceOf(`X${long}`, long)?.after).toBe(`${long.slice(0, 300)}…`);
});

test.each([0, 1])("no character is cut in half, whichever half the limit meets: %i", (shift) => {
  const balloons = "🎈".repeat(400);
  const { before, after } =
    differenceOf("x".repeat(shift) + balloons, `${"x".repeat(shift)}${balloons}!`) ?? {};
  for (const text of [before, after]) {
    expect(String(text).isWellFormed()).toBe(true);
    expect(String(text).length).toBeGreaterThan(10);
  }
  expect(String(differenceOf(null, "x".repeat(shift) + balloons)?.after).isWellFormed()).toBe(true);
});

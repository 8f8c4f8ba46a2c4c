import { expect, test } from "vitest";
import { versionsOf } from "./versions.ts";

const versions = versionsOf([
  { name: "maps", version: 7 },
  { name: "completions:2tc", version: 5 },
  { name: "completions:lcc", version: 9 },
]);

test("the version of several sources is the highest of theirs; a source that never changed has version 0", () => {
  expect(versions.of(["maps"])).toBe(7);
  expect(versions.of(["maps", "completions:2tc", "starts"])).toBe(7);
  expect(versions.of(["starts"])).toBe(0);
  expect(versions.of([])).toBe(0);
});

test('"completions" covers every challenge, and null covers every source', () => {
  expect(versions.of(["completions"])).toBe(9);
  expect(versions.of(null)).toBe(9);
  expect(versionsOf([]).of(null)).toBe(0);
});

import { expect, test } from "vitest";
import { CHALLENGES } from "../challenges/index.ts";
import { readListState } from "./read-list-state.ts";

const offsetIn = (query: string): string | undefined => {
  const [definition] = CHALLENGES.values();
  if (!definition) throw new Error("there is no challenge");
  return readListState(definition, new URLSearchParams(query)).parameters.offset;
};

test("a page number becomes an offset according to the page size", () => {
  expect(offsetIn("page=3")).toBe("40");
  expect(offsetIn("page=3&count=50")).toBe("100");
  expect(offsetIn("page=1&offset=20")).toBe("20");
});

test.each(["0", "-2", "1.5", "x", "9".repeat(30)])("%s is not a page number", (page) => {
  expect(offsetIn(`page=${page}`)).toBeUndefined();
  expect(offsetIn(`page=${page}&offset=20`)).toBe("20");
});

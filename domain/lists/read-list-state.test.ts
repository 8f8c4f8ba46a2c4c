import { expect, test } from "vitest";
import { CHALLENGES } from "../challenges/index.ts";
import { readListState } from "./list-query.ts";
import { readAll } from "./parameters.ts";

function stateOf(query: string) {
  const [definition] = CHALLENGES.values();
  if (!definition) throw new Error("there is no challenge");
  return readListState(definition, new URLSearchParams(query));
}
const offsetIn = (query: string): string | undefined => stateOf(query).parameters.offset;

test("a page number becomes an offset according to the page size", () => {
  expect(offsetIn("page=3")).toBe("40");
  expect(offsetIn("page=3&count=50")).toBe("100");
  expect(offsetIn("page=1&offset=20")).toBe("20");
});

test.each(["0", "-2", "1.5", "x", "9".repeat(30)])("%s is not a page number", (page) => {
  expect(offsetIn(`page=${page}`)).toBeUndefined();
  expect(offsetIn(`page=${page}&offset=20`)).toBe("20");
});

test("of a parameter that is given too often, no more is read than makes the API say so", () => {
  const asOften = (times: number): string =>
    Array.from({ length: times }, (_, at) => `tower=${at}`).join("&");
  expect(stateOf(asOften(190)).repeated.tower).toHaveLength(21);
  expect(() => readAll(new URLSearchParams(asOften(21)), "tower")).toThrow("given-too-often");
});

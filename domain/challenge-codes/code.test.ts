import { expect, test } from "vitest";
import { codeIn, codeOf, codesOf } from "./code.ts";

test.each([
  ["ZMYXWVU", "ZMYXWVU"],
  [" zmy xwvu ", "ZMYXWVU"],
  ["Challenge code: ZMYXWVU", "ZMYXWVU"],
  ["https://join.btd6.com/Challenge/ZMYXWVU", "ZMYXWVU"],
  ["ABC123", "ABC123"],
  ["A23456789012", "A23456789012"],
  ["A234567890123", null],
  ["hello-1", null],
  ["../users", null],
  ["ZAAAAAA ZBBBBBB", null],
  ["ÄBCDEFG", null],
  ["", null],
  ["n/a", null],
])("in %j the code is %j", (text, code) => {
  expect(codeIn(text)).toBe(code);
});

test("the codes of a completion are those of its field and its notes, each once", () => {
  expect(codesOf({ challengeCode: "ZABCDEF", notes: "zabcdef, then ZMYXWVU" })).toEqual([
    "ZABCDEF",
    "ZMYXWVU",
  ]);
  expect(codesOf({ challengeCode: "ZAAAAAA / ZBBBBBB", notes: "" })).toEqual(["ZAAAAAA", "ZBBBBBB"]);
  expect(codesOf({ challengeCode: null, notes: "" })).toEqual([]);
});

test("a completion's code is that of its field, else the only one of its notes", () => {
  expect(codeOf({ challengeCode: "ZAAAAAA", notes: "ZBBBBBB" })).toBe("ZAAAAAA");
  expect(codeOf({ challengeCode: null, notes: "It is ZBBBBBB." })).toBe("ZBBBBBB");
  expect(codeOf({ challengeCode: null, notes: "ZAAAAAA or ZBBBBBB" })).toBe(null);
  expect(codeOf({ challengeCode: "ZAAAAAA / ZBBBBBB", notes: "" })).toBe(null);
});

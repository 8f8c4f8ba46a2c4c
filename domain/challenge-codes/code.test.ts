import { expect, test } from "vitest";
import { codeIn, codesOf } from "./code.ts";

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

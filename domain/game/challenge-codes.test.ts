import { expect, test } from "vitest";
import { challengeCodesIn } from "./words.ts";

test.each([
  ["Code: ZXMPLE5.", ["ZXMPLE5"]],
  ["The code is `ZXMPLE5`, and _ZMYPZUW_ for the second try", ["ZXMPLE5", "ZMYPZUW"]],
  ["ZXMPLE5, once more ZXMPLE5", ["ZXMPLE5"]],
  ["code=ZXMPLE5", ["ZXMPLE5"]],
])("%j contains the codes %j", (notes, codes) => {
  expect(challengeCodesIn(notes)).toEqual(codes);
});

test.each([
  "",
  "zxmple5",
  "ZXMPLE",
  "ZXMPLE55",
  "AZXMPLE5",
  "ÉZXMPLE5",
  "AXMPLE5",
  "https://youtu.be/ZXMPLE5 and https://example.org/?v=ZXMPLE5-a",
])("%j contains no code", (notes) => {
  expect(challengeCodesIn(notes)).toEqual([]);
});

test("at most three codes are taken", () => {
  expect(challengeCodesIn("ZAAAAA1 ZAAAAA2 ZAAAAA3 ZAAAAA4")).toEqual(["ZAAAAA1", "ZAAAAA2", "ZAAAAA3"]);
});

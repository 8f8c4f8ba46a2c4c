import { expect, test } from "vitest";
import { costKind, readCode } from "./lines.ts";

test.each([
  ["1000", "$1,000"],
  ["50000-300000", "$50,000-$300,000"],
  ["4000-?", "$4,000-?"],
  ["N/A", "N/A"],
  ["500 for each of 3", "500 for each of 3"],
])("a cost of %s reads %s", (written, words) => {
  expect(costKind.inWords?.(written, { kind: "cost", label: "Cost", max: 200 })).toBe(words);
});

test.each<readonly [string, string | null]>([
  // A code, however it is written.
  ["ZMYXWVU", "ZMYXWVU"],
  [" zmy xwvu ", "ZMYXWVU"],
  ["https://join.btd6.com/Challenge/ZABCDEF", "ZABCDEF"],
  ["https://join.btd6.com/Challenge/zabcdef/", "ZABCDEF"],
  ["join.btd6.com/Challenge/ZABCDEF?lang=en", "ZABCDEF"],
  ["Challenge code: ZABCDEF", "ZABCDEF"],
  ["the code is zabcdef", "ZABCDEF"],
  ["code=ZABCDEF", "ZABCDEF"],
  ["`ZABCDEF`.", "ZABCDEF"],
  ["ZABCDEF ZABCDEF", "ZABCDEF"],
  ["ＺＡＢＣＤＥＦ", "ZABCDEF"],
  ["ｃｏｄｅ：ｚａｂｃｄｅｆ", "ZABCDEF"],
  ["https://join.btd6.com/Map/zabcdef?x=1", "ZABCDEF"],
  ["https://join.btd6.com/Map/zabcdef/#top", "ZABCDEF"],
  ["https://join.btd6.com/open?code=zabcdef", "ZABCDEF"],
  // None, and so as it is written.
  ["hello-1", "hello-1"],
  ["ZABCDEF-2", "ZABCDEF-2"],
  ["ZMYXWV", "ZMYXWV"],
  ["ZAAAAAA,ZBBBBBB", "ZAAAAAA,ZBBBBBB"],
  ["x".repeat(64), "x".repeat(64)],
  // That there is none.
  ...["", " ", "n/a", "N/A", "na", "N. A.", "none", "None", "no code", "-", "—", "?", "null"].map(
    (text) => [text, null] as const,
  ),
  ...["None!", "tbd", "TBA", "idk", "I don't know", "lost", "x", "aucun", "keiner", "Ninguno.", "não"].map(
    (text) => [text, null] as const,
  ),
  ...["\\N", "NaN", "<NA>", "(null)", "n／a", "（なし）", "нет"].map((text) => [text, null] as const),
])("the code of %j is %j", (written, code) => {
  expect(readCode(written)).toEqual({ code, rest: "" });
  expect(readCode(code ?? "")).toEqual({ code, rest: "" });
});

test.each([
  ["ZAAAAAA ZBBBBBB", null],
  ["ZAAAAAA/ZBBBBBB", null],
  ["zaaaaaa zbbbbbb", null],
  ["zaaaaaa/zbbbbbb", null],
  ["https://example.org/zapping/guide", null],
  ["see the video", null],
  ["https://youtu.be/dQw4w9WgXcQ", null],
  ["https://example.org/zapping-guide", null],
  ["lost the zapping code", null],
  ["x".repeat(65), null],
  ["ZABCDEF, with the old map", "ZABCDEF"],
])("%j says more than a code, which goes to the notes", (written, code) => {
  expect(readCode(written)).toEqual({ code, rest: written });
});

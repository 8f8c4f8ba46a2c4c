import { expect, test } from "vitest";
import { InvalidValue } from "./kind.ts";
import { parseNames, parseTextList } from "./text-list.ts";

test("an escape in a list cannot bring in half of a character or a NUL", () => {
  expect(parseTextList('["a\\ud800", null, ""]')).toEqual(["a\ufffd", null, ""]);
  expect(parseNames('["a\\ud800"]')).toEqual(["a\ufffd"]);
  for (const parse of [parseTextList, parseNames]) expect(() => parse('["a\\u0000"]')).toThrow(InvalidValue);
});

import { expect, test } from "vitest";
import { SEEDED_SPELLINGS } from "../game/short-forms.ts";
import { isReadable } from "./reading.ts";

test("every seeded spelling can be read", () => {
  const never = SEEDED_SPELLINGS.filter(({ spelling }) => !isReadable(spelling)).map(
    ({ spelling }) => spelling,
  );
  expect(never).toEqual([]);
});

test.each(["and", "x", "not", "44", "-x", "a:b", "one two three four five six", "+"])(
  "%s is not read as a name",
  (text) => expect(isReadable(text)).toBe(false),
);

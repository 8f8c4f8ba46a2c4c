import { expect, test } from "vitest";
import { counted, listed } from "./counted.ts";

test("numbers and lists of words are formatted as Intl formats them in English", () => {
  for (const number of [0, 7, 20, 999, 1_000, 20_200, 178_909, 1_000_000, 123_456_789, -5, -123, -4_321])
    expect(counted(number)).toBe(number.toLocaleString("en-US"));
  const words = ["Dart Monkey", "Quincy", "Ice Monkey", "Sauda"];
  for (const _ of [0, ...words]) {
    expect(listed(words)).toBe(new Intl.ListFormat("en-GB").format(words));
    words.pop();
  }
});

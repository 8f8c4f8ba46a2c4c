import { expect, test } from "vitest";
import { dayInWords } from "../../../domain/game/day-in-words.ts";
import { agoInWords } from "./Ago.tsx";

const AT = "2026-06-15T12:00:00.000Z";
const after = (seconds: number): string | null => agoInWords(AT, Date.parse(AT) + seconds * 1_000);

test.each([
  [-30, "just now"],
  [0, "just now"],
  [59, "just now"],
  [60, "1 min ago"],
  [3_599, "59 min ago"],
  [3_600, "1 h ago"],
  [86_399, "23 h ago"],
  [86_400, "1 d ago"],
  [29 * 86_400, "29 d ago"],
  // A day says more.
  [30 * 86_400, null],
  // A clock that is wrong by more than a minute.
  [-61, null],
])("%i seconds later: %s", (seconds, words) => expect(after(seconds)).toBe(words));

test("what is no moment is not in words", () => expect(agoInWords("soon", 0)).toBeNull());

test("a day is that of UTC", () => {
  expect(dayInWords("2026-01-01T00:30:00.000Z")).toBe("1 Jan 2026");
  expect(dayInWords("2025-12-31T23:30:00.000Z")).toBe("31 Dec 2025");
});

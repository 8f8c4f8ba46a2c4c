import { expect, test } from "vitest";
import { cut, escapeMarkdown } from "./message.ts";

/** Returns what a reader of an escaped text sees. */
const read = (escaped: string): string => escaped.replace(/\\([^\w\s…])/gu, "$1");

test.each(["plain words", "!!!!!!!!!!!!", "\\\\\\\\\\\\", "a!b\\c!d\\\\e", "😀😀😀😀😀😀", "!😀\\😀!!😀"])(
  "%s is cut between whole characters, at any length",
  (text) => {
    const escaped = escapeMarkdown(text);
    expect(cut(escaped, escaped.length)).toBe(escaped);
    for (let most = 1; most < escaped.length; most++) {
      const shown = cut(escaped, most);
      expect(shown.length).toBeLessThanOrEqual(most);
      expect(shown.isWellFormed()).toBe(true);
      expect(shown.endsWith("…")).toBe(true);
      expect(text.startsWith(read(shown.slice(0, -1)))).toBe(true);
      // Nothing is lost but what does not fit: the next character is longer than the room that is left.
      expect(shown.length).toBeGreaterThan(most - 4);
    }
  },
);

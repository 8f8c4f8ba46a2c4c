import { expect, test } from "vitest";
import { composed, withoutMarks } from "./typed-text.ts";

test("accents may be typed in any way, and up to 30 marks on one letter stay", () => {
  expect(composed("Zoe\u{308}")).toBe("Zo\u{eb}");
  const marks = "\u{315}".repeat(30);
  expect(composed(`a${marks}`)).toBe(`a${marks}`);
  expect(composed(`a${marks}\u{315}\u{316}b`)).toBe(`a${marks}b`);
});

test("without marks, the letters of a text are those of its plain spelling", () => {
  expect(withoutMarks("\u{c5}ngstr\u{f6}m \u{ff21}\u{fb01}")).toBe("angstrom afi");
  expect(withoutMarks("a\u{315}\u{316}".repeat(3))).toBe("aaa");
});

test("nothing that a normal form sorts is outside the runs that are bounded", () => {
  const outside: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const letter = String.fromCodePoint(code);
    const decomposed = letter.normalize("NFKD");
    // A letter before it ends a run, and a mark that follows one belongs to the next.
    const isSorted = `\u{345}${decomposed}`.normalize("NFD") !== `\u{345}${decomposed}`;
    if (isSorted && !/^[\p{M}\u{ff9e}\u{ff9f}]/u.test(letter)) outside.push(code.toString(16));
  }
  expect(outside).toEqual([]);
});

import { expect, test } from "vitest";
import { type Explained, WORDS as NAMES, splitAtWords } from "./glossary.ts";

const WORDS = Object.keys(NAMES) as Explained[];

test.each(WORDS)("the word %s is explained at its first place alone, and no text is lost", (key) => {
  const word = NAMES[key];
  const text = `(${word}) first, ${word.toLowerCase()} again, ${word}x never`;
  expect(splitAtWords(text, WORDS)).toEqual([
    { text: "(", explains: null },
    { text: word, explains: key },
    { text: `) first, ${word.toLowerCase()} again, ${word}x never`, explains: null },
  ]);
});

test("words are explained where they stand, whatever their order in the table", () => {
  const parts = splitAtWords("The first verified completion is its OG (CHIMPS)", WORDS);
  expect(parts.flatMap(({ explains }) => explains ?? [])).toEqual(["verified", "og", "chimps"]);
  expect(parts.map(({ text }) => text).join("")).toBe("The first verified completion is its OG (CHIMPS)");
});

test("only the words asked for are explained", () => {
  expect(splitAtWords("an OG in CHIMPS", ["rbs"])).toEqual([{ text: "an OG in CHIMPS", explains: null }]);
  expect(splitAtWords("", WORDS)).toEqual([]);
});

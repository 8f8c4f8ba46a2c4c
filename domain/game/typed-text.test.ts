import fc from "fast-check";
import { expect, test } from "vitest";
import { personKey, personSortKey } from "./name-key.ts";
import { asWritten, oneLine, severalLines } from "./typed-text.ts";

/** Every character that is white space, or looks like it, and every one that is not seen at all. */
const every = (pattern: RegExp): string[] =>
  Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code >= 0xe000)
    .map((code) => String.fromCodePoint(code))
    .filter((each) => pattern.test(each));

test("any white space between two words of a line is one blank, in any number", () => {
  for (const blank of every(/^[\p{Z}\t\n\v\f\r\u2800\u3164]$/u)) {
    const code = blank.codePointAt(0)?.toString(16);
    expect(oneLine(`Two${blank}Words`), code).toBe("Two Words");
    expect(oneLine(`${blank}Two ${blank} ${blank}Words${blank}`), code).toBe("Two Words");
  }
});

test("a line has no control and no format character but joiners between letters or emoji", () => {
  for (const unseen of every(/^[\p{Cc}\p{Cf}]$/u)) {
    if (/\s/.test(unseen) && unseen !== "\ufeff") continue;
    const isJoiner = unseen === "\u200c" || unseen === "\u200d";
    const code = unseen.codePointAt(0)?.toString(16);
    expect(oneLine(`Two${unseen}Words`), code).toBe(isJoiner ? `Two${unseen}Words` : "TwoWords");
    expect(oneLine(`${unseen}Two ${unseen} Words${unseen}`), code).toBe("Two Words");
    expect(personKey(`Two${unseen}Words`), code).toBe("twowords");
  }
});

test("names of all languages and emoji stay as they are", () => {
  for (const name of [
    "می‌خواهم",
    "ශ්‍රී",
    "👩‍🚀 Ada",
    "🧑🏽‍🚀",
    "🏳️‍🌈",
    "❤️",
    "辻󠄀",
    "Zoë",
    "김서연",
    "O’Neil",
    "#1",
  ])
    expect(oneLine(name), name).toBe(name);
  expect(oneLine("Zoe\u0308")).toBe("Zoë");
  expect(oneLine("e\u200b\u0308")).toBe("ë");
  expect(oneLine("👩\u200d\u200d\u200d🚀")).toBe("👩\u200d🚀");
});

test("longer texts keep blanks, tabs, joiners and indentation, and have LF at the end of a line", () => {
  expect(severalLines("\r\n    a  \r\n\tb\u00a0\u200b\r\u2028می‌خواهم  \n\n")).toBe(
    "    a  \n\tb\u00a0\u200b\n\nمی‌خواهم",
  );
  expect(severalLines("   a")).toBe("a");
  for (const control of every(/^\p{Cc}$/u)) {
    if (/[\t\n\r\u0085]/.test(control)) continue;
    expect(severalLines(`a${control}b`), control.codePointAt(0)?.toString(16)).toBe("ab");
  }
});

test("links, codes and ids lose white space and unseen signs around them, and nothing else", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const written = asWritten(text);
      const at = text.indexOf(written);
      const around = [text.slice(0, at), text.slice(at + written.length)].join("");
      expect(around.replace(/[\s\p{Cf}]/gu, "")).toBe("");
      expect(written.trim()).toBe(written);
    }),
  );
});

/** Texts with much of what is special. */
const special = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 4 }),
      fc.constantFrom(..."\u200b\u200c\u200d\ufe0f\u00a0\u3164\u0301\u0308\t\n\r -'’`‐–ßςσΣİıǅﬃeE"),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

test("what is tidied stays as it is when it is sent again", () => {
  fc.assert(
    fc.property(special, (text) => {
      expect(oneLine(oneLine(text))).toBe(oneLine(text));
      expect(severalLines(severalLines(text))).toBe(severalLines(text));
      expect(personKey(oneLine(text))).toBe(personKey(text));
      expect(personKey(personKey(text))).toBe(personKey(text));
    }),
  );
});

test("a joiner after a sign that becomes one with its mark is as loose as before", () => {
  expect(oneLine("\u2190\u0338\u200d\u4e00")).toBe("\u219a\u4e00");
  expect(oneLine("\u2764\ufe0f\u200d\u{1f525}")).toBe("\u2764\ufe0f\u200d\u{1f525}");
});

test("a player's key says nothing of letter case", () => {
  for (const letter of every(/^\p{Cased}$/u)) {
    const key = personKey(`a${letter}b`);
    for (const written of [letter.toUpperCase(), letter.toLowerCase()])
      expect(personKey(`a${written}b`), letter).toBe(key);
    expect(personKey(key), letter).toBe(key);
  }
  fc.assert(
    fc.property(special.map(oneLine), (name) => {
      expect(personKey(name.toUpperCase())).toBe(personKey(name));
      expect(personKey(name.toLowerCase())).toBe(personKey(name));
    }),
  );
});

test("a player's key says nothing of the kind of quotes and hyphens, and neither does the sort key", () => {
  for (const quote of every(/^['"`´‘’‚‛“”„‟«»‹›ʼ′″＇＂]$/u)) {
    expect(personKey(`O${quote}Neil`), quote).toBe("o'neil");
    expect(personSortKey(`O${quote}Neil`), quote).toBe(personSortKey("o'neil"));
  }
  for (const hyphen of every(/^[\p{Pd}\u2212]$/u)) {
    expect(personKey(`A${hyphen}B`), hyphen).toBe("a-b");
    expect(personSortKey(`A${hyphen}B`), hyphen).toBe(personSortKey("a-b"));
  }
});

test("accents and alphabets tell players apart", () => {
  for (const [one, other] of [
    ["Zoe", "Zoë"],
    ["Ada", "Аda"],
    ["Two Words", "TwoWords"],
    ["A-B", "A B"],
    ["Kit", "Kit2"],
  ] as const)
    expect(personKey(one)).not.toBe(personKey(other));
});

import { describe, expect, test } from "vitest";
import { FACTS } from "../../test/catalogue.ts";
import {
  isSpreadsheetError,
  linesOf,
  listIn,
  plainValue,
  readDate,
  readMoney,
  readTruth,
  readUpgrade,
  readVersion,
  withLineEnds,
} from "./values.ts";

test.each([
  ["Code: ZFXABCD\r\\nSecond line", "Code: ZFXABCD\nSecond line"],
  ["one\\r\\ntwo\\nthree", "one\ntwo\nthree"],
  ["from C:\\new\\notes.txt", "from C:\\new\\notes.txt"],
  ["a \\\\n", "a \\\\n"],
])("the line ends of %j, which a tool wrote as characters, are line ends", (written, text) => {
  expect(linesOf(withLineEnds({ table: "twotc_completion_notes" }, written))).toBe(text);
  expect(withLineEnds({ table: "2tc" }, written)).toBe(written);
});

describe("what is moved in is read as people of any country write it", () => {
  test.each([
    ["130869", 130_869],
    ["130.869", 130_869],
    ["$130,869", 130_869],
    ["130 869", 130_869],
    ["130869.0", 130_869],
    ["130869.000", 130_869],
    [130_869, 130_869],
    [130.869, null],
    [-1, null],
    ["12.5", null],
    ["many", null],
  ])("cash %j is %j", (text, money) => expect(readMoney(text, 178_909).value).toBe(money));

  test.each([
    ["2024-05-01", "2024-05-01"],
    ["2024-05-01T12:00:00Z", "2024-05-01"],
    ["2024/5/1", "2024-05-01"],
    ["1.5.2024", "2024-05-01"],
    ["13/05/2024", "2024-05-13"],
    ["2024-05-01 12:00:00+00", "2024-05-01"],
    ["1-Jan-25", "2025-01-01"],
    ["1-Jan-2025", "2025-01-01"],
    ["25. Dez. 24", "2024-12-25"],
    ["45658", "2025-01-01"],
    [45_658, "2025-01-01"],
    ["45658.75", "2025-01-01"],
    ["1/25/2025 0:00:00", "2025-01-25"],
    ["1/25/2025 12:00:00 AM", "2025-01-25"],
    ["25.01.2025 00:00", "2025-01-25"],
    ["31. 5. 2024", "2024-05-31"],
    ["2024. 05. 31.", "2024-05-31"],
    ["2024. 05. 31. 18:30", "2024-05-31"],
    ["31 / 12 / 2024", "2024-12-31"],
    ["45443,5", "2024-05-31"],
    ["Friday, May 31, 2024", "2024-05-31"],
    ["Fri, 31 May 2024 00:00:00 GMT", "2024-05-31"],
    ["Fri May 31 2024 02:00:00 GMT+0200 (Central European Summer Time)", "2024-05-31"],
    ["Freitag, 31. Mai 2024", "2024-05-31"],
    ["Fr. 31.05.2024 18:30 Uhr", "2024-05-31"],
    ["vendredi 31 mai 2024", "2024-05-31"],
    ["viernes, 31 de mayo de 2024", "2024-05-31"],
    ["sexta-feira, 31 de maio de 2024", "2024-05-31"],
    ["vrijdag 31 mei 2024", "2024-05-31"],
    ["2024年5月31日", "2024-05-31"],
    ["2024年5月31日(金) 10:00", "2024-05-31"],
    ["2024년 5월 31일", "2024-05-31"],
  ])("the date %j is %j", (text, day) => expect(readDate(text)).toMatchObject({ value: day }));

  test.each([
    ["01/05/2024", "date-either-way"],
    ["3/4/2025 0:00:00", "date-either-way"],
    ["2024-05", "date-of-a-month"],
    ["2021", "date-of-a-month"],
    ["May 2024", "date-of-a-month"],
    ["Jan-25", "date-unreadable"],
    ["early 2021", "date-unreadable"],
    ["2024-02-30", "date-unreadable"],
    ["31.02.2024", "date-unreadable"],
    ["1905-07-11", "date-before-the-game"],
    ["42000", "date-unreadable"],
    ["until May 31, 2024", "date-unreadable"],
    ["Friday", "date-unreadable"],
  ])("the date %j is left out, as %s, and stands in the notes", (text, rule) =>
    expect(readDate(text)).toEqual({ value: null, rule, remark: `Date as it was given: ${text}` }),
  );

  test.each(["unknown", "N/A", "?", "-", "tbd", "Unbekannt", "None!"])(
    "the date %j says that none is known, and nothing stands in the notes",
    (text) => {
      expect(readDate(text)).toEqual({ value: null, rule: "not-known" });
      expect(readVersion(text)).toEqual({ value: null, rule: "not-known" });
    },
  );

  test.each([
    "NULL",
    "null",
    "None",
    "nil",
    "NaN",
    "NaT",
    "undefined",
    "\\N",
    "<NA>",
    "(null)",
    "[NULL]",
    " NULL ",
  ])("%j is what programs write for nothing, where it is no name", (text) => {
    for (const column of ["pending", "version", "link", "map", "filekey"])
      expect(plainValue(column, text)).toBeNull();
    const isMarked = /[<([\\]/.test(text);
    for (const column of ["person", "person2", "notes", "lengthNotes", "title"])
      expect(plainValue(column, text)).toBe(isMarked ? null : text);
  });

  test("a value that an apostrophe keeps as text loses it, a name does not", () => {
    expect(plainValue("version", "'44.10")).toBe("44.10");
    expect(plainValue("version", '="44.10"')).toBe("44.10");
    expect(plainValue("upgradeset", "[null]")).toBe("[null]");
    expect(plainValue("person", "'90s kid")).toBe("'90s kid");
  });

  test.each([
    ...[
      "#NAME?",
      "#REF!",
      "#N/A",
      "#VALUE!",
      "#DIV/0!",
      "#NUM!",
      "#NULL!",
      "#SPILL!",
      "#ERROR!",
      "#GETTING_DATA",
    ],
    ...[
      "#BEZUG!",
      "#WERT!",
      "#NV",
      "#NOM?",
      "#¡REF!",
      "#¿NOMBRE?",
      "#NAAM?",
      "#N/D",
      "#ССЫЛКА!",
      "Err:502",
      "########",
    ],
  ])("%s is what a spreadsheet shows in the place of a value", (text) => {
    expect(isSpreadsheetError(text)).toBe(true);
    expect(isSpreadsheetError(` ${text} `)).toBe(true);
  });

  test.each(["#Ouch", "#OUCH", "#1", "##", "#GG!", "N/A", "", "see #REF!"])("%j is a value", (text) =>
    expect(isSpreadsheetError(text)).toBe(false),
  );

  const [hero, tower] = [FACTS.find("Quincy"), FACTS.find("The Bloon Solver")];

  test.each(["0-5-2", "052", "5/2/0", "5-x-x", "0-0-0", "5-5-5", "0-5-2 and 5-2-0", "N/A", "Degree 41"])(
    "%s are upgrades",
    (text) => {
      for (const of of [hero, tower, null]) expect(readUpgrade(text, of)).toEqual({ value: text });
    },
  );

  test.each(["Level 20", "lvl 3", "20", "5"])("%s is a level, of a hero alone", (text) => {
    expect(readUpgrade(text, hero)).toEqual({ value: text });
    for (const of of [tower, null])
      expect(readUpgrade(text, of)).toEqual({ value: null, rule: "upgrade-unreadable" });
  });

  test.each(["0–5–2", "0—5-2", "0−5−2", "0|5|2", "0 - 5 - 2", "(0, 5, 2)", "０－５－２", "[0:5:2]"])(
    "%s are upgrades, with hyphens",
    (text) => expect(readUpgrade(text, tower)).toEqual({ value: "0-5-2" }),
  );

  test.each([
    ...["2. Mai", "05.02.2000", "2-May", "5/2/2000", "36561", "2000-05-02", "Feb 00", "5-Feb-00", "#NAME?"],
    ...["05.02.00", "2000-05-02 00:00:00", "52", "hello", "21", "5|2", "0–5–22", "5.2"],
  ])("%s are none", (text) => {
    for (const of of [hero, tower])
      expect(readUpgrade(text, of)).toEqual({ value: null, rule: "upgrade-unreadable" });
  });

  test.each<readonly [string, boolean | null]>([
    ["TRUE", true],
    ["WAHR", true],
    ["FALSCH", false],
    ["no", false],
    ...[
      "ja",
      "oui",
      "Sí",
      "sì",
      "SIM",
      "WAAR",
      "vrai",
      "tak",
      "да",
      "on",
      "✓",
      "✔️",
      "x",
      "Y",
      "yes.",
      "-1",
      "OG",
    ].map((text) => [text, true] as const),
    ...["nein", "non", "NÃO", "n", "onwaar", "нет", "off", "✗", "❌", "fałsz"].map(
      (text) => [text, false] as const,
    ),
    ...["maybe", "?", "2", "ja nein", "y".repeat(30)].map((text) => [text, null] as const),
  ])("%s is %j", (text, is) => expect(readTruth(text)).toBe(is));

  test.each([
    ['["0-5-2",null]', ["0-5-2", null]],
    ['{0-5-2,NULL,"Level 20"}', ["0-5-2", null, "Level 20"]],
    ['{"a \\"b\\" \\\\","null"}', ['a "b" \\', "null"]],
    ["{}", []],
    ["{a,{b}}", null],
    ["{a", null],
    ["{a}b", null],
    ['{"a', null],
    ["none", null],
  ])("the list %s is %j", (text, list) => expect(listIn(text)).toEqual(list));

  test.each([
    ["v44.1", "44.1"],
    ["Update 44", "44"],
    ["44,1", "44.1"],
    ["39.x", "39.x"],
    ["v39.x", "39.x"],
    ["44,10", "44.10"],
    ["12. Mai", null],
    ["12. Mrz", null],
    ["01.05.2000", null],
  ])("the version %s is %j", (text, version) => expect(readVersion(text).value).toBe(version));
});

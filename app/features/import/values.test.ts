import { describe, expect, test } from "vitest";
import {
  linesOf,
  listIn,
  readDate,
  readMoney,
  readTruth,
  readUpgrade,
  readVersion,
  withLineEnds,
} from "./values.server.ts";

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
  ])("the date %j is left out, as %s, and stands in the notes", (text, rule) =>
    expect(readDate(text)).toEqual({ value: null, rule, remark: `Date as it was given: ${text}` }),
  );

  test.each([
    "0-5-2",
    "052",
    "5/2/0",
    "5-x-x",
    "0-0-0",
    "Level 20",
    "lvl 3",
    "20",
    "5-5-5",
    "0-5-2 and 5-2-0",
    "N/A",
  ])("%s are upgrades", (text) => expect(readUpgrade(text)).toEqual({ value: text }));

  test.each([
    ...["2. Mai", "05.02.2000", "2-May", "5/2/2000", "36561", "2000-05-02", "Feb 00", "5-Feb-00", "#NAME?"],
    ...["05.02.00", "2000-05-02 00:00:00", "52", "hello"],
  ])("%s are none", (text) => expect(readUpgrade(text)).toEqual({ value: null, rule: "upgrade-unreadable" }));

  test.each([
    ["TRUE", true],
    ["WAHR", true],
    ["FALSCH", false],
    ["no", false],
    ["maybe", null],
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
    ["12. Mai", null],
    ["12. Mrz", null],
    ["01.05.2000", null],
  ])("the version %s is %j", (text, version) => expect(readVersion(text).value).toBe(version));
});

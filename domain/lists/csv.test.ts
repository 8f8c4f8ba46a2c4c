import fc from "fast-check";
import { expect, test } from "vitest";
import { BadCsv, csvLine, csvRecords } from "./csv.ts";

const records = (text: string) => [...csvRecords(text)];

/** Texts, most of which contain characters that are special in CSV or to spreadsheets. */
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("'", '"', "=", "+", "-", "@", ",", "\r", "\n", "\t", "a", "é", "🎈") }),
);

test("any text survives a round trip, including what a spreadsheet would interpret", () => {
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
      expect(records(rows.map(csvLine).join(""))).toEqual(rows);
    }),
  );
});

test("a cell that would be a formula is escaped as text, and other text is unchanged", () => {
  expect(csvLine(["=1+1", "'=1", "'tis", "a=b", "-5", "＝1", 5, true, null])).toBe(
    "'=1+1,''=1,'tis,a=b,'-5,'＝1,5,1,\r\n",
  );
});

test("a formula that nobody escaped is read as it stands, and so is an apostrophe before anything else", () => {
  expect(records("-5,=x,'=x,'tis\r\n")).toEqual([["-5", "=x", "=x", "'tis"]]);
});

test("any line ending ends a record, the last record needs none, and blank lines are skipped", () => {
  const rows = [
    ["a", "b"],
    ["1", "2\n3"],
    ["", ""],
  ];
  for (const end of ["\n", "\r\n", "\r"])
    expect(records(["a,b", "", '1,"2\n3"', ",", ""].join(end))).toEqual(rows);
  expect(records('a,b\n1,"2\n3"\n,')).toEqual(rows);
  expect(records("")).toEqual([]);
});

test.each([
  ['a\n"b', "record 2 has a quote that is not closed"],
  ['a\n"b" c', "record 2 has something behind a closing quote"],
  ['a,"""', "record 1 has a quote that is not closed"],
])("invalid CSV is refused: %j", (broken, says) => {
  expect(() => records(broken)).toThrow(says);
  expect(() => records(broken)).toThrow(BadCsv);
});

test("a long quoted value is read in linear time", () => {
  const long = '""'.repeat(500_000);
  expect(records(`"${long}"\n`)).toEqual([['"'.repeat(500_000)]]);
});

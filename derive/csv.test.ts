import fc from "fast-check";
import { expect, test } from "vitest";
import { BadCsv, csvLine, csvRecords } from "./csv.ts";

const records = (text: string) => [...csvRecords(text)];

/** Texts, most of which contain characters that are special in CSV or to spreadsheets. */
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("'", '"', "=", "+", "-", "@", ",", "\r", "\n", "\t", "a", "é", "🎈") }),
);

test("what is written is read as it was, whatever a spreadsheet would have made of it", () => {
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
      expect(records(rows.map(csvLine).join(""))).toEqual(rows);
    }),
  );
});

test("a cell that would be a formula is text, and nothing else is changed", () => {
  expect(csvLine(["=1+1", "'=1", "'tis", "a=b", "-5", 5, true, null])).toBe(
    "'=1+1,''=1,'tis,a=b,'-5,5,1,\r\n",
  );
});

test("any line end ends a record, the last one needs none, and blank lines are no records", () => {
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
])("what is no CSV is refused: %j", (broken, says) => {
  expect(() => records(broken)).toThrow(says);
  expect(() => records(broken)).toThrow(BadCsv);
});

test("a long value takes no longer than its length", () => {
  const long = '""'.repeat(500_000);
  expect(records(`"${long}"\n`)).toEqual([['"'.repeat(500_000)]]);
});

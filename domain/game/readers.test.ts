import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  monthOf,
  readDecimal,
  readPeriods,
  readVersion,
  readWhole,
  withPlainDigits,
} from "./dates-and-numbers.ts";
import { ageOfVersion, versionOrder } from "./versions.ts";
import { queryWords } from "./words.ts";

const grouped = (number: number, mark: string): string => String(number).replace(/\B(?=(\d{3})+$)/g, mark);

/** What countries write between thousands. */
const MARKS = [",", ".", " ", "'", "’", "_", "\u00A0", "\u2009", "\u202F"];

describe("a number", () => {
  test("is the same whatever stands between its thousands, with a dollar sign or idle decimals", () =>
    fc.assert(
      fc.property(fc.nat(99_999_999), fc.constantFrom(...MARKS), (number, mark) => {
        const text = grouped(number, mark);
        for (const written of [text, ` ${text} `, `$${text}`, `$ ${text}`, `${text} $`])
          expect(readWhole(written), written).toBe(number);
        if (number >= 1_000)
          expect(readWhole(`${text}${mark === "," ? "." : ","}00`), `${text},00`).toBe(number);
      }),
    ));

  test("is read in the digits of other scripts, and divided as in India", () => {
    expect(["１３０８６９", "١٣٠٨٦٩", "۱۳۰۸۶۹", "१३०८६९", "1,30,869"].map(readWhole)).toEqual(
      Array(5).fill(130_869),
    );
    expect(withPlainDigits("v４４.１")).toBe("v44.1");
  });

  test.each([
    "",
    "-1",
    "1e5",
    "12.5",
    "1.30",
    "13,08,69",
    "1,2345",
    "1.234,567",
    "130,869.5",
    "0x10",
    "1..2",
    "$",
  ])("%j is no whole number", (text) => expect(readWhole(text)).toBeNull());

  test("with one decimal has it after a dot or a comma", () => {
    for (const [text, number] of [
      ["32.2", 32.2],
      ["32,2", 32.2],
      ["1.234,5", 1234.5],
      ["1,234.5", 1234.5],
      ["7", 7],
      ["12.345", null],
      ["1.", null],
      [".5", null],
    ] as const)
      expect(readDecimal(text), text).toBe(number);
  });
});

const two = (number: number): string => String(number).padStart(2, "0");
const anyDay = fc
  .date({ min: new Date("2018-06-01T00:00:00Z"), max: new Date("2039-12-31T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const MONTHS = ["January", "February", "March", "April", "May", "June", "July"];
MONTHS.push("August", "September", "October", "November", "December");

describe("a date", () => {
  test("is the same in every notation whose order is clear", () =>
    fc.assert(
      fc.property(anyDay, (day) => {
        const [year = "", month = "", date = ""] = day.split("-");
        const [m, d] = [Number(month), Number(date)];
        const name = MONTHS[m - 1] ?? "";
        const all = [
          ...["-", "/", "."].flatMap((mark) =>
            [
              [year, month, date],
              [year, m, d],
            ].map((each) => each.join(mark)),
          ),
          ...[`${d}.${m}.${year}`, `${date}.${month}.${year}`, `${year}${month}${date}`],
          ...[`${d} ${name} ${year}`, `${name} ${d}, ${year}`, `${d} ${name.slice(0, 3)}. ${year}`],
          ...[`${d}th of ${name.toUpperCase()} ${year}`, `${year} ${name} ${d}`],
        ];
        for (const text of all) expect(readPeriods(text), text).toEqual([day]);
        const periods = [`${year}-${month}`];
        for (const text of [
          `${year}-${m}`,
          `${year}/${month}`,
          `${month}/${year}`,
          `${m}.${year}`,
          `${name} ${year}`,
        ])
          expect(readPeriods(text), text).toEqual(periods);
        expect(readPeriods(year)).toEqual([year]);
      }),
    ));

  test("whose day and month may be either way round is both, and one that no calendar has is none", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom("/", "-"),
        (one, other, mark) => {
          const isDay = (month: number, day: number): boolean =>
            month <= 12 && day <= new Date(Date.UTC(2023, month, 0)).getUTCDate();
          const possible = [
            ...(isDay(other, one) ? [`2023-${two(other)}-${two(one)}`] : []),
            ...(isDay(one, other) ? [`2023-${two(one)}-${two(other)}`] : []),
          ];
          expect(readPeriods([one, other, 2023].join(mark))).toEqual([...new Set(possible)]);
        },
      ),
    ));

  test.each(["", "May", "2024-13", "2024-02-30", "130869", "44.1", "May 5", "x".repeat(100)])(
    "%j is no date",
    (text) => expect(readPeriods(text)).toEqual([]),
  );

  test("knows each month by its name and its first letters", () => {
    for (const [at, name] of MONTHS.entries())
      for (const text of [name, name.toLowerCase(), name.slice(0, 3), `${name.slice(0, 3)}.`])
        expect(monthOf(text), text).toBe(at + 1);
    expect(monthOf("mayor")).toBeNull();
  });
});

describe("a version", () => {
  test("is the same with any of the site's words before it, and with a comma", () =>
    fc.assert(
      fc.property(fc.nat(99), fc.nat(9), (major, minor) => {
        const version = `${major}.${minor}`;
        for (const before of ["", "v", "V", "v ", "ver ", "ver. ", "Version ", "update ", "Update "])
          for (const text of [version, `${major},${minor}`])
            expect(readVersion(`${before}${text}`), before + text).toBe(version);
      }),
    ));

  test.each([
    ["44,10", "44.10"],
    ["v9,05", "9.5"],
    ["39,10,2", "39.10.2"],
    ["44，10", "44.10"],
    ["44,100", null],
    ["44,1,0,0", null],
  ])("with commas for dots, %j, is %j", (text, version) => expect(readVersion(text)).toBe(version));

  test("is known, newer, far newer or none, by its distance from the newest one", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 80 }),
        fc.nat(5),
        fc.integer({ min: 0, max: 999 }),
        fc.nat(9),
        (newest, of, major, minor) => {
          const [known, version] = [`${newest}.${of}`, `${major}.${minor}`];
          const isAbove = (versionOrder(version) ?? 0) > (versionOrder(known) ?? 0);
          const above = major - newest;
          const age = !isAbove ? "known" : above >= 10 ? "no-version" : above >= 2 ? "far-newer" : "newer";
          expect(ageOfVersion(version, known)).toBe(age);
        },
      ),
    ));
});

test("what rows hold as one word is asked for as that word in every notation", () => {
  const word = (text: string) =>
    queryWords(text).flatMap((each) => [each.word, ...(each.or ? [each.or] : [])]);
  for (const mark of MARKS.filter((each) => each !== " "))
    expect(word(`quad ${grouped(130_869, mark)}`), mark).toContain("130869");
  for (const text of [
    "2024-05-01",
    "2024/5/1",
    "2024.05.01",
    "1.5.2024",
    "01/05/2024",
    "05-01-2024",
    "20240501",
  ])
    expect(word(`quad ${text}`), text).toContain("20240501");
  expect(word("ninja 0/5/0")).toContain("050");
});

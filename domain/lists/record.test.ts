import { describe, expect, test } from "vitest";
import { CHALLENGES } from "../challenges/index.ts";
import { type RecordRank, standingsInWords } from "./record.ts";

const lcc = CHALLENGES.get("lcc");
const ltc = CHALLENGES.get("ltc");
if (!lcc || !ltc) throw new Error("There is no LCC or no LTC.");

const ROW = { filekey: "x", version: "53.2" };
const onMap = (values: Partial<RecordRank>): RecordRank => ({
  ...{ filekey: "x", scope: ["map"], amount: 100, best: 100, next: null, holders: 1, isFirst: true },
  ...{ since: null, until: null, superseded: null },
  ...values,
});
const inVersion = (values: Partial<RecordRank>): RecordRank => onMap({ scope: ["map", "major"], ...values });

describe("a completion's standing", () => {
  test.each([
    ["the record, by so much", [onMap({ next: 1765 })], "Record", "−$1,665"],
    ["the record, nothing else", [onMap({})], "Record", "first"],
    ["the first of those who share it", [onMap({ holders: 3, next: 120 })], "Record", "tied with 2 others"],
    ["one of those who share it", [onMap({ holders: 3, isFirst: false })], "Record", "tied with 2 others"],
    ["no record", [onMap({ amount: 2_320 }), inVersion({ amount: 2_320, best: 300 })], null, "+$2,220"],
    [
      "the record of its version",
      [onMap({ amount: 2_320 }), inVersion({ amount: 2_320, best: 2_320 })],
      "v53 record",
      "+$2,220",
    ],
    [
      "the record of all, which its version's is too",
      [onMap({ next: 101 }), inVersion({ next: 300 })],
      "Record",
      "−$1",
    ],
  ])("%s", (_, standings, record, words) => {
    expect(standingsInWords(lcc, ROW, standings)).toEqual({
      ...{ record, words, isBest: record === "Record", held: null },
    });
  });

  test("counts towers for an LTC", () => {
    expect(standingsInWords(ltc, ROW, [onMap({ amount: 2, best: 2, next: 3 })])).toEqual({
      record: "Record",
      isBest: true,
      words: "−1",
      held: null,
    });
  });

  test.each([
    ["the record since a day", { since: "2024-05-01" }, "since 2024-05-01"],
    [
      "a former record",
      { since: "2023-01-02", until: "2024-05-01", best: 90 },
      "record from 2023-01-02 to 2024-05-01",
    ],
    ["one that never was", { until: "2024-05-01", best: 90 }, null],
    [
      "one that an earlier run took out of the history",
      { superseded: "2024-08-03", amount: 900, best: 850 },
      "counted as a record until 2024-08-03, when an earlier run was verified",
    ],
  ])("says of %s when it was", (_, values, held) => {
    expect(standingsInWords(lcc, ROW, [onMap(values)])?.held).toBe(held);
  });

  test("is null when nothing is known", () => expect(standingsInWords(lcc, ROW, [])).toBeNull());
});

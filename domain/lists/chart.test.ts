import { expect, test } from "vitest";
import { amountsAround, type Chart, chartOfMonths, numbersBetween } from "./chart.ts";

test("an axis has both ends, and round numbers that are clear of them", () => {
  expect(numbersBetween(2022, 2026, 4)).toEqual([2022, 2023, 2024, 2025, 2026]);
  expect(numbersBetween(9, 53, 5)).toEqual([9, 20, 30, 40, 53]);
  expect(numbersBetween(2018, 2042, 4)).toEqual([2018, 2030, 2042]);
  expect(numbersBetween(2026, 2026, 4)).toEqual([2026]);
  expect(numbersBetween(2025, 2026, 4)).toEqual([2025, 2026]);
});

test("amounts are round and enclose what there is", () => {
  expect(amountsAround(0, 2_947, 3)).toEqual([0, 1_000, 2_000, 3_000]);
  expect(amountsAround(0, 1, 3)).toEqual([0, 1]);
  expect(amountsAround(5, 5, 4)).toEqual([5, 6]);
});

const MONTHS = [
  { month: "2024-11", amount: 2 },
  { month: "2025-02", amount: 5 },
];
const chartOf = (isFilled: boolean): Chart =>
  chartOfMonths(
    MONTHS,
    { first: "2024-11", last: "2025-03" },
    { isFilled, unit: "Runs", worded: (amount) => `${amount} runs` },
  );

test("a total is a line that rises where there is something new, and goes on to the last month", () => {
  const { path, values, columns, amounts, left, bottom } = chartOf(false);
  expect(values.map(({ words }) => words)).toEqual(["2024-11: 2 runs", "2025-02: 5 runs"]);
  const [first, second] = values;
  expect(path).toMatch(
    new RegExp(`^M${left} ${bottom}H${first?.x}V${first?.y}H${second?.x}V${second?.y}H\\d+$`),
  );
  expect(columns.map(({ words }) => words)).toEqual(["2024", "2025"]);
  expect(amounts.map(({ words }) => words)).toEqual(["0", "2", "4", "6"]);
});

test("bars are drawn of months that have something, and every month says how much", () => {
  const { path, values, bottom } = chartOf(true);
  expect(path.match(/z/g)).toHaveLength(2);
  expect(values.map(({ words }) => words)).toEqual([
    "2024-11: 2 runs",
    "2024-12: 0 runs",
    "2025-01: 0 runs",
    "2025-02: 5 runs",
    "2025-03: 0 runs",
  ]);
  expect(values[1]?.y).toBe(bottom);
});

import { counted } from "../game/counted.ts";

/** The size of a drawing, and the margins around what is plotted, all in the drawing's own units. */
export interface ChartSize {
  readonly width: number;
  readonly height: number;
  readonly room: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
}

/** A chart, ready to be drawn. */
export interface Chart {
  readonly width: number;
  readonly height: number;
  /** The edges of what is plotted. */
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  /** What the vertical axis measures, at its top. */
  readonly unit: string;
  /** Path data: a line of steps, or filled bars. */
  readonly path: string;
  readonly isFilled: boolean;
  readonly columns: readonly { readonly x: number; readonly words: string }[];
  readonly amounts: readonly { readonly y: number; readonly words: string }[];
  /** From left to right: each counts until the next one. */
  readonly values: readonly { readonly x: number; readonly y: number; readonly words: string }[];
}

/** Returns the smallest of 1, 2, 5, 10, 20 … that is at least as large. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
}

/** Returns round numbers that enclose a range, about `most` of them, in ascending order. */
export function amountsAround(least: number, greatest: number, most: number): number[] {
  const step = roundStep(Math.max((greatest - least) / most, 1));
  const from = Math.floor(least / step);
  const count = Math.max(Math.ceil(greatest / step) - from, 1);
  return Array.from({ length: count + 1 }, (_, at) => (from + at) * step);
}

/** Returns both ends of a range of whole numbers, and about `most` round numbers that are clear of the ends. */
export function numbersBetween(first: number, last: number, most: number): number[] {
  const step = roundStep(Math.max((last - first) / most, 1));
  const count = Math.floor(last / step) - Math.floor(first / step);
  const round = Array.from({ length: count }, (_, at) => (Math.floor(first / step) + 1 + at) * step);
  const inner = round.filter((number) => number - first > step / 2 && last - number > step / 2);
  return first === last ? [first] : [first, ...inner, last];
}

/** Returns where a column (a whole number from `from`, and before `until`) and an amount are in a drawing. */
export function placesIn(
  { width, height, room }: ChartSize,
  { from, until }: { readonly from: number; readonly until: number },
  amounts: readonly number[],
): { x(column: number): number; y(amount: number): number } {
  const [least, greatest] = [amounts[0] ?? 0, amounts.at(-1) ?? 1];
  return {
    x: (column) =>
      Math.round(room.left + ((column - from) / (until - from)) * (width - room.left - room.right)),
    y: (amount) =>
      Math.round(
        height - room.bottom - ((amount - least) / (greatest - least)) * (height - room.top - room.bottom),
      ),
  };
}

/** Returns the path of steps that hold until the next one, and the last one until `end`. */
export const stepsPath = (steps: readonly { x: number; y: number }[], end: number): string =>
  steps.map(({ x, y }, at) => (at === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join("") +
  (steps.length > 0 ? `H${end}` : "");

/** How amounts over months are drawn. */
const BY_MONTH: ChartSize = {
  width: 340,
  height: 180,
  room: { left: 56, right: 8, top: 24, bottom: 24 },
};

/** Months since the year 0, of yyyy-mm. */
const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;

/** "2024-03" */
const monthCalled = (number: number): string =>
  `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, "0")}`;

/**
 * Lays out amounts by month over whole years, each year's name in its middle: a total that grows as a line of steps,
 * or single months as bars.
 * @param months in ascending order, and at least one
 * @param span the first and the last month that the chart covers
 * @param unit what is counted
 * @param worded an amount in words
 */
export function chartOfMonths(
  months: readonly { readonly month: string; readonly amount: number }[],
  span: { readonly first: string; readonly last: string },
  { isFilled, unit, worded }: { isFilled: boolean; unit: string; worded(amount: number): string },
): Chart {
  const { width, height, room } = BY_MONTH;
  const [first, last] = [monthNumber(span.first), monthNumber(span.last)];
  const years = { first: Math.floor(first / 12), last: Math.floor(last / 12) };
  const amounts = amountsAround(0, Math.max(...months.map(({ amount }) => amount)), 3);
  const { x, y } = placesIn(BY_MONTH, { from: years.first * 12, until: (years.last + 1) * 12 }, amounts);
  const amountOf = new Map(months.map(({ month, amount }) => [monthNumber(month), amount]));
  // A month without a bar has a value, too.
  const shown = isFilled ? Array.from({ length: last - first + 1 }, (_, at) => first + at) : amountOf.keys();
  const values = Array.from(shown, (month) => {
    const amount = amountOf.get(month) ?? 0;
    return { x: x(month), y: y(amount), words: `${monthCalled(month)}: ${worded(amount)}` };
  });
  const barOf = (month: number, amount: number): string =>
    `M${x(month)} ${y(0)}V${y(amount)}H${x(month + 1)}V${y(0)}z`;
  return {
    width,
    height,
    left: room.left,
    top: room.top,
    bottom: height - room.bottom,
    unit,
    isFilled,
    path: isFilled
      ? Array.from(amountOf, ([month, amount]) => barOf(month, amount)).join("")
      : stepsPath([{ x: room.left, y: y(0) }, ...values], x(last + 1)),
    columns: numbersBetween(years.first, years.last, 4).map((year) => ({
      x: x(year * 12 + 6),
      words: String(year),
    })),
    amounts: amounts.map((amount) => ({ y: y(amount), words: counted(amount) })),
    values,
  };
}

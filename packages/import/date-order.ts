import { fieldsOfKind } from "../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import type { OldRow, OldTable } from "./tables.ts";
import { dayIn } from "./values.ts";

/** The orders in which a file can write a day, a month and a year. */
export const DATE_ORDERS = ["dmy", "mdy", "ymd"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Three numbers of which only the file's other dates can say which is the day: "01/05/2024", "24-05-01". */
const THREE = /^\s*(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})\s*$/;

interface Parts {
  readonly numbers: readonly [number, number, number];
  /** After dots the day comes first, everywhere; and a year of four digits comes last. */
  readonly orders: readonly DateOrder[];
}

const placeOf = (order: DateOrder, part: "d" | "m" | "y"): 0 | 1 | 2 => order.indexOf(part) as 0 | 1 | 2;

/** Whether three numbers can be a date in an order. */
function isPossible(numbers: Parts["numbers"], order: DateOrder): boolean {
  const [day, month] = [numbers[placeOf(order, "d")], numbers[placeOf(order, "m")]];
  return day >= 1 && day <= 31 && month >= 1 && month <= 12;
}

function partsOf(text: unknown): Parts | null {
  const [, one = "", mark, two = "", three = ""] = THREE.exec(dayIn(String(text ?? ""))) ?? [];
  if (mark === undefined) return null;
  const numbers = [Number(one), Number(two), Number(three)] as const;
  const orders = DATE_ORDERS.filter((order) =>
    mark === "." ? order === "dmy" : three.length < 4 || order !== "ymd",
  );
  return { numbers, orders: orders.filter((order) => isPossible(numbers, order)) };
}

const two = (number: number): string => String(number).padStart(2, "0");

function isoOf(numbers: Parts["numbers"], order: DateOrder): string {
  const year = numbers[placeOf(order, "y")];
  return `${year < 100 ? 2000 + year : year}-${two(numbers[placeOf(order, "m")])}-${two(numbers[placeOf(order, "d")])}`;
}

/** Rows with their dates as yyyy-mm-dd, and the order in which they were written; null: no date needed one. */
export interface ReadDates {
  readonly rows: readonly OldRow[];
  readonly order: DateOrder | null;
}

/**
 * Reads the dates of a table in one order, which all of its rows together decide: one day above 12 is enough. What no row
 * decides stays as it is written, to be refused by itself.
 * @param given the order that was given; null: none was
 */
export function readDates(
  { challenge }: Pick<OldTable, "challenge">,
  rows: readonly OldRow[],
  given: DateOrder | null,
): ReadDates {
  const definition = CHALLENGES.get(challenge ?? "");
  const columns = definition ? fieldsOfKind(definition, "date").map(([column]) => column) : [];
  const found = rows.flatMap(({ values }) => columns.flatMap((column) => partsOf(values[column]) ?? []));
  // What is no date in any order says nothing about the others.
  const telling = found.filter(({ orders }) => orders.length > 0);
  if (telling.length === 0) return { rows, order: null };
  const possible = DATE_ORDERS.filter((order) => telling.every(({ orders }) => orders.includes(order)));
  const order = given ?? (possible.length === 1 ? (possible[0] ?? null) : null);
  if (order === null) return { rows, order };
  const dated = rows.map((row) => {
    const read = columns.flatMap((column) => {
      const parts = partsOf(row.values[column]);
      return parts?.orders.includes(order) ? [[column, isoOf(parts.numbers, order)] as const] : [];
    });
    return read.length === 0 ? row : { ...row, values: { ...row.values, ...Object.fromEntries(read) } };
  });
  return { rows: dated, order };
}

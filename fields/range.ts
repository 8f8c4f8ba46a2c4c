import { InvalidValue } from "./kind.ts";

/** Inclusive bounds of numbers; null: none. */
interface Range {
  readonly from: number | null;
  readonly to: number | null;
}

const COMPARED = /^(>=|<=|>|<)\s*(.+)$/;

/** Whether a text compares: ">=44", "44..46". */
export const isRange = (text: string): boolean => COMPARED.test(text) || text.includes("..");

/**
 * The numbers that a text asks for: "5", ">=5", "<=5", ">5", "<5", "5..9". `read` says which ones a single value stands for,
 * and throws InvalidValue.
 */
export function rangeOf(text: string, read: (text: string) => { from: number; to: number }): Range {
  const [, sign, bound = ""] = COMPARED.exec(text) ?? [];
  if (sign) {
    const { from, to } = read(bound.trim());
    if (sign === ">=") return { from, to: null };
    if (sign === "<=") return { from: null, to };
    return sign === ">" ? { from: to + 1, to: null } : { from: null, to: from - 1 };
  }
  const [first = "", last, more] = text.split("..", 3);
  if (more !== undefined) throw new InvalidValue("not-a-range");
  const { from, to } = read(first.trim());
  return { from, to: last === undefined ? to : read(last.trim()).to };
}

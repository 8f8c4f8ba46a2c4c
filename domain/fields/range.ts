import { InvalidValue } from "./kind.ts";

/** Inclusive bounds of numbers; null means no bound. */
interface Range {
  readonly from: number | null;
  readonly to: number | null;
}

const SIGN = /^[<>]=?(?!$)/;

/** Returns whether a text is a comparison or a range: ">=44", "44..46". */
export const isRange = (text: string): boolean => SIGN.test(text) || text.includes("..");

/**
 * Returns the numbers that a text asks for: "5", ">=5", "<=5", ">5", "<5", "5..9". `read` returns those that a single
 * value stands for. Throws InvalidValue.
 */
export function rangeOf(text: string, read: (text: string) => { from: number; to: number }): Range {
  const [sign] = SIGN.exec(text) ?? [];
  if (sign) {
    const { from, to } = read(text.slice(sign.length).trim());
    if (sign === ">=") return { from, to: null };
    if (sign === "<=") return { from: null, to };
    return sign === ">" ? { from: to + 1, to: null } : { from: null, to: from - 1 };
  }
  const [first = "", last, more] = text.split("..", 3);
  if (more !== undefined) throw new InvalidValue("not-a-range");
  const { from, to } = read(first.trim());
  return { from, to: last === undefined ? to : read(last.trim()).to };
}

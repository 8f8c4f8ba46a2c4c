import { withoutMarks } from "./normal-forms.ts";

/**
 * Returns a key whose byte order is the order in which people sort names: letter case and accents do not count, numbers
 * sort by value ("Ravine 9" before "Ravine 10"), and punctuation counts as a blank. The database, which cannot sort
 * like this, keeps the key beside each name that people write.
 */
export function sortKey(name: string): string {
  return withoutMarks(name)
    .replace(/[\p{P}\p{Z}\p{C}]+/gu, " ")
    .replace(/\d+/g, (digits) => {
      const number = digits.replace(/^0+(?=\d)/, "");
      return String(number.length).padStart(2, "0") + number;
    });
}

/** Compares two names as people sort them. */
export function compareNames(one: string, other: string): number {
  const [first, second] = [`${sortKey(one)}\0${one}`, `${sortKey(other)}\0${other}`];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

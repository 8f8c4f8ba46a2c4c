/**
 * A text whose order by bytes is the order in which people put names: whatever the letter case and the accents, a number by
 * its value ("Ravine 9" before "Ravine 10"), punctuation like a blank. The database keeps it beside a name that people
 * write, for it has no such order itself.
 */
export function sortKey(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[\p{P}\p{Z}\p{C}]+/gu, " ")
    .replace(/\d+/g, (digits) => {
      const number = digits.replace(/^0+(?=\d)/, "");
      return String(number.length).padStart(2, "0") + number;
    });
}

/** Orders two names as people do. */
export function compareNames(one: string, other: string): number {
  const [first, second] = [`${sortKey(one)}\0${one}`, `${sortKey(other)}\0${other}`];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

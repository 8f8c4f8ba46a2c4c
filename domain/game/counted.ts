/**
 * Writes a whole number as in English: "12,345". Not by `toLocaleString`, whose first use loads the browser's language
 * data and so blocks a slow phone for a tenth of a second during hydration.
 */
export const counted = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

/** Lists words as in a sentence: "A, B and C". Not by `Intl.ListFormat`, for the reason that `counted` gives. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

/** Puts the article before an abbreviation, by how its first letter is pronounced: "a 2TC", but "an LCC". */
export const withArticle = (label: string): string =>
  `${/^[AEFHILMNORSX]/.test(label) ? "an" : "a"} ${label}`;

/** Writes cash: "$1,234". */
export const cash = (money: number): string => `$${counted(money)}`;

/** Capitalises a choice: "Beginner". */
export const nameOfChoice = (choice: string): string => choice.charAt(0).toUpperCase() + choice.slice(1);

/** Returns a type as people read it: "OG" is always in capitals, and the other types are ordinary words. */
export const nameOfType = (type: string): string => (type === "og" ? "OG" : nameOfChoice(type));

/** What every page and form says if nobody has recorded a fact, which is neither 0 nor No. */
export const NOT_KNOWN = "not known";

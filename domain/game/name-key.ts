import { composed, withoutMarks } from "./normal-forms.ts";

/**
 * Returns what all spellings of a name have in common: its letters and digits, without case, accents, blanks, hyphens,
 * underscores or punctuation. "X_Factor", "x-factor" and "X Factor" are one name. A name without any letter or digit
 * is its own key, so that no two such names coincide.
 */
export function nameKey(name: string): string {
  const key = withoutMarks(name).replace(/[^\p{L}\p{N}]/gu, "");
  return key === "" ? name.trim().toLowerCase() : key;
}

/** Returns the key of a person's name: names that differ only in case are the same, but accents tell people apart. */
export function personKey(name: string): string {
  return composed(name).trim().toLowerCase();
}

/**
 * What two spellings of one name have in common: letters and digits alone, without case, accents, blanks, hyphens,
 * underscores or punctuation. "X_Factor", "x-factor" and "X Factor" are one name. A name without any letter or digit
 * is its own key, so that no two such names fall together.
 */
export function nameKey(name: string): string {
  const key = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  return key === "" ? name.trim().toLowerCase() : key;
}

/** Two people's names are the same if they differ in case alone; accents tell people apart. */
export function personKey(name: string): string {
  return name.normalize("NFC").trim().toLowerCase();
}

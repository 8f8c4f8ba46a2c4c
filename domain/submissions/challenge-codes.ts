/** A code with no letter or digit directly before or after it, which would make it part of something longer. */
const CODE = /(?<![\p{L}\p{N}])Z[A-Z\d]{6}(?![\p{L}\p{N}])/gu;

/** URLs, whose text the player did not write. */
const ADDRESS = /\bhttps?:\/\/\S+/gi;

/** The most codes taken from one text: notes with more hold a list of their own. */
const MOST_CODES = 3;

/** Returns a text without its challenge codes. */
export const withoutCodes = (text: string): string => text.replaceAll(CODE, " ");

/**
 * Returns the challenge codes that notes mention, each once and in order. The game makes them of seven capital letters
 * and digits, the first of which is a Z.
 */
export function challengeCodesIn(notes: string): readonly string[] {
  const codes = notes.replaceAll(ADDRESS, " ").match(CODE) ?? [];
  return [...new Set(codes)].slice(0, MOST_CODES);
}

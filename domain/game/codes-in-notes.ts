/** A challenge code in any letter case, with no letter or digit directly before or after it. */
const CODE = /(?<![\p{L}\p{N}])z[a-z\d]{6}(?![\p{L}\p{N}])/giu;

/** Whether a text is a challenge code, in any letter case. */
export const isCode = (text: string): boolean => /^z[a-z\d]{6}$/i.test(text);

/** URLs, whose text the player did not write. */
const ADDRESS = /\bhttps?:\/\/\S+/gi;

/** The most codes that a row is found by. */
const MOST = 20;

/**
 * Returns the challenge codes that a row is found by, in small letters: those in its notes, however they are written there.
 * Some are ordinary words of seven letters, which finds the row by these, too.
 */
export const codesIn = (notes: string): readonly string[] =>
  [...new Set((notes.replaceAll(ADDRESS, " ").match(CODE) ?? []).map((code) => code.toLowerCase()))].slice(
    0,
    MOST,
  );

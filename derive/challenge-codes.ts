/** Whether a letter or figure stands before or after: then it is a part of something longer. */
const CODE = /(?<![\p{L}\p{N}])Z[A-Z\d]{6}(?![\p{L}\p{N}])/gu;

/** What stands in an address is none of the player's words. */
const ADDRESS = /\bhttps?:\/\/\S+/gi;

/** Codes that notes offer: who lists more has a list of their own there. */
const MOST_CODES = 3;

/**
 * The codes of challenges that notes mention, in their order, each once: seven capital letters and figures of which the
 * first is a Z, as the game makes them.
 */
export function challengeCodesIn(notes: string): readonly string[] {
  const codes = notes.replaceAll(ADDRESS, " ").match(CODE) ?? [];
  return [...new Set(codes)].slice(0, MOST_CODES);
}

/**
 * More combining marks in a row than any language writes; Unicode's stream-safe text format has the same limit. A
 * normal form sorts the marks of each character, which takes quadratic time: without a limit, 60 KB of marks would take
 * a second.
 */
const LONG_RUN = /([\p{M}\u{ff9e}\u{ff9f}]{30})[\p{M}\u{ff9e}\u{ff9f}]+/gu;

/** Returns a text in the normal form NFC: however its accents were typed, it is the same text. Takes linear time. */
export const composed = (text: string): string => text.replace(LONG_RUN, "$1").normalize("NFC");

/** Returns a text in lower case without accents and other marks, and with plain letters for styled ones. */
export const withoutMarks = (text: string): string =>
  // Removed before, too: only marks that stand alone make a normal form slow.
  text.replace(/\p{M}/gu, "").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

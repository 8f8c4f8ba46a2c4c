/**
 * Numbers as people of any country write them: "130869", "130,869", "130.869", "130 869", "130'869", "1,30,869". One
 * reader for the search, forms, addresses and imports.
 */

/** What stands between thousands: a comma, a dot, an apostrophe, an underscore, a blank of any width. */
export const THOUSANDS = ",.'’_ \u00A0\u2009\u202F";

const GROUPED = new RegExp(`^\\d{1,3}([${THOUSANDS}])\\d{3}(?:\\1\\d{3})*$`, "u");
/** As in India: hundreds of thousands in pairs. */
const GROUPED_IN_PAIRS = /^\d{1,2}(?:,\d{2})+,\d{3}$/;
/** Decimals that say nothing: "130869.00", "130.869,0". */
const NO_DECIMALS = /([.,])0{1,2}$/;

/** The first digit of blocks whose digits look different: full-width, Arabic, Persian, Devanagari. */
const ZEROS = [0xff10, 0x0660, 0x06f0, 0x0966];

/** Returns a text with digits of other scripts as 0 to 9, and full-width signs between them as they are typed elsewhere. */
export const withPlainDigits = (text: string): string =>
  text
    .replaceAll("\uFF0E", ".")
    .replaceAll("\uFF0C", ",")
    .replace(/[\uFF10-\uFF19\u0660-\u0669\u06F0-\u06F9\u0966-\u096F]/g, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - (ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code));
    });

/** Returns a number without the dollar sign before or after it. */
function withoutDollar(text: string): string {
  if (text.startsWith("$")) return text.slice(1).trimStart();
  return text.endsWith("$") ? text.slice(0, -1).trimEnd() : text;
}

/** Reads a whole number from 0, with a dollar sign or without; null if the text is none. */
export function readWhole(text: string): number | null {
  const plain = withoutDollar(withPlainDigits(text.trim()));
  const [decimals = "", mark = ""] = NO_DECIMALS.exec(plain) ?? [];
  const whole = plain.slice(0, plain.length - decimals.length);
  if (decimals !== "" && whole.includes(mark)) return null;
  if (!/^\d+$/.test(whole) && !GROUPED.test(whole) && !GROUPED_IN_PAIRS.test(whole)) return null;
  return Math.min(Number(whole.replace(/\D/g, "")), Number.MAX_SAFE_INTEGER);
}

/** Reads a number from 0 with one decimal at most, after a dot or a comma; null if the text is none. */
export function readDecimal(text: string): number | null {
  const plain = withPlainDigits(text.trim());
  const [, whole = "", decimal = "0"] = /^(.+)[.,](\d)$/.exec(plain) ?? [];
  // "12.345" may be twelve and some, or thousands.
  const number = /^\d+$/.test(plain) ? Number(plain) : readWhole(whole);
  return number === null ? null : Number(`${number}.${decimal}`);
}

import { withoutMarks } from "./typed-text.ts";
import { plainVersion, versionOrder } from "./versions.ts";

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

/**
 * Dates as people of any country write them: "2024-05-01", "2024/5/1", "1.5.2024", "May 2024", "2024". One reader for
 * the search, forms, addresses and imports. A year or a month is the beginning of the days that it covers: "2024-05".
 */

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH_NAMES = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];

/** The same in German, French, Spanish, Portuguese and Italian, without accents. */
const OTHER_MONTH_NAMES = [
  "januar februar marz april mai juni juli august september oktober november dezember",
  "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
  "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
  "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
  "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
].map((names) => names.split(" "));

const YEAR_FIRST = /^(\d{4})(?:([-/.])(\d{1,2})(?:\2(\d{1,2}))?)?$/;
/** The year last. After slashes and hyphens some write the day first and some the month; after dots all the day. */
const YEAR_LAST = /^(\d{1,2})([-/.])(?:(\d{1,2})\2)?(\d{4})$/;
const SHORT_YEAR_LAST = /^(\d{1,2})([/.])(\d{1,2})\2(\d{2})$/;
/** The first year of the game. "44.1.2" is a version, and no day of 2002. */
const FIRST_YEAR = 18;
const IN_DIGITS = /^(20\d\d)(\d\d)(\d\d)$/;

const two = (number: string | number): string => String(number).padStart(2, "0");

/** Whether a text is a day, a month or a year of the calendar. */
function isOfCalendar(period: string): boolean {
  if (!/^\d{4}(-\d\d){0,2}$/.test(period)) return false;
  const day = new Date(`${period}${"-01".repeat((10 - period.length) / 3)}T00:00:00Z`);
  // Date would roll over a day that no calendar has, such as 2024-02-30.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(period);
}

/** Returns the number of a month by its name, or in English by the first letters of that, from 1; null if it is none. */
export function monthOf(word: string): number | null {
  const lower = withoutMarks(word).replace(/\.$/, "");
  const found = [
    MONTH_NAMES.indexOf(lower),
    MONTHS.indexOf(lower === "sept" ? "sep" : lower),
    ...OTHER_MONTH_NAMES.map((names) => names.indexOf(lower)),
  ].find((at) => at !== -1);
  return found === undefined ? null : found + 1;
}

function ofWords(text: string): string[] {
  const words = text.split(/[\s,/-]+/).filter((word) => word !== "" && !/^(?:of|de|del)$/i.test(word));
  if (words.length < 2 || words.length > 3) return [];
  const at = words.findIndex((word) => monthOf(word) !== null);
  if (at === -1) return [];
  const month = monthOf(words[at] ?? "") ?? 0;
  const others = words.toSpliced(at, 1);
  const year = others.findIndex((word) => /^\d{4}$/.test(word));
  if (year === -1) return [];
  const [day = null] = others.toSpliced(year, 1);
  const number = day === null ? null : (/^(\d{1,2})(?:st|nd|rd|th|\.)?$/i.exec(day)?.[1] ?? "");
  if (number === "") return [];
  return [`${others[year]}-${two(month)}${number === null ? "" : `-${two(number)}`}`];
}

function ofFigures(text: string): string[] {
  const first = YEAR_FIRST.exec(text);
  if (first) {
    const [, year, , month, day] = first;
    return [[year, month, day].flatMap((part) => (part === undefined ? [] : two(part))).join("-")];
  }
  const last = YEAR_LAST.exec(text);
  if (last) {
    const [, one = "", mark, other, year] = last;
    if (other === undefined) return [`${year}-${two(one)}`];
    const dayFirst = `${year}-${two(other)}-${two(one)}`;
    return mark === "." ? [dayFirst] : [dayFirst, `${year}-${two(one)}-${two(other)}`];
  }
  const short = SHORT_YEAR_LAST.exec(text);
  if (short) {
    const [, one = "", mark, other = "", year] = short;
    const dayFirst = `20${year}-${two(other)}-${two(one)}`;
    if (mark === ".") return Number(year) < FIRST_YEAR ? [] : [dayFirst];
    return [dayFirst, `20${year}-${two(one)}-${two(other)}`];
  }
  const digits = IN_DIGITS.exec(text);
  return digits ? [`${digits[1]}-${digits[2]}-${digits[3]}`] : [];
}

/** No date is longer. */
const LONGEST = 40;

/**
 * Returns the days, months or years that a text may be, as the beginning of yyyy-mm-dd; none if it is no date, two if
 * it has a day and a month in an ambiguous order: "05/01/2024".
 */
export function readPeriods(text: string): readonly string[] {
  if (text.length > LONGEST) return [];
  const plain = withPlainDigits(text.trim());
  const found = /\p{L}/u.test(plain) ? ofWords(plain) : ofFigures(plain);
  return [...new Set(found.filter(isOfCalendar))];
}

/** Whether a period is a single day. */
export const isDay = (period: string): boolean => period.length === "yyyy-mm-dd".length;

/** Returns the day, the month or the year after a period. */
export function periodAfter(period: string): string {
  const [year = 0, month, day] = period.split("-").map(Number);
  const next =
    month === undefined
      ? Date.UTC(year + 1, 0)
      : day === undefined
        ? Date.UTC(year, month)
        : Date.UTC(year, month - 1, day + 1);
  return new Date(next).toISOString().slice(0, period.length);
}

/**
 * Reads a version as people write it: "44.1", "v44.1", "Update 44.1", "44,1", "44,10" as "44.10", the tenth. One reader for the
 * search, forms, addresses and imports. Null if the text is none.
 */
export function readVersion(text: string): string | null {
  const version = withPlainDigits(text.trim())
    .replace(/^(?:version|update|ver|v)\b\.?\s*|^v(?=\d)/i, "")
    // Three digits after a comma are thousands.
    .replace(/^\d{1,4}(?:,\d{1,2}){1,2}$/, (figures) => figures.replaceAll(",", "."));
  return versionOrder(version) === null ? null : plainVersion(version);
}

import { CHALLENGES } from "../../domain/challenges/index.ts";
import { MAX_LINK } from "../../domain/fields/link/kind.ts";
import type { TowerName } from "../../domain/game/catalogue.ts";
import {
  isDay,
  monthOf,
  readVersion as readKnownVersion,
  readPeriods,
  readWhole,
} from "../../domain/game/dates-and-numbers.ts";
import { FIRST_DAY } from "../../domain/game/facts.ts";
import { isNull, saysNothing } from "../../domain/game/nothing.ts";
import { asWritten, compatible, oneLine, severalLines, withoutMarks } from "../../domain/game/typed-text.ts";
import { versionOrder } from "../../domain/game/versions.ts";
import { protectedText } from "../../domain/lists/csv.ts";
import { nameUuid } from "../../server/name-uuid.ts";
import type { Findings, RuleName } from "./rules.ts";
import type { OldRow, OldValue } from "./tables.ts";

/** A value as it was read, and the rule that was needed for it. */
export interface Read<Value> {
  readonly value: Value;
  readonly rule?: RuleName;
  /** What stands in the notes of a value that is left out. */
  readonly remark?: string;
}

/** The longest text of a remark, in characters: a link's. */
const LONGEST_REMARK = MAX_LINK;

/** Returns what notes say of a value that its column cannot hold: "Date as it was given: early 2021". */
export const remarkOf = (label: string, value: OldValue | undefined): string =>
  `${label} as it was given: ${(lineOf(value) ?? "").slice(0, LONGEST_REMARK)}`;

/** Columns of names and sentences, which may be "None" or begin with an apostrophe. */
const OF_PEOPLE = /^(?:person\d?|title|change|removalcost)$|notes$/i;

/**
 * Returns a value without what programs write around it: null for what they write where there is none, and without the
 * apostrophe, or the formula ="0-5-2", by which a spreadsheet takes a number for text.
 */
export function plainValue(column: string, value: OldValue): OldValue {
  if (typeof value !== "string") return value;
  const isOfPeople = OF_PEOPLE.test(column);
  const text = isOfPeople ? value : (protectedText(value) ?? value.replace(/^'/, ""));
  return isNull(text.trim(), isOfPeople) ? null : text;
}

/** What spreadsheets of several languages write of a formula that fails. */
const ERRORS = [
  ..."NAME REF VALUE DIV/0 NULL NUM SPILL CALC FIELD BLOCKED CONNECT BUSY UNKNOWN ERROR EXTERNAL".split(" "),
  ..."BEZUG WERT ZAHL LEER NOM VALEUR NUL NOMBRE VALOR NOME RIF NÚM NULO NAAM WAARDE VERW GETAL DEEL/0".split(
    " ",
  ),
  ..."ADR ARG LICZBA NAZWA DZIEL/0 ССЫЛКА ИМЯ ЗНАЧ ДЕЛ/0 ЧИСЛО ПУСТО".split(" "),
];
const ERROR = new RegExp(
  `^(?:#[¡¿]?(?:${ERRORS.join("|")})[!?]|#(?:N/[ABDV]|Н/Д|NV|GETTING_DATA)!?|#{3,}|Err:\\d{3})$`,
  "iu",
);

/** More than the widest column of a spreadsheet has, in characters. */
const LONGEST_ERROR = 300;

/** Whether a value is what a spreadsheet shows in the place of one: "#REF!", or "####" for what its column is too narrow for. */
export const isSpreadsheetError = (value: OldValue | undefined): boolean =>
  typeof value === "string" && value.length < LONGEST_ERROR && ERROR.test(value.trim());

/** Letters of UTF-8 that were read in another encoding: of Windows, and of DOS. */
const MISREAD =
  /[ÂÃÄÅÐÑ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â[€\u0080][\u0080-\u00bf\u2010-\u203a™œž¢¦]|[├┬][\u2500-\u25a0\u00a0-\u00ff]/u;
/** Letters of HTML. */
const OF_HTML = /&(?:[a-z]{2,8}|#\d{2,6}|#x[\da-f]{2,5});/i;

/** Whether letters of a text are lost or misread: "Zo\ufffd", "ZoÃ«", "Zo&euml;". An address may have "&copy;" in it. */
const isDamaged = (text: string): boolean =>
  text.includes("\ufffd") || MISREAD.test(text) || (OF_HTML.test(text) && !/https?:/i.test(text));

/** Notes what a spreadsheet or another encoding did to the values of a row. */
export function noteDamage(row: OldRow, findings: Findings): void {
  for (const [column, value] of Object.entries(row.values))
    if (isSpreadsheetError(value)) findings.note("spreadsheet-error", row, { column });
    else if (typeof value === "string" && isDamaged(value)) findings.note("letters-damaged", row, { column });
}

const tidiedBy = (tidy: (text: string) => string, value: OldValue | undefined): string | null =>
  isSpreadsheetError(value) ? null : tidy(String(value ?? "")) || null;

/** Returns a column's value as text; null if it is null, empty or blank. */
export const textOf = (value: OldValue | undefined): string | null => tidiedBy(asWritten, value);

/** Returns a name or another text of one line. */
export const lineOf = (value: OldValue | undefined): string | null => tidiedBy(oneLine, value);

export const linesOf = (value: OldValue | undefined): string | null => tidiedBy(severalLines, value);

/** A line's end that a tool wrote as the characters \\r\\n or \\n; the real CR before it may be there still. */
const WRITTEN_END = /\r?(?:\\r)?(?<!\\)\\n/g;
/** The beginning of a path of Windows, in which \\n is the beginning of a name. */
const PATH = /^(?:[a-z]:|\\)\\/i;
/** The longest path that is looked for, in characters. */
const LONGEST_PATH = 200;

/** Returns a text of the community's tables with the ends of its lines. Our own lists hold what people wrote. */
export function withLineEnds(
  { table }: Pick<OldRow, "table">,
  value: OldValue | undefined,
): OldValue | undefined {
  if (typeof value !== "string" || CHALLENGES.has(table)) return value;
  return value.replace(WRITTEN_END, (written, at: number) => {
    const word =
      value
        .slice(Math.max(0, at - LONGEST_PATH), at)
        .split(/\s/)
        .at(-1) ?? "";
    return PATH.test(`${word}\\`) ? written : "\n";
  });
}

/** Returns a text of several lines, and notes it if their ends were written as characters. */
export function linesIn(row: OldRow, column: string, findings: Findings): string | null {
  const written = row.values[column];
  const mended = withLineEnds(row, written);
  if (mended !== written) findings.note("line-ends-written", row, { column });
  return linesOf(mended);
}

/** The largest amount of cash: the most that a form accepts. */
const MOST_CASH = 999_999_999_999;

/** Reads a whole amount of cash, within the challenge's limit or beyond it. */
export function readMoney(value: OldValue | undefined, max: number): Read<number | null> {
  if (isSpreadsheetError(value)) return { value: null, rule: "money-unreadable" };
  const text = textOf(value);
  if (text === null) return { value: null };
  // A number has no thousands to be divided: 130.869 is none of cash.
  const whole =
    typeof value === "number"
      ? Number.isInteger(value)
        ? value
        : null
      : readWhole(text.replace(/^(\d+)\.0+$/, "$1"));
  const money = whole !== null && whole >= 0 ? whole : Number.NaN;
  if (!(money <= MOST_CASH)) return { value: null, rule: "money-unreadable" };
  if (money > max) return { value: money, rule: "money-beyond" };
  return typeof value === "string" ? { value: money, rule: "money-as-text" } : { value: money };
}

/** Reads a version as text, whatever it says. */
export function readVersion(value: OldValue | undefined): Read<string | null> {
  const line = lineOf(value);
  if (line === null) return { value: null };
  if (saysNothing(line)) return { value: null, rule: "not-known" };
  const version = readKnownVersion(line) ?? line.replace(/^v(?=\d)/i, "");
  // A spreadsheet makes "12. Mai" of 12.5.
  if (versionOrder(version) === null && isLikeDay(line)) return { value: null, rule: "version-unreadable" };
  if (versionOrder(version) === null) return { value: version, rule: "version-unordered" };
  return typeof value === "number" ? { value: version, rule: "version-as-number" } : { value: version };
}

/** A time of day at the end of a date, as databases, programs and spreadsheets write it. */
const TIME_OF_DAY =
  /(?:T|,?\s+)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:\s?[ap]\.?m\.?|\sUhr)?(?:\s?(?:Z|(?:UTC|GMT)?(?:[+-]\d{2}(?::?\d{2})?)?))?(?:\s\([^()]{1,40}\))?$/i;

/** No date is longer, with a time of day and its zone. */
const LONGEST_DATE = 90;

/** Returns the day of a text without the time of day behind it. */
const withoutTime = (text: string): string =>
  text.length > LONGEST_DATE ? text : text.replace(TIME_OF_DAY, "");

/** The days of the week in English, German, French, Spanish, Portuguese, Italian and Dutch, without accents. */
const WEEKDAYS = new Set(
  [
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun",
    "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so",
    "lundi mardi mercredi jeudi vendredi samedi dimanche lun mar mer jeu ven sam dim",
    "lunes martes miercoles jueves viernes sabado domingo mie jue vie sab dom",
    "segunda terca quarta quinta sexta segunda-feira terca-feira quarta-feira quinta-feira sexta-feira",
    "lunedi martedi mercoledi giovedi venerdi sabato domenica gio",
    "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
  ].flatMap((names) => names.split(" ")),
);

/** A word before a date: "Friday, ", "Fr. ". */
const FIRST_WORD = /^(\p{L}[\p{L}-]{1,14})\.?,?\s+/u;
/** "2024年5月31日", "2024년 5월 31일", with the day of the week behind it or without. */
const OF_EAST_ASIA =
  /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일号]\s?(?:[(（].{1,5}[)）])?$/u;

/**
 * Returns the day of a text alone: without the time of day, the day of the week, and blanks between figures ("31. 5. 2024",
 * "2024. 05. 31.").
 */
export function dayIn(text: string): string {
  const day = withoutTime(text.trim()).trim();
  if (day.length > LONGEST_DATE) return day;
  const [first = "", word = ""] = FIRST_WORD.exec(day) ?? [];
  return day
    .slice(WEEKDAYS.has(withoutMarks(word)) ? first.length : 0)
    .replace(OF_EAST_ASIA, "$1-$2-$3")
    .replace(/^(\d{1,4})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{1,4})\.?$/, "$1$2$3$2$4");
}

/** Days since the end of 1899, as spreadsheets count them, from 2018 to 2099, with a fraction for the time of day. */
const SERIAL = /^(4[3-9]\d{3}|[5-6]\d{4}|7[0-2]\d{3})(?:[.,]\d{1,15})?$/;
const SERIAL_START = Date.UTC(1899, 11, 30);
/** "1-Jan-25", "25. Dez. 2024" */
const OF_SPREADSHEET = /^(\d{1,2})[-. ]{1,2}(\p{L}{3,12})\.?[- ](\d{4}|\d{2})$/u;
/** A day of a month that does not say its year: "2. Mai", "2-May", "Feb 5". */
const DAY_OF_MONTH = /^(?:\d{1,2}[-. ]{0,2}(\p{L}{3,12})\.?|(\p{L}{3,12})\.?[- ]\d{1,2})$/u;

/** The short names of months that spreadsheets write in German, French, Spanish, Portuguese, Italian and Dutch, by their number. */
const SHORT_MONTHS = new Map(
  [
    ...["jan janv ene gen januari", "fev fevr feb februari", "mrz mars mar maart mrt", "avr abr apr"],
    ...["mai may mag mei", "juin jun giu", "juil jul lug", "aout ago aug augustus", "sept set sep"],
    ...["okt oct out ott", "nov", "dez dec dic"],
  ].flatMap((names, at) => names.split(" ").map((name) => [name, at + 1] as const)),
);

const monthIn = (word: string): number | null =>
  monthOf(word) ?? SHORT_MONTHS.get(withoutMarks(word)) ?? null;

/** Returns the days, months or years that a text may be, as they are also written in spreadsheets. */
function periodsIn(text: string): readonly string[] {
  const [, serial] = SERIAL.exec(text) ?? [];
  if (serial !== undefined)
    return [new Date(SERIAL_START + Number(serial) * 86_400_000).toISOString().slice(0, 10)];
  const [, day, name = "", year = ""] = OF_SPREADSHEET.exec(text) ?? [];
  const month = day === undefined ? null : monthIn(name);
  return readPeriods(month === null ? text : `${year.padStart(4, "20")}-${month}-${day}`);
}

/** Whether a text is what a spreadsheet makes of a value that looks like a day to it. */
function isLikeDay(text: string): boolean {
  const day = dayIn(text);
  const [, month, other = ""] = DAY_OF_MONTH.exec(day) ?? [];
  return monthIn(month ?? other) !== null || periodsIn(day).some((period) => period.length > "yyyy".length);
}

/** Reads a calendar day, yyyy-mm-dd. What is none goes into the notes. */
export function readDate(value: OldValue | undefined): Read<string | null> {
  const text = textOf(value);
  if (text === null) return { value: null };
  if (saysNothing(text)) return { value: null, rule: "not-known" };
  const written = dayIn(text);
  const [day, other] = periodsIn(written);
  const remark = remarkOf("Date", value);
  if (day === undefined) return { value: null, rule: "date-unreadable", remark };
  if (other !== undefined) return { value: null, rule: "date-either-way", remark };
  if (!isDay(day)) return { value: null, rule: "date-of-a-month", remark };
  if (day < FIRST_DAY) return { value: null, rule: "date-before-the-game", remark };
  if (SERIAL.test(written)) return { value: day, rule: "date-as-number" };
  return withoutTime(text) === text ? { value: day } : { value: day, rule: "date-of-a-time" };
}

/** The tiers of three paths, however they are divided, and not a part of a longer number. */
const TIERS = /(?<!\d[-/.]?)[0-5x?]([-/. ]?)[0-5x?]\1[0-5x?](?![-/.]?\d)/i;
/** The same with any sign between them, or with blanks: "0–5–2", "0|2|5", "(0, 5, 2)". */
const DIVIDED_TIERS = /^[([]?([0-5x?])\s?([^\p{L}\p{N}\s]?)\s?([0-5x?])\s?\2\s?([0-5x?])[)\]]?$/iu;
const LEVEL = /^(?:[0-9]|1\d|20)$|\b(?:level|lvl|lv)/i;
const OF_PARAGON = /\b(?:degree|paragon)/i;
const NO_UPGRADES = /^(?:n\/?a|none|null|-|–)$/i;

/**
 * Reads a tower's upgrades, or a hero's level. A spreadsheet makes "5. Feb" or 05.02.2000 of 5-2-0, and 5 of 005, so that a
 * level is one of a hero alone.
 * @param tower whose they are; null if no tower of that name is known
 */
export function readUpgrade(value: OldValue | undefined, tower: TowerName | null): Read<string | null> {
  const text = oneLine(String(value ?? ""));
  if (text === "") return { value: null };
  if (TIERS.test(text) || OF_PARAGON.test(text) || NO_UPGRADES.test(text)) return { value: text };
  const [, top, , middle, bottom] =
    DIVIDED_TIERS.exec(compatible(text).replace(/[\p{Pd}\u2212]/gu, "-")) ?? [];
  if (top !== undefined) return { value: `${top}-${middle}-${bottom}` };
  const isLevel = tower?.kind === "hero" && LEVEL.test(text);
  return isLevel ? { value: text } : { value: null, rule: "upgrade-unreadable" };
}

/** Reads a time with its zone and returns it as ISO 8601 in UTC; null if it is not known. */
export function timeIn(row: OldRow, column: string, findings: Findings): string | null {
  const text = textOf(row.values[column]);
  if (text === null) return null;
  const isWhole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const time = new Date(isWhole ? text : Number.NaN);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  findings.note("time-unreadable", row, { column });
  return null;
}

/**
 * Returns a time for a row whose time is unknown: seconds after the start of 1970, in the order in which rows were written.
 * No such time can be real, so it is recognizable as made up.
 */
export const madeUpTime = (place: number): string => new Date(place * 1_000).toISOString();

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const isUuid = (text: string | null): boolean => UUID.test(text ?? "");

/** Returns a row's own id or, if it is none or taken, one that is made from its content: the same every time. */
export async function idOf(own: string | null, content: string, taken: Set<string>): Promise<string> {
  let id = own ?? "";
  for (let copy = 0; !isUuid(id) || taken.has(id); copy += 1)
    id = await nameUuid(`moved in ${copy} ${content}`);
  taken.add(id);
  return id;
}

/** What databases, spreadsheets and people of many countries write for yes and for no, without accents. */
const YES = new Set(
  [
    "1 1.0 -1 true t yes y yep x on og original ✓ ✔ ✅ ☑ 🗸 🗹 ● wahr ja j jawohl stimmt vrai oui si verdadero",
    "verdadeiro sim vero waar tak prawda да истина ano sant sandt tosi kylla evet dogru igen igaz はい 是 真 對 对",
  ].flatMap((words) => words.split(" ")),
);
const NO = new Set(
  [
    "0 0.0 false f no n nope off ✗ ✘ ❌ × ✕ ✖ ☐ ○ falsch nein faux non falso nao nee onwaar nie fałsz нет ложь ne nej",
    "nepravda falskt falsk epatosi ei hayır yanlıs nem hamis いいえ 否 偽",
  ].flatMap((words) => words.split(" ")),
);

/** Reads yes or no in any notation; null if it is neither. */
export function readTruth(text: string): boolean | null {
  if (text.length > 20) return null;
  const word = withoutMarks(text).replace(/[.!]+$/, "");
  return YES.has(word) ? true : NO.has(word) ? false : null;
}

/** Reads whether a row is an OG; an empty value says no. */
export function readFlag(value: OldValue | undefined): Read<boolean> {
  const isTrue = isSpreadsheetError(value) ? null : readTruth(textOf(value) ?? "0");
  return isTrue === null ? { value: false, rule: "og-unreadable" } : { value: isTrue };
}

export function readLink(value: OldValue | undefined): Read<string | null> {
  const text = textOf(value);
  if (text === null) return { value: null };
  if (saysNothing(text)) return { value: null, rule: "not-known" };
  if (text.length > MAX_LINK) return { value: null, rule: "link-unreadable" };
  const url = URL.parse(text);
  if (url && ["http:", "https:"].includes(url.protocol)) return { value: text };
  // "host:8080/…" parses as a scheme, too: if there is a dot before the colon, it is a host.
  if (url && !url.protocol.includes(".")) return { value: null, rule: "link-refused" };
  const host = /^(?:\/\/)?([\w-]+(?:\.[\w-]+)+(?::\d{1,5})?(?:[/?#]\S*)?)$/.exec(text)?.[1];
  if (host === undefined || !URL.canParse(`https://${host}`)) return { value: null, rule: "link-unreadable" };
  return { value: `https://${host}`, rule: "link-without-scheme" };
}

/** Returns the media key that a link to the old host names; null if it leads elsewhere. */
export function keyAtOldMedia(link: string | null, host: string | null): string | null {
  const url = link === null || host === null ? null : URL.parse(link);
  if (!url || url.host !== host) return null;
  try {
    return decodeURIComponent(url.pathname.replace(/^\/(?:media\/)?/, ""));
  } catch {
    return null;
  }
}

/** An entry of an array as PostgreSQL writes it: {0-5-2,NULL,"Level 20"}. */
const ENTRY = /(?:"((?:[^"\\]|\\[\s\S])*)"|([^",{}\\]*))([,}])/y;

/** Reads an array of PostgreSQL of one dimension; null if it is none. */
function arrayIn(text: string): (string | null)[] | null {
  if (!text.startsWith("{")) return null;
  const list: (string | null)[] = [];
  for (let at = 1; at < text.length; at = ENTRY.lastIndex) {
    ENTRY.lastIndex = at;
    const [, quoted, bare = "", mark] = ENTRY.exec(text) ?? [];
    if (mark === undefined) return null;
    const isEmpty = quoted === undefined && bare.trim() === "" && list.length === 0 && mark === "}";
    if (!isEmpty)
      list.push(quoted?.replace(/\\([\s\S])/g, "$1") ?? (/^null$/i.test(bare.trim()) ? null : bare));
    if (mark === "}") return ENTRY.lastIndex === text.length ? list : null;
  }
  return null;
}

/** Returns an entry of a list. A spreadsheet's error stays, since without it the others would be those of other towers. */
const entryIn = (value: string | number | null): string | null => oneLine(String(value ?? "")) || null;

/** Reads a list of texts, whose entries may be empty, in JSON or as PostgreSQL writes an array; null if it is neither. */
export function listIn(text: string): (string | null)[] | null {
  const array = arrayIn(text);
  if (array !== null) return array.map(entryIn);
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return null;
  }
  if (
    !Array.isArray(list) ||
    !list.every((each) => each === null || ["string", "number"].includes(typeof each))
  )
    return null;
  return list.map(entryIn);
}

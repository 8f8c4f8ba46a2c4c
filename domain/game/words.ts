import { readPeriods, readWhole, THOUSANDS } from "./dates-and-numbers.ts";
import { nameKey } from "./name-key.ts";
import { withoutMarks } from "./typed-text.ts";

/**
 * The words that rows are found by and that a search asks for. Both are made here, so that they match. Words have no
 * case and no accents. A run of letters and digits is one word, and each symbol is a word by itself.
 */

/** A private-use character, which no typed word contains. It ends a name's token and stands for a version's dot. */
export const MARK = "\u{E000}";

/** Returns the words of a text, in order. */
export const wordsIn = (text: string): string[] =>
  withoutMarks(text.replaceAll(MARK, "")).match(/[\p{L}\p{N}\p{Co}]+|\p{S}/gu) ?? [];

const DATE = /\d{4}-\d{1,2}(?:-\d{1,2})?/;
const GROUPED = /\d{1,3}(?:,\d{3})+/;
const PATHS = /\d-\d-\d/;
/** Begins where its figures begin, so that a long one is read once and not from each of its digits or dots. */
const DOTTED = /(?<!\d|\d\.)\d+(?:\.\d+)+/;

/** Digits with signs in between, outside a longer word: a date, grouped digits, tiers, a version ("44.1", "v44"). */
const FIGURES = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:v?(${[DATE, GROUPED, PATHS, DOTTED].map(({ source }) => source).join("|")})|v(\\d+))(?![\\p{L}\\p{N}])`,
  "giu",
);
/** The same in the text of a row, where letters may follow: a link may hold "2024-05-01T12". */
const HELD_FIGURES = new RegExp(
  [DATE, GROUPED, PATHS, DOTTED].map(({ source }) => `(${source})`).join("|"),
  "gu",
);
const figuresOf = ([, withSigns, version]: RegExpMatchArray): string =>
  figureWord(withSigns ?? version ?? "");

/** Returns such digits as one word: "20240501", "130869", "050", "44" and "1" with a MARK in between. */
function figureWord(figures: string): string {
  if (figures.includes(".")) return figures.replaceAll(".", MARK);
  if (!DATE.test(figures)) return figures.replace(/[,-]/g, "");
  return figures
    .split("-")
    .map((part) => part.padStart(2, "0"))
    .join("");
}

/** Returns the words that a text is found by, each once: its words, and its dates, numbers and versions as one each. */
export function wordsOf(text: string): string[] {
  const figures = [
    ...Array.from(text.matchAll(FIGURES), figuresOf),
    ...Array.from(text.matchAll(HELD_FIGURES), ([each]) => figureWord(each)),
  ];
  return [...new Set([...wordsIn(text), ...figures])];
}

/** Returns the same for a name, and the name as one word ("permaspike") and its parts without signs ("oneil"). */
export const wordsOfName = (name: string): string[] => [
  ...new Set(
    [...wordsOf(name), ...name.split(/\s+/u).map(nameKey), nameKey(name)].filter(
      (word) => word !== "" && !word.includes(MARK),
    ),
  ),
];

/** What the search index would take for the end of a word: the key of a name made of signs alone has such. */
const ENDS_WORDS = /(?![a-z\d])\p{ASCII}/giu;

/** The token of a tower's name in a row: found by a prefix of its letters, and exactly by the whole token. */
export const tokenOf = (name: string): string =>
  nameKey(name).replace(ENDS_WORDS, (sign) => MARK + sign.charCodeAt(0)) + MARK;

/** The token of a row's map. */
const mapToken = (id: number): string => `${MARK}m${id}`;

/** The token that every row has, and those of a row's two marks, as in the table's column `tokens`. */
const ANY_ROW = `${MARK}c`;
export const ogToken = (og: boolean): string => `${MARK}o${og ? 1 : 0}`;
export const pendingToken = (pending: boolean): string => `${MARK}p${pending ? 1 : 0}`;

/** The token of a row that has notes, a link, a video or a picture. A trigger adds those of uploaded files. */
export const hasToken = (what: string): string => `${MARK}h${what}`;

/** The token of a challenge code, in any letter case. */
export const codeToken = (code: string): string => `${MARK}k${code.toLowerCase()}`;
/** The token of what a link of a row leads to. */
export const linkToken = (target: string): string => `${MARK}l${hashOf(target)}`;

/** Returns a short text that stands for another: of two, they are the same once in some thousand million million. */
function hashOf(text: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x9e3779b1);
    other = Math.imul(other ^ code, 0x5f356495);
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
  other = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return (4_294_967_296 * (2_097_151 & other) + (one >>> 0)).toString(36);
}

/** Returns a word as the search index holds it: the challenge is part of every word. */
export const wordIn = (challenge: string, word: string): string => `${challenge}${MARK}${word}`;

/** One word of a search text, and the range of the text that it was typed in. */
export interface QueryWord {
  readonly typed: string;
  readonly word: string;
  /** What else the digits may begin: the name "v4", a date that is still being typed, the other order of day and month. */
  readonly or?: string;
  /** A dollar sign stands before it. */
  readonly isCash?: true;
  /** A dash stands between it and the word before, and nothing else: "44-46". */
  readonly isAfterDash?: boolean;
  readonly from: number;
  readonly to: number;
}

/** Figures that only people who ask write: a row's words have them as above. */
const ASKED_ONLY = [
  // A date with slashes or dots, or with its year at the end.
  /\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?/,
  /\d{1,2}[-/.](?:\d{1,2}[-/.])?\d{4}/,
  /\d{1,2}\/\d{1,2}\/\d{2}/,
  // Thousands as other countries divide them, but for those divided by plain blanks, which are several words.
  new RegExp(`\\d{1,3}(?:[${THOUSANDS.replace(" ", "")}]\\d{3})+(?:[.,]00?)?`),
  /\d{1,2}(?:,\d{2})+,\d{3}/,
  /\d\/\d\/\d/,
  // A version with a comma.
  /\d{1,2},\d/,
];
/** The first version of a range: "44.1-46". */
const FIRST_OF_TWO = /[1-9]\d\.\d{1,2}(?=[-\u2010-\u2015]v?[1-9]\d(?:\.\d{1,2})?(?![\p{L}\p{N}]|[./,-]\d))/u;
const ASKED_FIGURES = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:v?(${[...ASKED_ONLY, DATE, GROUPED, PATHS, DOTTED].map(({ source }) => `${source}(?![\\p{L}\\p{N}]|[./,-]\\d)`).join("|")}|${FIRST_OF_TWO.source})|v(\\d+))(?![\\p{L}\\p{N}])`,
  "giu",
);

/** Returns digits as rows have them, and what else they may be. */
function askedFigures(match: RegExpMatchArray): Pick<QueryWord, "word" | "or"> {
  const [typed, figures] = match;
  const number = figures === undefined ? null : readWhole(figures);
  if (figures === undefined || /^\d+$/.test(figures)) return { word: figuresOf(match) };
  // "130.869" is cash in some countries, and has the shape of a version and of a number in a link.
  if (number !== null)
    return figures.includes(".")
      ? { word: figureWord(figures), or: String(number) }
      : { word: String(number) };
  const [period, other] = readPeriods(figures).map((each) => each.replaceAll("-", ""));
  if (period !== undefined) return { word: period, ...(other !== undefined && { or: other }) };
  if (/^\d\/\d\/\d$/.test(figures)) return { word: figures.replaceAll("/", "") };
  if (/^\d{1,2},\d$/.test(figures)) return { word: figures.replace(",", MARK) };
  const word = figuresOf(match);
  return { word, ...otherwise(typed, word) };
}

/** Returns what else digits may begin: a name ("v4"), or a date whose last digit is still to come ("2024-1"). */
function otherwise(typed: string, word: string): Pick<QueryWord, "or"> {
  const [name] = wordsIn(typed);
  if (name?.startsWith("v")) return { or: name };
  return /^\d{4}-(?:\d+-)?[0-3]$/.test(typed) ? { or: word.slice(0, -2) + word.slice(-1) } : {};
}

/** Returns the words of a search text. Dates, numbers and versions are one word each; "$" before digits is ignored. */
export function queryWords(text: string): QueryWord[] {
  const found: QueryWord[] = [];
  // Same length as the text, so that positions in the two agree.
  const plain = text.replaceAll(MARK, " ").replace(/\$(?=\d)|(?<=\d)\$/g, " ");
  const take = (from: number, to: number): void => {
    for (const { 0: typed, index } of plain.slice(from, to).matchAll(/[\p{L}\p{M}\p{N}\p{Co}]+|\p{S}/gu)) {
      const [word] = wordsIn(typed);
      if (word !== undefined)
        found.push({ typed, word, from: from + index, to: from + index + typed.length });
    }
  };
  let last = 0;
  for (const match of plain.matchAll(ASKED_FIGURES)) {
    const { 0: typed, index } = match;
    take(last, index);
    last = index + typed.length;
    const figures = askedFigures(match);
    found.push({ typed, ...otherwise(typed, figures.word), ...figures, from: index, to: last });
  }
  take(last, plain.length);
  // A "$" belongs to the word after it.
  return found.map((each, at) => {
    if (text[each.from - 1] === "$") return { ...each, isCash: true as const, from: each.from - 1 };
    const isAfterDash = /^[-\u2010-\u2015]$/.test(text.slice(found[at - 1]?.to ?? each.from, each.from));
    return isAfterDash ? { ...each, isAfterDash } : each;
  });
}

/** A challenge code in any letter case, with no letter or digit directly before or after it. */
const CODE = /(?<![\p{L}\p{N}])z[a-z\d]{6}(?![\p{L}\p{N}])/giu;

/** Whether a text is a challenge code, in any letter case. */
export const isCode = (text: string): boolean => /^z[a-z\d]{6}$/i.test(text);

/** Whether a code is as the game makes them, of capital letters and digits. */
const isOfGame = (code: string): boolean => /^[A-Z\d]+$/.test(code);

/** URLs, whose text the player did not write. */
const ADDRESS = /\bhttps?:\/\/\S+/gi;

const codesWritten = (notes: string): readonly string[] => notes.replaceAll(ADDRESS, " ").match(CODE) ?? [];

/**
 * Returns the challenge codes that a row is found by, in small letters: those in its notes, however they are written there.
 * Some are ordinary words of seven letters, which finds the row by these, too. Of many, the first 20.
 */
export const codesIn = (notes: string): readonly string[] =>
  [...new Set(codesWritten(notes).map((code) => code.toLowerCase()))].slice(0, 20);

/**
 * Returns the challenge codes that notes mention, each once and in order. The game makes them of seven capital letters
 * and digits, the first of which is a Z. Notes with more than three hold a list of their own.
 */
export const challengeCodesIn = (notes: string): readonly string[] =>
  gameCodesIn(notes.replaceAll(ADDRESS, " ")).slice(0, 3);

/** Returns the challenge codes of a text as the game makes them, each once and in order, those in addresses included. */
export const gameCodesIn = (text: string): readonly string[] => [
  ...new Set((text.match(CODE) ?? []).filter(isOfGame)),
];

/** Returns a text without the challenge codes that the game makes. */
export const withoutCodes = (text: string): string =>
  text.replaceAll(CODE, (code) => (isOfGame(code) ? " " : code));

/** What a completion may have: a proof that is a video, an uploaded picture, a link, notes. */
export const HAVINGS = ["video", "picture", "link", "notes"] as const;
export type Having = (typeof HAVINGS)[number];

/** What a completion has whose challenge code agrees with it: a token that the view of words adds. */
export const CODE_AGREES = "codecheck";

/** What a completion has of which all its players, of which there are several, say that it is right: the same. */
export const PLAYERS_AGREE = "players";

/** What a completion may have besides its proof. */
export type Confirmation = typeof CODE_AGREES | typeof PLAYERS_AGREE;

/** What to look for in the words of rows, as data without SQL. */
export type WordQuery =
  | { readonly all: readonly WordQuery[] }
  | { readonly any: readonly WordQuery[] }
  | { readonly not: WordQuery }
  /** A word that begins with this text. */
  | { readonly begins: string }
  /** A whole word or token. */
  | { readonly word: string }
  /** The row is on this map. */
  | { readonly map: number }
  | { readonly has: Having | Confirmation };

/** Returns an `any` of the finds, or the find itself if there is only one. */
export const anyOf = (finds: readonly WordQuery[]): WordQuery =>
  finds.length === 1 && finds[0] ? finds[0] : { any: finds };
export const allOf = (finds: readonly WordQuery[]): WordQuery =>
  finds.length === 1 && finds[0] ? finds[0] : { all: finds };

/** A token that no row has. */
const NOTHING = `${MARK}n`;

/** Returns one word of a challenge as FTS5 takes it: quoted, so that no character in it has a meaning to FTS5. */
export const quotedIn = (challenge: string, word: string): string =>
  `"${wordIn(challenge, word).replaceAll('"', '""')}"`;

/** Returns the find as an FTS5 query within a challenge. */
export function matchOf(find: WordQuery, challenge: string): string {
  if ("begins" in find) return `${quotedIn(challenge, find.begins)}*`;
  if ("word" in find) return quotedIn(challenge, find.word);
  if ("map" in find) return quotedIn(challenge, mapToken(find.map));
  if ("has" in find) return quotedIn(challenge, hasToken(find.has));
  // An empty `any` matches no row.
  if ("any" in find && find.any.length === 0) return quotedIn(challenge, NOTHING);
  if ("any" in find) return `(${find.any.map((each) => matchOf(each, challenge)).join(" OR ")})`;
  const all = parts(find);
  const required = all.filter((each) => !("not" in each));
  const excluded = all.flatMap((each) => ("not" in each ? [each.not] : []));
  // Excluded finds are subtracted from the required ones, or from all rows if there are none.
  const match = (required.length === 0 ? [{ word: ANY_ROW }] : required)
    .map((each) => matchOf(each, challenge))
    .join(" AND ");
  return excluded.length === 0 ? `(${match})` : `((${match}) NOT ${matchOf(anyOf(excluded), challenge)})`;
}

/**
 * Returns whether a row with these words and tokens, each between blanks, may be found. It errs on the side of yes:
 * uploads are not among the words, so every `has` counts as met, and so does every `not`.
 */
export function mayBeFound(find: WordQuery, words: string): boolean {
  if ("begins" in find) return words.includes(` ${find.begins}`);
  if ("word" in find) return words.includes(` ${find.word} `);
  if ("map" in find) return words.includes(` ${mapToken(find.map)} `);
  if ("all" in find) return find.all.every((each) => mayBeFound(each, words));
  return !("any" in find) || find.any.some((each) => mayBeFound(each, words));
}

/** Returns everything that must hold together, with nested `all` flattened. */
const parts = (find: WordQuery): readonly WordQuery[] => ("all" in find ? find.all.flatMap(parts) : [find]);

/** A spelling of a name, prepared for comparison with what somebody types. */
export interface PreparedSpelling {
  readonly words: readonly string[];
  readonly key: string;
}

export const spellingOf = (text: string): PreparedSpelling => ({ words: wordsIn(text), key: nameKey(text) });

/** Returns how well a typed text matches the spellings of a name, less being better; null if it does not match. */
export function nameDistance(
  spellings: readonly PreparedSpelling[],
  typed: string,
  words: readonly string[] = wordsIn(typed),
): number | null {
  const joined = nameKey(typed);
  let best: number | null = null;
  for (const [at, { words: own, key }] of spellings.entries()) {
    const found = key === joined ? 0 : apart(own, key, words, joined);
    if (found !== null && (best === null || found + at * 0.01 < best)) best = found + (at > 0 ? 0.3 : 0);
  }
  return best;
}

function apart(own: readonly string[], key: string, words: readonly string[], joined: string): number | null {
  if (words.every((word, at) => own[at]?.startsWith(word))) return 1;
  if (joined.length > 2 && key.startsWith(joined)) return 1.5;
  const initials = own.length > 1 ? own.map(([first]) => first).join("") : null;
  if (initials === joined) return 1.7;
  // A single letter begins a word of nearly every name.
  if (joined.length < 2) return null;
  const left = [...own];
  for (const word of words) {
    const at = left.findIndex((each) => each.startsWith(word));
    if (at === -1) return null;
    left.splice(at, 1);
  }
  return own[0]?.startsWith(words[0] ?? "") ? 2 : 2.5;
}

/** Returns the edit distance of two words, at most `most` + 1. A swap of neighbouring letters counts as one edit. */
export function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [older, old]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let at = 1; at <= other.length; at++) {
      const same = one[row - 1] === other[at - 1] ? 0 : 1;
      let least = Math.min((old[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (old[at - 1] ?? 0) + same);
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1])
        least = Math.min(least, (older[at - 2] ?? 0) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return most + 1;
    [older, old] = [old, next];
  }
  return old[other.length] ?? most + 1;
}

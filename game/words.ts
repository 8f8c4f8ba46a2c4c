import { nameKey } from "./name-key.ts";

/**
 * The words that rows are found by, and that a search asks for: both are made here, so that they are the same. A word has no
 * case and no accents; letters and digits together are one, and each symbol is one by itself.
 */

/** A private character: no word that somebody wrote has it. It ends a name's own word, and a version has it for its dot. */
export const MARK = "\u{E000}";

const bare = (text: string): string =>
  text.replaceAll(MARK, "").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** The words of a text, in order. */
export const wordsIn = (text: string): string[] => bare(text).match(/[\p{L}\p{N}\p{Co}]+|\p{S}/gu) ?? [];

const DATE = /\d{4}-\d{1,2}(?:-\d{1,2})?/;
const GROUPED = /\d{1,3}(?:,\d{3})+/;
const PATHS = /\d-\d-\d/;
const DOTTED = /\d+(?:\.\d+)+/;

/** Figures with signs in between: a date, grouped digits, three tiers, a version ("44.1", "v44"). Not within a longer word. */
const FIGURES = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:v?(${[DATE, GROUPED, PATHS, DOTTED].map(({ source }) => source).join("|")})|v(\\d+))(?![\\p{L}\\p{N}])`,
  "giu",
);
/** The same in a row, where letters may follow: a link has "2024-05-01T12". */
const HELD_FIGURES = new RegExp(
  [DATE, GROUPED, PATHS, DOTTED].map(({ source }) => `(${source})`).join("|"),
  "gu",
);
const figuresOf = ([, withSigns, version]: RegExpMatchArray): string =>
  figureWord(withSigns ?? version ?? "");

/** The one word of figures: "20240501", "130869", "050", "44" and "1" divided by a mark. */
function figureWord(figures: string): string {
  if (figures.includes(".")) return figures.replaceAll(".", MARK);
  if (!DATE.test(figures)) return figures.replace(/[,-]/g, "");
  return figures
    .split("-")
    .map((part) => part.padStart(2, "0"))
    .join("");
}

/** What a text is found by, each word once: its words, what figures in it are as one, and all of it as one word. */
export function wordsOf(text: string): string[] {
  const figures = [
    ...Array.from(text.matchAll(FIGURES), figuresOf),
    ...Array.from(text.matchAll(HELD_FIGURES), ([each]) => figureWord(each)),
  ];
  return [...new Set([...wordsIn(text), ...figures])];
}

/** The same of a name, which is also found as one word ("permaspike"), and each part of it without its signs ("oneil"). */
export const wordsOfName = (name: string): string[] => [
  ...new Set(
    [...wordsOf(name), ...name.split(/\s+/u).map(nameKey), nameKey(name)].filter(
      (word) => word !== "" && !word.includes(MARK),
    ),
  ),
];

/** What stands in a row for a name of the game itself: found by the beginning of its letters, and exactly by all of it. */
export const tokenOf = (name: string): string => nameKey(name) + MARK;

/** What stands in a row for its map. */
export const mapToken = (id: number): string => `${MARK}m${id}`;

/** What every row has, and what stands in one for its two marks, as the table's column `tokens` has them. */
export const ANY_ROW = `${MARK}c`;
export const ogToken = (og: boolean): string => `${MARK}o${og ? 1 : 0}`;
export const pendingToken = (pending: boolean): string => `${MARK}p${pending ? 1 : 0}`;

/** What stands in a row that has notes, a link, a video or a picture. Those that were uploaded a trigger adds. */
export const hasToken = (what: string): string => `${MARK}h${what}`;

/** A word as the index of rows has it: each challenge has words of its own. */
export const wordIn = (challenge: string, word: string): string => `${challenge}${MARK}${word}`;

/** One word of a question, and where what was typed for it stands in the text. */
export interface AskedWord {
  readonly typed: string;
  readonly word: string;
  /** Figures, as one word, may be the beginning of a name as well: "v4". */
  readonly or?: string;
  readonly from: number;
  readonly to: number;
}

/** What else a figure may begin: a name ("v4"), or a date whose last digit is still to come ("2024-1"). */
function otherwise(typed: string, word: string): Pick<AskedWord, "or"> {
  const [name] = wordsIn(typed);
  if (name?.startsWith("v")) return { or: name };
  return /^\d{4}-(?:\d+-)?[0-3]$/.test(typed) ? { or: word.slice(0, -2) + word.slice(-1) } : {};
}

/** The words that a text asks for: figures are one word each, and money's sign before figures says nothing. */
export function askedWords(text: string): AskedWord[] {
  const asked: AskedWord[] = [];
  // As long as the text, so that places in one are places in the other.
  const plain = text.replaceAll(MARK, " ").replace(/\$(?=\d)/g, " ");
  const take = (from: number, to: number): void => {
    for (const { 0: typed, index } of plain.slice(from, to).matchAll(/[\p{L}\p{M}\p{N}\p{Co}]+|\p{S}/gu)) {
      const [word] = wordsIn(typed);
      if (word !== undefined)
        asked.push({ typed, word, from: from + index, to: from + index + typed.length });
    }
  };
  let last = 0;
  for (const match of plain.matchAll(FIGURES)) {
    const { 0: typed, index } = match;
    take(last, index);
    last = index + typed.length;
    const word = figuresOf(match);
    asked.push({ typed, word, ...otherwise(typed, word), from: index, to: last });
  }
  take(last, plain.length);
  // Money's sign belongs to what stands behind it.
  return asked.map((each) => (text[each.from - 1] === "$" ? { ...each, from: each.from - 1 } : each));
}

import {
  isDay,
  monthOf,
  periodAfter,
  readPeriods,
  readVersion,
  readWhole,
} from "../game/dates-and-numbers.ts";
import { FIRST_DAY } from "../game/facts.ts";
import { nameKey, personKey, personSortKey } from "../game/name-key.ts";
import { ageOfVersion, versionOrder } from "../game/versions.ts";
import { isCode, MARK, type QueryWord, queryWords, wordsIn } from "../game/words.ts";
import { ASKING, COMMON, CONNECTING, isConnecting, SIGNS, type ValueWord } from "./lexicon.ts";
import { type Meaning, type Rank, singularOf, type Vocabulary } from "./vocabulary.ts";

/** A name of a player. */
export interface PlayerName {
  /** domain/game/name-key.ts, personKey */
  readonly key: string;
  /** The number of the player, who may have several names. */
  readonly player: number;
  /** How the player is shown. */
  readonly shown: string;
  /** Every spelling of all of the player's names. */
  readonly spellings: readonly string[];
}

/** What the database knows about the words, beyond the vocabulary. It is queried once. */
export interface KnownWords {
  /** Players' names by sort key (domain/game/name-key.ts), which names that differ only in accents or signs share. */
  readonly players: ReadonlyMap<string, readonly PlayerName[]>;
  /** Words that begin a word of some row, and tokens of towers that some row has. */
  readonly indexedWords: ReadonlySet<string>;
  /** The newest version of the game. What is far above it is not read as a version. */
  readonly newestVersion: string;
}
/** What the vocabulary alone tells. */
export const nothingKnown = ({ catalogue }: Vocabulary): KnownWords => ({
  players: new Map(),
  indexedWords: new Set(),
  newestVersion: catalogue.newestVersion ?? "",
});

/** A value written in digits. */
type Figure = "version" | "date" | "money";

/** What adjacent words are read as. */
export type Reading =
  | {
      readonly kind: "meanings";
      readonly rank: Rank;
      readonly meanings: readonly Meaning[];
      /** Only the beginning of a word was typed. */
      readonly isGuess?: boolean;
    }
  /** A player; several: each has a name like that. */
  | { readonly kind: "player"; readonly players: readonly PlayerName[] }
  /** Several: a date whose day and month may be either way round. */
  | { readonly kind: Figure; readonly values: readonly string[] }
  | { readonly kind: "value"; readonly value: ValueWord }
  /** Ignored: a connecting word, or the challenge's own name. */
  | { readonly kind: "nothing" }
  | { readonly kind: "words" };

export interface Segment {
  readonly words: readonly QueryWord[];
  /** The words that say something; all of them if none does. */
  readonly significant: readonly QueryWord[];
  readonly reading: Reading;
  /** The corrected words, if these were read instead; null if nothing was corrected. */
  readonly corrected: readonly string[] | null;
  /** Further words of a name that was already read: "call 2 arms" asks for one Call to Arms. */
  readonly isMore: boolean;
  /** A connecting word in a text of nothing else: rows need only match one of them. */
  readonly isWeak: boolean;
}

/** The most words that are read together: "Crucible of Steel and Flame". */
const MAX_SPAN = 5;
/** The fewest letters of a word that is corrected. */
const SHORTEST_CORRECTED = 6;
/** The fewest characters that identify a name written as one word. */
const SHORTEST_BEGINNING = 5;
/** The fewest letters that are looked for within words. */
const SHORTEST_WITHIN = 4;
/** The most names that are offered for a word. What fits more says too little. */
const MOST_MEANT = 12;

/** What each kind of reading costs: the less, the surer. An unread word costs more than any reading of it. */
const COSTS = {
  name: 1,
  spelling: 1.05,
  player: 1.17,
  bound: 0.95,
  value: 1.12,
  figure: 1.15,
  /** An upgrade's name with tiers: these rather belong to a tower type beside it, "ninja 050 abs zero". */
  crosspath: 1.25,
  beginning: 1.2,
  /** The beginning of several names. */
  beginnings: 1.6,
  initials: 1.3,
  words: 2.5,
  /** What a label adds to its value. */
  label: 0.02,
};

const typedOf = (words: readonly QueryWord[]): string => words.map(({ typed }) => typed).join(" ");

function spansOf(words: readonly QueryWord[]): QueryWord[][] {
  return words.flatMap((_, from) =>
    Array.from({ length: Math.min(MAX_SPAN, words.length - from) }, (__, more) =>
      words.slice(from, from + more + 1),
    ),
  );
}

const follows = (words: readonly QueryWord[], [first]: readonly QueryWord[], word: string): boolean =>
  first !== undefined && words[words.indexOf(first) - 1]?.word === word;

/** Returns what to look up before words can be read: names that may be players', words that rows may have, the newest
 * version. */
export function lookupsForWords(words: readonly QueryWord[], vocabulary: Vocabulary) {
  const sure = new Set(
    spansOf(words)
      .filter((span) => ["name", "spelling"].includes(vocabulary.named(typedOf(span))?.rank ?? ""))
      .flat(),
  );
  const unsure = words.filter((word) => !sure.has(word) && !isConnecting(word.word));
  return {
    players: spansOf(words)
      .filter((span) => span.some((word) => unsure.includes(word)) || follows(words, span, "by"))
      .map((span) => personSortKey(typedOf(span)))
      .filter((key) => key.trim() !== ""),
    words: unsure.flatMap(({ word, or }) => (vocabulary.knows(word) ? [] : [word, ...(or ? [or] : [])])),
    needsVersion: words.some(({ word }) => /^\d/.test(word)),
  };
}
export const NO_LOOKUPS: ReturnType<typeof lookupsForWords> = { players: [], words: [], needsVersion: false };

/** Returns the only known word one letter away from a word of six letters or more that is itself unknown, else null. */
function correction(
  { word }: QueryWord,
  vocabulary: Vocabulary,
  { indexedWords }: KnownWords,
): string | null {
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  if (letters < SHORTEST_CORRECTED || vocabulary.knows(word) || indexedWords.has(word)) return null;
  const [only, ...others] = vocabulary.oneAway(word);
  return only !== undefined && others.length === 0 ? only : null;
}

/** Returns a version, unless it is so far above the newest one that it will be something else. */
function versionIn(text: string, { newestVersion }: KnownWords): Reading | null {
  const version = readVersion(text);
  if (version === null || ageOfVersion(version, newestVersion) === "no-version") return null;
  return { kind: "version", values: [version] };
}

const FIRST_YEAR = FIRST_DAY.slice(0, 4);

/** Returns what digits say by themselves; null if nothing. */
function figureOf({ typed, word, isCash }: QueryWord, known: KnownWords): Reading | null {
  const number = readWhole(typed);
  if (isCash) return number === null ? null : { kind: "money", values: [String(number)] };
  const periods = readPeriods(typed);
  // A number such as 1234 is no year that the game was played in.
  if (periods.length > 0 && periods.every((period) => isDay(period) || period >= FIRST_YEAR))
    return { kind: "date", values: periods };
  if (/^v/i.test(typed)) return versionIn(typed, known);
  if (number !== null && !/^\d+$/.test(typed)) return { kind: "money", values: [String(number)] };
  if (word.includes(MARK)) return versionIn(word.replaceAll(MARK, "."), known);
  if (/^\d\d$/.test(typed)) return versionIn(typed, known);
  // "2024-02-30" is one word of digits, too, and no amount.
  return /^\d{5,9}$/.test(word) && /^\p{Nd}+$/u.test(typed) ? { kind: "money", values: [word] } : null;
}

/** Returns an amount in digits or in thousands: "50000", "50k". */
function amountIn(typed: string): number | null {
  const [, thousands] = /^(\d{1,6})k$/i.exec(typed) ?? [];
  return thousands === undefined ? readWhole(typed) : Number(thousands) * 1000;
}

/** Returns what a text is that stands behind one of the site's labels for a value: "update 9", "cash 8500". */
function labelledFigure(text: string, parameters: ReadonlySet<string>, known: KnownWords): Reading | null {
  if (parameters.has("version")) {
    const version = versionIn(text, known);
    if (version) return version;
  }
  const periods = parameters.has("date") ? readPeriods(text) : [];
  if (periods.length > 0) return { kind: "date", values: periods };
  const number = parameters.has("money") ? amountIn(text) : null;
  return number === null ? null : { kind: "money", values: [String(number)] };
}

/** Returns the parameters that filter by what words are read as. */
function parametersOf(reading: Reading): readonly string[] {
  switch (reading.kind) {
    case "meanings":
      return reading.meanings.map(({ kind }) => kind);
    case "player":
      return ["person"];
    case "value":
      return [reading.value.filter[0]];
    case "version":
    case "date":
    case "money":
      return [reading.kind];
    default:
      return [];
  }
}

/** The most words of a label: "Cash Spent". */
const MOST_LABEL = 2;

/** What words are read as, what that costs, and how many words of a label stand before it. */
interface Read {
  readonly reading: Reading;
  readonly cost: number;
  readonly label?: number;
}

/** Reads a value behind one of the site's own labels for it: "update 44.1", "map quad". */
function readLabelled(span: readonly QueryWord[], texts: readonly string[], reader: WordReader): Read | null {
  for (let length = Math.min(MOST_LABEL, span.length - 1); length > 0; length--) {
    const label = span
      .slice(0, length)
      .map(({ word }) => word)
      .join(" ");
    const parameters = reader.labels.get(label);
    if (!parameters) continue;
    const rest = span.slice(length);
    const figure = labelledFigure(typedOf(rest), parameters, reader.known);
    if (figure) return { reading: figure, cost: COSTS.figure, label: length };
    const read = readSpan(rest, texts.slice(length), reader);
    const of = read ? parametersOf(read.reading) : [];
    if (read && of.length > 0 && of.every((each) => parameters.has(each)))
      return { reading: read.reading, cost: read.cost + COSTS.label, label: length };
  }
  return null;
}

/** Reads a date of several words: "May 2024", "1 May 2024". */
function readDate(span: readonly QueryWord[]): Read | null {
  if (span.length > 3 || !span.some(({ typed }) => monthOf(typed) !== null)) return null;
  const values = readPeriods(typedOf(span));
  return values.length === 0 ? null : { reading: { kind: "date", values }, cost: COSTS.figure };
}

/** Reads a number whose thousands are divided by blanks, "130 869", unless these are the paths of a tower beside it. */
function readGrouped(
  words: readonly QueryWord[],
  [from, to]: readonly [from: number, to: number],
  { vocabulary }: WordReader,
): Read | null {
  const span = words.slice(from, to);
  const isClose = span.every(({ from: at }, place) => place === 0 || at - (span[place - 1]?.to ?? 0) === 1);
  if (span.length < 2 || !isClose) return null;
  const number = /^[1-9]\d{0,2}(?: \d{3})+$/.test(typedOf(span)) ? readWhole(typedOf(span)) : null;
  if (number === null) return null;
  const isPath = span.every(({ typed }) => tiersOf(typed) !== null);
  const isTower = (word: QueryWord | undefined): boolean =>
    (word && vocabulary.named(word.typed)?.meanings.some(({ kind }) => kind === "tower")) ?? false;
  if (isPath && (isTower(words[from - 1]) || isTower(words[to]))) return null;
  return { reading: { kind: "money", values: [String(number)] }, cost: COSTS.figure };
}

/** What makes the figure behind it a bound, and how a filter writes that. */
const BOUNDS = new Map(
  Object.entries({
    under: "<",
    below: "<",
    "less than": "<",
    "lower than": "<",
    "cheaper than": "<",
    "at most": "<=",
    "up to": "<=",
    over: ">",
    above: ">",
    "more than": ">",
    "at least": ">=",
    "<": "<",
    "< =": "<=",
    "≤": "<=",
    ">": ">",
    "> =": ">=",
    "≥": ">=",
  }),
);
/** No cash that somebody asks about is less: "under 44" is about a version. */
const LEAST_AMOUNT = 500;
/** What a number counts that is none of these figures: "less than 12 towers". */
const COUNTED = /^(?:towers?|types?)$/i;

/** Reads a figure with a bound: "under 100000", "at most $90,000", ">=44", "update < 44.1", "> 2024-05". */
function readBound(
  span: readonly QueryWord[],
  after: QueryWord | undefined,
  { labels, known }: WordReader,
): Read | null {
  const last = span.at(-1);
  if (after && COUNTED.test(after.typed)) return null;
  for (let length = 0; last && length <= Math.min(MOST_LABEL, span.length - 2); length++) {
    const takes = labels.get(typedOf(span.slice(0, length)).toLowerCase());
    const before = typedOf(span.slice(length, -1)).toLowerCase();
    const sign = BOUNDS.get(before);
    if (sign === undefined || (length > 0 && !takes)) continue;
    const number = amountIn(last.typed);
    const amount: Reading | null =
      number !== null && (number >= LEAST_AMOUNT || last.isCash)
        ? { kind: "money", values: [String(number)] }
        : null;
    const figure = takes
      ? labelledFigure(last.typed, takes, known)
      : ((/^\p{L}/u.test(before) ? amount : null) ?? figureOf(last, known) ?? amount);
    const value = figure && boundBy(sign, figure);
    if (!value || !figure) continue;
    const isRecorded = [...labels.values()].some((each) => each.has(figure.kind));
    // "under 100000" is no map Underground in a list without cash, either.
    const reading = isRecorded ? ({ kind: "value", value } as const) : ({ kind: "words" } as const);
    return { reading, cost: COSTS.bound, label: length };
  }
  return null;
}

/** Returns the filter of a bound; null if the figure may be several. */
function boundBy(sign: string, figure: Reading): ValueWord | null {
  const [value, ...others] = "values" in figure ? figure.values : [];
  if (value === undefined || others.length > 0) return null;
  if (figure.kind !== "date") {
    const label = figure.kind === "money" ? "Cash" : "Version";
    return { filter: [figure.kind, sign + value], label, find: null };
  }
  const label = sign.startsWith(">") ? "Since" : "Before";
  const from = sign === ">" || sign === "<=" ? periodAfter(value) : value;
  return { filter: [label.toLowerCase(), from], label, find: null };
}

/** Reads versions from one on, or from one to another: "44+", "update 44.1-46". */
function readVersions(span: readonly QueryWord[], { labels, known }: WordReader): Read | null {
  const label = labels.get(span[0]?.word ?? "")?.has("version") ? 1 : 0;
  const [first, last, ...more] = span.slice(label);
  if (!first || !last || more.length > 0 || !/^(?:v\d|[1-9]\d(?!\d))/i.test(first.typed)) return null;
  const [from, to] = [first, last].map(({ typed }) => readVersion(typed) ?? "");
  const isFrom = last.word === "+" && last.from === first.to;
  const isBetween = last.isAfterDash && (versionOrder(to ?? "") ?? 0) > (versionOrder(from ?? "") ?? 0);
  const isVersion =
    versionIn(first.typed, known) !== null && (isFrom || versionIn(last.typed, known) !== null);
  if (!(isFrom || isBetween) || !isVersion || !labels.get("version")?.has("version")) return null;
  const filter = ["version", isFrom ? `>=${from}` : `${from}..${to}`] as const;
  return {
    reading: { kind: "value", value: { filter, label: "Version", find: null } },
    cost: COSTS.bound,
    label,
  };
}

/** Reads how many towers there are: "2 towers" beside a challenge that counts them is not the name of another. */
function readCount(words: readonly QueryWord[], span: readonly QueryWord[], reader: WordReader): Read | null {
  const [count, noun, ...more] = span;
  if (!count || !noun || more.length > 0) return null;
  if (!/^\d{1,2}$/.test(count.typed) || !COUNTED.test(noun.typed)) return null;
  const isCounting = (key: string | null): boolean => key !== null && reader.counting.has(key);
  const isNamed = words.some((word) =>
    reader.vocabulary
      .named(word.typed)
      ?.meanings.some((meaning) => meaning.kind === "challenge" && isCounting(meaning.key)),
  );
  if (!isNamed && !isCounting(reader.own)) return null;
  const value = { filter: ["towercount", count.typed], label: "Number of towers", find: null } as const;
  return { reading: { kind: "value", value }, cost: COSTS.bound };
}

/**
 * Returns what these words may mean together, and at what cost; null if nothing.
 * @param isAround whether connecting words between them are left out
 */
function readingOf(
  span: readonly QueryWord[],
  texts: readonly string[],
  { vocabulary, known, own, values }: WordReader,
  isAround = false,
): Read | null {
  const text = texts.join(" ");
  const [first] = span;
  // "at" is part of a question; "AT" abbreviates Adora's Temple.
  if (span.length === 1 && first && ASKING.has(first.typed))
    return { reading: { kind: "nothing" }, cost: 0.01 };
  if (span.length > 1 && [first, span.at(-1)].some((word) => word && SIGNS.has(word.word))) return null;
  const named = namedIn(span, text, vocabulary);
  const isCommon = span.length === 1 && first !== undefined && COMMON.has(first.typed);
  if (isCommon && named?.rank !== "name") return null;
  if (named && named.rank !== "initials") {
    const isOwn = named.meanings.some((meaning) => meaning.kind === "challenge" && meaning.key === own);
    if (isOwn) return { reading: { kind: "nothing" }, cost: 0.01 };
    const cost = COSTS[named.rank] + (named.meanings.length > 1 ? 0.04 : 0);
    return { reading: { kind: "meanings", ...named }, cost };
  }
  // A connecting word between a name and tiers divides them: "ninja 050 + abs zero".
  if (span.length > 1 && !isAround) {
    const tier = tierIn(texts, vocabulary);
    if (tier) {
      const reading = { kind: "meanings", rank: "spelling", meanings: tier.meanings } as const;
      return { reading, cost: tier.isNamed ? COSTS.crosspath : COSTS.name };
    }
  }
  const value = values.get(text.toLowerCase());
  if (value) return { reading: { kind: "value", value }, cost: COSTS.value };
  if (span.length === 1 && first) {
    if (isConnecting(first.word)) return { reading: { kind: "nothing" }, cost: 0.01 };
    const figure = figureOf(first, known);
    if (figure) return { reading: figure, cost: COSTS.figure };
  }
  const date = readDate(span);
  if (date) return date;
  const players = playersNamed(typedOf(span), known.players);
  if (players) return { reading: { kind: "player", players }, cost: COSTS.player };
  const plural = begunAsOne(wordsIn(text), vocabulary) ? null : vocabulary.plural(text);
  if (plural) {
    // "snows" may also be the beginning of "snowstorm".
    const isGuess = vocabulary.knows(nameKey(text));
    return {
      reading: { kind: "meanings", rank: "beginning", meanings: plural, isGuess },
      cost: COSTS.spelling,
    };
  }
  // A list finds the rows that hold a code; a question has to be told what it is.
  if (span.length === 1 && first && own === null && /\d/.test(first.word) && isCode(first.word)) {
    const filter = ["code", first.word.toUpperCase()] as const;
    const value = { filter, label: "Challenge code", find: null };
    return { reading: { kind: "value", value }, cost: COSTS.value };
  }
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const begun = letters < 3 ? null : begunBy(texts.flatMap(wordsIn), vocabulary, own);
  // Three letters may be the beginning of a name or the initials of another.
  const both = span.length === 1 ? (named?.meanings ?? []) : [];
  if (begun) {
    const meanings = [...new Set([...begun.meanings, ...both])];
    const cost = meanings.length > 1 ? COSTS.beginnings : COSTS.beginning;
    return { reading: { ...begun, meanings }, cost: begun.isFirst ? COSTS.beginning : cost };
  }
  if (named && span.length === 1)
    return {
      reading: { kind: "meanings", ...named },
      cost: COSTS.initials + (named.meanings.length > 1 ? 0.04 : 0),
    };
  return null;
}

/** Returns what words name. A connecting word is part of a name, or stands between two: "bl on" is not "blon". */
function namedIn(
  span: readonly QueryWord[],
  text: string,
  vocabulary: Vocabulary,
): ReturnType<Vocabulary["named"]> {
  const named = vocabulary.named(text);
  if (span.length === 1 || !span.some(({ word }) => CONNECTING.has(word))) return named;
  const words = span.map(({ word }) => word);
  return named?.meanings.some((meaning) => vocabulary.hasWhole(meaning, words)) ? named : null;
}

/**
 * Returns what names words begin. What only one name begins with is read so everywhere, together with names that hold
 * a typed part in the middle of a word; what begins several becomes a question to the reader, and searched for as words in
 * a list.
 */
function begunBy(words: readonly string[], vocabulary: Vocabulary, own: string | null) {
  const isNoChallenge = ({ kind }: Meaning): boolean => kind !== "challenge";
  const all = vocabulary.allBegunBy(words);
  const asOne = all.length === 0 ? begunAsOne(words, vocabulary) : null;
  const begun = (asOne ? [asOne] : all).filter(isNoChallenge);
  if (begun.length === 0 || begun.length < all.length || begun.length > MOST_MEANT) return null;
  const [first, ...others] = begun;
  if (!first || (others.length > 0 && own !== null)) return null;
  const isGuess = begun.some((meaning) => !vocabulary.hasWhole(meaning, words));
  const [word = "", ...more] = words;
  const isWithin = isGuess && others.length === 0 && more.length === 0 && word.length >= SHORTEST_WITHIN;
  const within = isWithin ? vocabulary.containing(word).filter(isNoChallenge) : [];
  const meanings = [...new Set([...begun, ...(within.length < MOST_MEANT ? within : [])])];
  return {
    kind: "meanings" as const,
    rank: "beginning" as const,
    meanings,
    isGuess,
    isFirst: others.length === 0,
  };
}

/** Returns the tiers that a word stands for beside a tower; null if none. No tower but a paragon has all three paths. */
export function tiersOf(word: string): string | null {
  const shape = word.toLowerCase() === "paragon" ? "555" : word.toLowerCase();
  return shape === "555" || (/^[0-5x]{3}$/.test(shape) && /[0x]/.test(shape)) ? shape : null;
}

/**
 * Reads a tower with its tiers, which come first or last: "ninja 050", "050 ninja". `isNamed`: the upgrade's name is
 * there, too.
 */
function tierIn(
  texts: readonly string[],
  vocabulary: Vocabulary,
): { meanings: readonly Meaning[]; isNamed: boolean } | null {
  for (const [tiers, rest] of [
    [texts.at(-1), texts.slice(0, -1)],
    [texts[0], texts.slice(1)],
  ] as const) {
    const shape = tiers === undefined ? null : tiersOf(tiers);
    if (shape === null) continue;
    const found = (vocabulary.named(rest.join(" "))?.meanings ?? []).flatMap((meaning) => {
      if (meaning.kind !== "tower") return [];
      const { type, kind } = meaning.tower;
      const tier = type === null ? null : vocabulary.tierOf(type, shape);
      // Beside an upgrade's name, the tiers are its crosspath: "crossbow master 0-2-5".
      return tier && (kind === "type" || tier === meaning) ? [{ tier, isNamed: kind !== "type" }] : [];
    });
    if (found.length > 0)
      return { meanings: found.map(({ tier }) => tier), isNamed: found.every(({ isNamed }) => isNamed) };
  }
  return null;
}

/** Reads a span of words. A connecting word inside a name does not divide it ("ninja + monkey"). */
function readSpan(span: readonly QueryWord[], texts: readonly string[], reader: WordReader): Read | null {
  const read = readingOf(span, texts, reader);
  if (read || span.length < 3) return read;
  const isSignificant = span.map((word, at) => at === 0 || at === span.length - 1 || !isSilent(word, reader));
  const significant = span.filter((_, at) => isSignificant[at]);
  return significant.length === span.length
    ? null
    : readingOf(
        significant,
        texts.filter((_, at) => isSignificant[at]),
        reader,
        true,
      );
}

const isSilent = ({ word, typed }: QueryWord, { vocabulary, own }: WordReader): boolean =>
  CONNECTING.has(word) ||
  (vocabulary.named(typed)?.meanings ?? []).some(
    ({ kind, ...each }) => kind === "challenge" && "key" in each && each.key === own,
  );

/**
 * Returns the players whom a text may name; null: none. An exact match, accents included, excludes the others.
 */
export function playersNamed(typed: string, players: KnownWords["players"]): readonly PlayerName[] | null {
  const named = players.get(personSortKey(typed));
  if (!named) return null;
  const exact = named.find(({ key }) => key === personKey(typed));
  if (exact) return [exact];
  return [...Map.groupBy(named, ({ player }) => player).values()].flatMap(([first]) => first ?? []);
}

/** Reads words after "by" as a player, whatever else has that name. */
function playerAfterBy(words: readonly QueryWord[], from: number, to: number, { players }: KnownWords) {
  if (words[from - 1]?.word !== "by") return null;
  const named = playersNamed(typedOf(words.slice(from, to)), players);
  return named && { reading: { kind: "player", players: named } as const, cost: 0.9 };
}

/** What is needed to read words of a text. */
export interface WordReader {
  readonly vocabulary: Vocabulary;
  readonly known: KnownWords;
  /** The challenge whose list is searched; null if there are several. */
  readonly own: string | null;
  readonly values: ReadonlyMap<string, ValueWord>;
  /** The challenges that record how many towers were used. */
  readonly counting: ReadonlySet<string>;
  /** The parameters whose values the site's labels stand before, by the words of a label. */
  readonly labels: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Returns the only thing whose name, as one word, begins with these words; null if they begin words of any name. */
function begunAsOne(words: readonly string[], vocabulary: Vocabulary): Meaning | null {
  const key = words.join("");
  if (key.length < SHORTEST_BEGINNING || vocabulary.hasWords(words)) return null;
  const begun = vocabulary.begunAsOne(key);
  // "monkeys" is a plural, and no beginning of "Monkey Sub"; "adoras" is one of "Adora's Temple".
  const isPlural = vocabulary.hasWords(words.map(singularOf));
  const isPossessive = begun !== null && nameKey(begun.name.split(" ", words.length).join("")) === key;
  return isPlural && !isPossessive ? null : begun;
}

/**
 * Divides adjacent words into segments, so that as few words as possible are left unread, by as few and as sure
 * readings as possible.
 * @param isBesideOthers whether the text has quotes or keys, too: 'by "Ada"'
 */
export function readWords(
  words: readonly QueryWord[],
  reader: WordReader,
  isBesideOthers = false,
): Segment[] {
  const { vocabulary, known } = reader;
  const inPlayer = new Set(
    spansOf(words)
      .filter((span) => known.players.has(personSortKey(typedOf(span))))
      .flat(),
  );
  const corrected = words.map((word) => (inPlayer.has(word) ? null : correction(word, vocabulary, known)));
  const texts = words.map(
    ({ typed, word }, at) => corrected[at] ?? (/^[\p{L}\p{M}\p{N}]+$/u.test(typed) ? typed : word),
  );
  /** The best division of the words before each place. */
  const best: { cost: number; segments: readonly Segment[] }[] = [{ cost: 0, segments: [] }];
  for (let to = 1; to <= words.length; to++) {
    for (let from = Math.max(0, to - MAX_SPAN); from < to; from++) {
      const before = best[from];
      if (!before) continue;
      const span = words.slice(from, to);
      const found: Read | null =
        playerAfterBy(words, from, to, known) ??
        readGrouped(words, [from, to], reader) ??
        readBound(span, words[to], reader) ??
        readVersions(span, reader) ??
        readCount(words, span, reader) ??
        surest(
          readSpan(span, texts.slice(from, to), reader),
          readLabelled(span, texts.slice(from, to), reader),
        );
      if (!found && span.length > 1) continue;
      const { reading, cost } = found ?? { reading: { kind: "words" } as const, cost: COSTS.words };
      const total = before.cost + cost;
      if (total >= (best[to]?.cost ?? Number.POSITIVE_INFINITY)) continue;
      const isCorrected = corrected.slice(from, to).some((each) => each !== null);
      const label = found?.label ?? 0;
      const significant = span
        .slice(label)
        .filter((word) => !isConnecting(word.word) && !isSilent(word, reader));
      const segment = {
        words: span,
        significant: significant.length > 0 ? significant : span,
        reading,
        corrected: isCorrected ? texts.slice(from, to) : null,
        isMore: false,
        isWeak: false,
      };
      best[to] = { cost: total, segments: [...before.segments, segment] };
    }
  }
  const segments = best[words.length]?.segments ?? [];
  // Connecting words are searched for only if there is nothing else.
  if (words.every(({ word }) => isConnecting(word)))
    return segments.map((segment) => asItStands(segment, vocabulary, isBesideOthers));
  /** For each meaning read by the beginnings of its words, the words read so far. */
  const read = new Map<Meaning, readonly string[]>();
  return segments.map((segment) => {
    const { reading } = segment;
    const [meaning, ...others] =
      reading.kind === "meanings" && reading.rank === "beginning" ? reading.meanings : [];
    if (!meaning || others.length > 0) return segment;
    const own = segment.words.flatMap(({ word }) => word);
    const all = [...(read.get(meaning) ?? []), ...own];
    const isMore = read.has(meaning) && vocabulary.begunBy(all) === meaning;
    read.set(meaning, isMore ? all : own);
    return { ...segment, isMore };
  });
}

/** Returns the surer of two ways to read the same words. */
function surest(one: Read | null, other: Read | null): Read | null {
  if (!one || !other) return one ?? other;
  return other.cost < one.cost ? other : one;
}

/** Reads a connecting word by itself: as what it names, such as a map's abbreviation, or as a word if it is alone. */
function asItStands(segment: Segment, vocabulary: Vocabulary, isBesideOthers: boolean): Segment {
  if (segment.reading.kind !== "nothing") return segment;
  const named = vocabulary.named(typedOf(segment.words));
  if (!named && isBesideOthers) return segment;
  return { ...segment, reading: named ? { kind: "meanings", ...named } : { kind: "words" }, isWeak: true };
}

/** Whether a segment was not read and its words begin nothing that is known here. */
export function isUnknown(
  { words, reading }: Segment,
  vocabulary: Vocabulary,
  { indexedWords }: KnownWords,
): boolean {
  return (
    reading.kind === "words" &&
    words.every(
      ({ word, or }) => !vocabulary.knows(word) && !indexedWords.has(word) && !(or && indexedWords.has(or)),
    )
  );
}

/** Whether a spelling can be read as a name at all: it is no common word, key or number, and not too many words. */
export function isReadable(spelling: string): boolean {
  const words = queryWords(spelling);
  const [first, ...others] = words;
  if (!first || words.length > MAX_SPAN || /^-|:/.test(spelling)) return false;
  if (others.length > 0) return !words.every(({ word }) => isConnecting(word));
  return !(isConnecting(first.word) || COMMON.has(first.word) || /^(\d\d?|\d{5,})$/.test(first.word));
}

/** Returns the things of a kind that a whole text names, by any spelling or beginning: several if it fits several. */
export function meaningsOf(text: string, kind: Meaning["kind"], vocabulary: Vocabulary): readonly Meaning[] {
  const texts = queryWords(text).map(({ typed, word }) => (/^\p{N}/u.test(typed) ? word : typed));
  const named = vocabulary.named(text)?.meanings ?? tierIn(texts, vocabulary)?.meanings ?? [];
  const meant = named.filter((meaning) => meaning.kind === kind);
  if (meant.length > 0) return meant;
  const begun = vocabulary.begunBy(texts.flatMap(wordsIn));
  return begun?.kind === kind ? [begun] : [];
}

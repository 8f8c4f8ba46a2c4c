import { personKey } from "../game/name-key.ts";
import { sortKey } from "../game/sort-key.ts";
import { versionOrder } from "../game/versions.ts";
import { askedWords, MARK, type QueryWord, wordsIn } from "../game/words.ts";
import { ASKING, COMMON, CONNECTING, isConnecting, SIGNS } from "./silent-words.ts";
import type { ValueWord } from "./values.ts";
import type { Meaning, Rank, Vocabulary } from "./vocabulary.ts";

/** A name as one of its players writes it. */
interface PlayerName {
  readonly name: string;
  /** The number of the player, who may have several names. */
  readonly player: number;
}

/** What the database knows about the words, beyond the vocabulary. It is queried once. */
export interface Known {
  /** Players' names by sort key (domain/game/sort-key.ts), which names that differ only in accents or signs share. */
  readonly players: ReadonlyMap<string, readonly PlayerName[]>;
  /** Words that begin a word of some row. */
  readonly indexedWords: ReadonlySet<string>;
}
export const NOTHING_KNOWN: Known = { players: new Map(), indexedWords: new Set() };

/** A value written in digits. */
type Figure = "version" | "date" | "money";

/** What adjacent words are read as. */
export type Reading =
  | { readonly kind: "meanings"; readonly rank: Rank; readonly meanings: readonly Meaning[] }
  /** A player; several: each has a name like that. */
  | { readonly kind: "player"; readonly names: readonly string[] }
  | { readonly kind: Figure; readonly value: string }
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

/** What each kind of reading costs: the less, the surer. An unread word costs more than any reading of it. */
const COSTS = {
  name: 1,
  spelling: 1.05,
  player: 1.17,
  value: 1.12,
  figure: 1.15,
  /** An upgrade's name with tiers: these rather belong to a tower type beside it, "ninja 050 abs zero". */
  crosspath: 1.25,
  beginning: 1.2,
  initials: 1.3,
  words: 2.5,
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

/** Returns what to look up before words can be read: names that may be players', and words that rows may have. */
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
      .map((span) => sortKey(typedOf(span)))
      .filter((key) => key.trim() !== ""),
    words: unsure.flatMap(({ word, or }) => (vocabulary.knows(word) ? [] : [word, ...(or ? [or] : [])])),
  };
}

/** Returns the only known word one letter away from a word of six letters or more that is itself unknown, else null. */
function correction({ word }: QueryWord, vocabulary: Vocabulary, { indexedWords }: Known): string | null {
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  if (letters < SHORTEST_CORRECTED || vocabulary.knows(word) || indexedWords.has(word)) return null;
  const [only, ...others] = vocabulary.oneAway(word);
  return only !== undefined && others.length === 0 ? only : null;
}

function figureOf({ typed, word }: QueryWord): Reading | null {
  if (/^\d{4}-\d{1,2}-\d{1,2}$/.test(typed))
    return { kind: "date", value: `${word.slice(0, 4)}-${word.slice(4, 6)}-${word.slice(6)}` };
  if (/^v/i.test(typed) || word.includes(MARK)) {
    const value = word.replaceAll(MARK, ".");
    return versionOrder(value) !== null ? { kind: "version", value } : null;
  }
  if (/^\d\d$/.test(typed)) return { kind: "version", value: typed };
  return /^\d{5,9}$/.test(word) && /^\d/.test(typed) ? { kind: "money", value: word } : null;
}

/**
 * Returns what these words may mean together, and at what cost; null if nothing.
 * @param isAround whether connecting words between them are left out
 */
function readingOf(
  span: readonly QueryWord[],
  texts: readonly string[],
  { vocabulary, known: { players }, own, values }: Reader,
  isAround = false,
): { readonly reading: Reading; readonly cost: number } | null {
  const text = texts.join(" ");
  const [first] = span;
  // "at" is part of a question; "AT" abbreviates Adora's Temple.
  if (span.length === 1 && first && ASKING.has(first.typed))
    return { reading: { kind: "nothing" }, cost: 0.01 };
  if (span.length > 1 && [first, span.at(-1)].some((word) => word && SIGNS.has(word.word))) return null;
  const named = vocabulary.named(text);
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
      const reading = { kind: "meanings", rank: "spelling", meanings: [tier.meaning] } as const;
      return { reading, cost: tier.isNamed ? COSTS.crosspath : COSTS.name };
    }
  }
  const value = span.length === 1 ? values.get(text.toLowerCase()) : undefined;
  if (value) return { reading: { kind: "value", value }, cost: COSTS.value };
  if (span.length === 1 && first) {
    if (isConnecting(first.word)) return { reading: { kind: "nothing" }, cost: 0.01 };
    const figure = figureOf(first);
    if (figure) return { reading: figure, cost: COSTS.figure };
  }
  const names = playersNamed(typedOf(span), players);
  if (names) return { reading: { kind: "player", names }, cost: COSTS.player };
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const words = texts.flatMap(wordsIn);
  const begun = letters < 3 ? null : (vocabulary.begunBy(words) ?? begunAsOne(words, vocabulary));
  if (begun && begun.kind !== "challenge")
    return { reading: { kind: "meanings", rank: "beginning", meanings: [begun] }, cost: COSTS.beginning };
  if (named && span.length === 1)
    return {
      reading: { kind: "meanings", ...named },
      cost: COSTS.initials + (named.meanings.length > 1 ? 0.04 : 0),
    };
  return null;
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
): { meaning: Meaning; isNamed: boolean } | null {
  for (const [tiers, rest] of [
    [texts.at(-1), texts.slice(0, -1)],
    [texts[0], texts.slice(1)],
  ] as const) {
    const shape = tiers === undefined ? null : tiersOf(tiers);
    if (shape === null) continue;
    for (const meaning of vocabulary.named(rest.join(" "))?.meanings ?? []) {
      if (meaning.kind !== "tower") continue;
      const { type, kind } = meaning.tower;
      const tier = type === null ? null : vocabulary.tierOf(type, shape);
      // Beside an upgrade's name, the tiers are its crosspath: "crossbow master 0-2-5".
      if (tier && (kind === "type" || tier === meaning)) return { meaning: tier, isNamed: kind !== "type" };
    }
  }
  return null;
}

/** Reads a span of words. A connecting word inside a name does not divide it ("ninja + monkey"). */
function readSpan(span: readonly QueryWord[], texts: readonly string[], reader: Reader) {
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

const isSilent = ({ word, typed }: QueryWord, { vocabulary, own }: Reader): boolean =>
  CONNECTING.has(word) ||
  (vocabulary.named(typed)?.meanings ?? []).some(
    ({ kind, ...each }) => kind === "challenge" && "key" in each && each.key === own,
  );

/**
 * Returns the names of the players whom a text may mean; null: nobody. Who is named exactly, accents included, is meant
 * alone.
 */
function playersNamed(typed: string, players: Known["players"]): readonly string[] | null {
  const named = players.get(sortKey(typed));
  if (!named) return null;
  const exact = named.find(({ name }) => personKey(name) === personKey(typed));
  if (exact) return [exact.name];
  return [...Map.groupBy(named, ({ player }) => player).values()].flatMap(([first]) => first?.name ?? []);
}

/** Reads words after "by" as a player, whatever else has that name. */
function playerAfterBy(words: readonly QueryWord[], from: number, to: number, { players }: Known) {
  if (words[from - 1]?.word !== "by") return null;
  const names = playersNamed(typedOf(words.slice(from, to)), players);
  return names && { reading: { kind: "player", names } as const, cost: 0.9 };
}

/** What is needed to read words of a text. */
export interface Reader {
  readonly vocabulary: Vocabulary;
  readonly known: Known;
  /** The challenge whose list is searched; null if there are several. */
  readonly own: string | null;
  readonly values: ReadonlyMap<string, ValueWord>;
}

/** Returns the only thing whose name, as one word, begins with these words; null if they begin words of any name. */
function begunAsOne(words: readonly string[], vocabulary: Vocabulary): Meaning | null {
  const key = words.join("");
  return key.length < SHORTEST_BEGINNING || vocabulary.hasWords(words) ? null : vocabulary.begunAsOne(key);
}

/**
 * Divides adjacent words into segments, so that as few words as possible are left unread, by as few and as sure
 * readings as possible.
 */
export function readWords(words: readonly QueryWord[], reader: Reader): Segment[] {
  const { vocabulary, known } = reader;
  const inPlayer = new Set(
    spansOf(words)
      .filter((span) => known.players.has(sortKey(typedOf(span))))
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
      const found = playerAfterBy(words, from, to, known) ?? readSpan(span, texts.slice(from, to), reader);
      if (!found && span.length > 1) continue;
      const { reading, cost } = found ?? { reading: { kind: "words" } as const, cost: COSTS.words };
      const total = before.cost + cost;
      if (total >= (best[to]?.cost ?? Number.POSITIVE_INFINITY)) continue;
      const isCorrected = corrected.slice(from, to).some((each) => each !== null);
      const significant = span.filter((word) => !isConnecting(word.word) && !isSilent(word, reader));
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
    return segments.map((segment) => asItStands(segment, vocabulary));
  /** For each meaning read by the beginnings of its words, the words read so far. */
  const read = new Map<Meaning, readonly string[]>();
  return segments.map((segment) => {
    const { reading } = segment;
    const [meaning] = reading.kind === "meanings" && reading.rank === "beginning" ? reading.meanings : [];
    if (!meaning) return segment;
    const own = segment.words.flatMap(({ word }) => word);
    const all = [...(read.get(meaning) ?? []), ...own];
    const isMore = read.has(meaning) && vocabulary.begunBy(all) === meaning;
    read.set(meaning, isMore ? all : own);
    return { ...segment, isMore };
  });
}

/** Reads a connecting word by itself: as what it names, such as a map's abbreviation, or as a word. */
function asItStands(segment: Segment, vocabulary: Vocabulary): Segment {
  if (segment.reading.kind !== "nothing") return segment;
  const named = vocabulary.named(typedOf(segment.words));
  return { ...segment, reading: named ? { kind: "meanings", ...named } : { kind: "words" }, isWeak: true };
}

/** Whether a segment was not read and its words begin nothing that is known here. */
export function isUnknown(
  { words, reading }: Segment,
  vocabulary: Vocabulary,
  { indexedWords }: Known,
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
  const words = askedWords(spelling);
  const [first, ...others] = words;
  if (!first || words.length > MAX_SPAN || /^-|:/.test(spelling)) return false;
  if (others.length > 0) return !words.every(({ word }) => isConnecting(word));
  return !(isConnecting(first.word) || COMMON.has(first.word) || /^(\d\d?|\d{5,})$/.test(first.word));
}

/** Returns the only thing of a kind that a whole text names, by any spelling or beginning; null if none or several. */
export function meaningOf(text: string, kind: Meaning["kind"], vocabulary: Vocabulary): Meaning | null {
  const ofKind = (meanings: readonly Meaning[]): Meaning | null => {
    const [only, ...others] = meanings.filter((meaning) => meaning.kind === kind);
    return only && others.length === 0 ? only : null;
  };
  const texts = askedWords(text).map(({ typed, word }) => (/^\p{N}/u.test(typed) ? word : typed));
  const begun = (): Meaning | null => vocabulary.begunBy(texts.flatMap(wordsIn));
  const read =
    ofKind(vocabulary.named(text)?.meanings ?? []) ?? tierIn(texts, vocabulary)?.meaning ?? begun();
  return read?.kind === kind ? read : null;
}

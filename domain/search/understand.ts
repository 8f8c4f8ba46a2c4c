import type { ChallengeDefinition } from "../challenges/define.ts";
import { filterInWords, kindFilters, labelIn, searchKeys } from "../challenges/fields.ts";
import type { Condition } from "../fields/condition.ts";
import type { Filter, SearchKey } from "../fields/kind.ts";
import { TOWER_KEYS } from "../fields/tower/kind.ts";
import { nameKey } from "../game/name-key.ts";
import { allOf, anyOf, MARK, type QueryWord, tokenOf, type WordQuery, wordsOfName } from "../game/words.ts";
import { filtersOf } from "../lists/list-query.ts";
import { BadParameter } from "../lists/parameters.ts";
import { labelWords, valueWords } from "./lexicon.ts";
import { partsOf, type QuestionPart, replaced, type TextRange, without } from "./question.ts";
import {
  isUnknown,
  type KnownWords,
  lookupsForWords,
  meaningsOf,
  NO_LOOKUPS,
  nothingKnown,
  readWords,
  type Segment,
  tiersOf,
  type WordReader,
} from "./reading.ts";
import type { Meaning, Vocabulary } from "./vocabulary.ts";

/**
 * What a part of a search text can be. "reading": rows match its words or what these are read as; "filter": a key,
 * which matches exactly; "words": plain words to search for; "text": words in quotes, or after a minus; "either": words
 * with several possible meanings; "unknown": names nothing here; "unknown-key"; "unread": beyond the limit of one text.
 */
export const PART_KINDS = [
  ...(["reading", "filter", "words", "text", "either", "unknown", "unknown-key", "unread"] as const),
] as const;

/** How one part of a search text was understood. */
export interface UnderstoodPart {
  readonly kind: (typeof PART_KINDS)[number];
  /** Its category as people read it: "Tower". */
  readonly label: string;
  readonly value: string;
  readonly typed: string;
  /** Whether it was misspelt and read as corrected. */
  readonly isCorrected: boolean;
  /** The filter that it is or can be turned into; null if there is none. */
  readonly filter: Filter | null;
  /** What else may have been meant, each with the search text that asks for it. */
  readonly near: readonly {
    readonly name: string;
    readonly text: string;
    /** What takes this part's place in that text. */
    readonly written: string;
    /** What asks for it exactly; null if no filter does. */
    readonly filter: Filter | null;
  }[];
  /** Whether only the beginning of a word was typed, so that something else may be meant. */
  readonly isGuess: boolean;
  /** The search text without this part. */
  readonly without: string;
  readonly place: TextRange;
}

/** What a search text asks for. */
export interface Understanding {
  readonly parts: readonly UnderstoodPart[];
  /** What its keys set, as parameters of the list. */
  readonly filters: readonly Filter[];
  /** What else it asks for. */
  readonly conditions: readonly Condition[];
}

/** The most suggestions for a word that names nothing, and the most words that get suggestions. */
const MOST_NEAR = 3;
const MOST_UNKNOWN = 3;

const LABELS = { tower: "Tower", map: "Map", challenge: "Challenge" } as const;
const FIGURES = { version: "Version", date: "Date", money: "Cash" } as const;

/** The parameter that filters by a reading, by the reading's label. */
export const PARAMETER_OF: Readonly<Record<string, string>> = Object.fromEntries([
  ["Player", "person"],
  ...Object.entries({ ...LABELS, ...FIGURES }).map(([parameter, label]) => [label, parameter]),
]);

/** Returns what has to be looked up in the database before a text can be understood. */
export function lookupsFor(
  text: string,
  vocabulary: Vocabulary,
): { players: string[]; words: string[]; needsVersion: boolean } {
  const all = partsOf(text).map((part) => {
    if (part.kind === "free" || part.kind === "quoted") return lookupsForWords(part.words, vocabulary);
    if (part.kind !== "keyed" || !Object.hasOwn(TOWER_KEYS, part.key)) return NO_LOOKUPS;
    const unknown = [part.value, ...part.value.split(",").map((value) => value.trim())].filter(
      (value) => value !== "" && meaningsOf(value, "tower", vocabulary).length === 0,
    );
    return { ...NO_LOOKUPS, words: unknown.map(tokenOf) };
  });
  return {
    players: all.flatMap(({ players }) => players),
    words: all.flatMap(({ words }) => words),
    needsVersion: all.some(({ needsVersion }) => needsVersion),
  };
}

/**
 * Interprets a search text, for one challenge's list or for several challenges at once.
 * @param read the text with blanks in place of words that are left out
 */
export function understand(
  scope: readonly ChallengeDefinition[],
  text: string,
  vocabulary: Vocabulary,
  known: KnownWords,
  read = text,
): Understanding {
  const finds: WordQuery[] = [];
  const weak: WordQuery[] = [];
  const filters: Filter[] = [];
  const conditions: Condition[] = [];
  const parts: UnderstoodPart[] = [];
  let unknown = 0;
  // Somebody who types many unknown words has not misspelt them.
  const near = (word: string): readonly Meaning[] =>
    unknown++ < MOST_UNKNOWN ? vocabulary.near(word, MOST_NEAR) : [];
  const context = { scope, text, vocabulary, known, near };
  const [first, ...others] = scope;
  const own = others.length === 0 ? (first?.key ?? null) : null;
  const reader = readerFor(scope, own, vocabulary, known);
  const all = partsOf(read);
  const takeWords = (words: readonly QueryWord[]): void => {
    for (const segment of readWords(words, reader, all.length > 1)) {
      const find = findSegment(segment, vocabulary);
      const others = find ? beyondWords(segment) : [];
      if (find && others.length > 0)
        conditions.push({ on: "any", of: [[{ on: "search", find }], ...others.map((each) => [each])] });
      else if (find) (segment.isWeak ? weak : finds).push(find);
      // What no word of a row tells is a filter: "under 100000".
      else if (own !== null && segment.reading.kind === "value") filters.push(segment.reading.value.filter);
      const described = describeSegment(segment, context);
      if (described) parts.push(described);
    }
  };
  for (const part of all) {
    switch (part.kind) {
      case "free":
        takeWords(part.words);
        break;
      case "quoted": {
        const words = part.words.map(({ word }) => word);
        const phrase: Condition[] = [
          { on: "search", find: allOf(words.map((word): WordQuery => ({ word }))) },
        ];
        if (words.length > 1) phrase.push({ on: "phrase", words });
        conditions.push(...(part.not ? [{ on: "not", all: phrase } as const] : phrase));
        const exactly = {
          ...plain(part, text),
          kind: "text",
          label: part.not ? "Without" : "Exactly",
        } as const;
        // Lists are searched for the words; a question means what has that name.
        const [named, ...more] = part.not || own !== null ? [] : readWords(part.words, reader);
        const isName = named !== undefined && more.length === 0 && isOwnName(named);
        parts.push((isName ? describeSegment(named, context, part) : null) ?? exactly);
        break;
      }
      case "excluded":
        finds.push({ not: allOf(part.words.map(({ word }): WordQuery => ({ begins: word }))) });
        parts.push({
          ...plain(part, text),
          kind: "text",
          label: "Without",
          value: text.slice(part.from + 1, part.to),
        });
        break;
      case "unread":
        parts.push({ ...plain(part, text), kind: "unread", label: "Not read", value: "…" });
        break;
      case "keyed": {
        const keyed = readKeyed(part, context);
        filters.push(...keyed.filters);
        conditions.push(...keyed.conditions);
        parts.push(keyed.part);
      }
    }
  }
  if (weak.length > 0 && finds.length === 0) finds.push(anyOf(weak));
  if (finds.length > 0) conditions.push({ on: "search", find: allOf(finds) });
  return { parts, filters, conditions };
}

const readerFor = (
  scope: readonly ChallengeDefinition[],
  own: string | null,
  vocabulary: Vocabulary,
  known: KnownWords,
): WordReader => ({
  vocabulary,
  known,
  own,
  values: valueWords(scope, vocabulary),
  counting: new Set(scope.filter((each) => kindFilters(each).has("towercount")).map(({ key }) => key)),
  labels: labelWords(scope),
});

/**
 * Returns in words what a text says in every search as it is, in some list or across all: a spelling of that text would take it
 * away. Null if it says nothing, or only what a spelling may add to: another spelling, or the beginning of a name.
 */
export function meaningBefore(
  text: string,
  challenges: readonly ChallengeDefinition[],
  vocabulary: Vocabulary,
): string | null {
  const key = nameKey(text);
  if (tiersOf(key) !== null) return "the upgrades of a tower";
  if (challenges.some((each) => searchKeys(each).has(key))) return `the key ${key}:`;
  for (const scope of [challenges, ...challenges.map((each) => [each])]) {
    const own = scope.length === 1 ? (scope[0]?.key ?? null) : null;
    const known = nothingKnown(vocabulary);
    const context = { scope, text, vocabulary, known, near: () => [] };
    const reader = readerFor(scope, own, vocabulary, known);
    const segments = partsOf(text).flatMap((part) =>
      part.kind === "free" ? readWords(part.words, reader) : [],
    );
    const parts = segments.flatMap((segment) => describeSegment(segment, context) ?? []);
    const [first, ...others] = parts;
    if (first && segments.every((segment) => isSettled(segment, vocabulary)))
      return [first, ...others].map(({ label, value }) => `${label}: ${value}`).join(", ");
  }
  return null;
}

/** Whether words are just one thing's own name, with nothing corrected or completed. */
const isOwnName = ({ reading, corrected }: Segment): boolean =>
  corrected === null &&
  ((reading.kind === "player" && reading.players.length === 1) ||
    (reading.kind === "meanings" &&
      reading.rank === "name" &&
      reading.meanings.every(({ kind }) => kind !== "challenge")));

/** Whether words are read as what no spelling may change. */
function isSettled({ words, reading }: Segment, vocabulary: Vocabulary): boolean {
  if (reading.kind !== "meanings") return reading.kind !== "words" && reading.kind !== "player";
  const isNamed = vocabulary.named(words.map(({ typed }) => typed).join(" ")) !== null;
  // A tower with its tiers is read as surely as a name, and is none.
  return (
    reading.meanings.every(({ kind }) => kind === "challenge") || (reading.rank === "spelling" && !isNamed)
  );
}

interface Context {
  readonly scope: readonly ChallengeDefinition[];
  readonly text: string;
  readonly vocabulary: Vocabulary;
  readonly known: KnownWords;
  readonly near: (word: string) => readonly Meaning[];
}

/** A part as plain words to search for. */
const plain = (place: TextRange, text: string): UnderstoodPart => ({
  kind: "words",
  label: "Words",
  value: text.slice(place.from, place.to).replaceAll('"', ""),
  typed: text.slice(place.from, place.to),
  isCorrected: false,
  filter: null,
  near: [],
  isGuess: false,
  without: without(text, place),
  place,
});

/** Whether one of the lists has this parameter. A single list has no parameter for the challenge. */
const takes = (scope: readonly ChallengeDefinition[], parameter: string): boolean =>
  parameter === "challenge"
    ? scope.length > 1
    : scope.some((definition) => labelIn(definition, parameter) !== null);

/** Returns how a segment of free words was understood; null if it says nothing. */
function describeSegment(
  segment: Segment,
  { scope, text, vocabulary, known, near }: Context,
  place: TextRange = { from: segment.words[0]?.from ?? 0, to: segment.words.at(-1)?.to ?? 0 },
): UnderstoodPart | null {
  const { words, significant, reading, corrected, isMore } = segment;
  if (isMore) return null;
  const base = { ...plain(place, text), isCorrected: corrected !== null };
  const way = (name: string, written: string, filter: Filter | null) => ({
    name,
    text: replaced(text, place, written),
    written,
    filter,
  });
  const nearOf = (meanings: readonly Meaning[]) =>
    meanings.map(({ kind, name }) => {
      // Keys tell a tower and a map of the same name apart.
      const isShared = meanings.some((other) => other.kind !== kind && other.name === name);
      const filter: Filter | null = kind !== "challenge" && takes(scope, kind) ? [kind, name] : null;
      return way(name, isShared ? `${kind}:"${name}"` : name, filter);
    });
  const as = (label: string, name: string, parameter: string, value = name): UnderstoodPart => ({
    ...base,
    kind: "reading",
    label,
    value: name,
    filter: takes(scope, parameter) ? [parameter, value] : null,
  });
  const either = (meant: UnderstoodPart["near"]): UnderstoodPart => {
    const value = new Intl.ListFormat("en", { type: "disjunction" }).format(meant.map(({ name }) => name));
    return { ...base, kind: "either", label: "Either", value, near: meant };
  };
  switch (reading.kind) {
    case "nothing":
      return null;
    case "player": {
      const names = reading.players.map(({ shown }) => shown);
      const [name = "", ...others] = names;
      if (others.length === 0) return as("Player", name, "person");
      return either(
        names.map((each) => way(each, `by:"${each}"`, takes(scope, "person") ? ["person", each] : null)),
      );
    }
    case "value": {
      const { label, filter } = reading.value;
      return {
        ...base,
        kind: "reading",
        label,
        value: text.slice(significant[0]?.from ?? place.from, place.to),
        filter,
      };
    }
    case "version":
    case "date":
    case "money": {
      const { kind, values } = reading;
      const [value = "", ...others] = values;
      if (others.length === 0) return as(FIGURES[kind], value, kind);
      return either(values.map((each) => way(each, each, takes(scope, kind) ? [kind, each] : null)));
    }
    case "meanings": {
      const [meaning, ...others] = reading.meanings;
      if (!meaning) return base;
      if (others.length === 0) {
        const value = meaning.kind === "challenge" ? meaning.key : meaning.name;
        const read = as(LABELS[meaning.kind], meaning.name, meaning.kind, value);
        return { ...read, isGuess: reading.isGuess ?? false };
      }
      return either(nearOf(reading.meanings));
    }
    case "words":
      if (!isUnknown(segment, vocabulary, known)) return base;
      return { ...base, kind: "unknown", near: nearOf(near(words[0]?.word ?? "")) };
  }
}

/** Reads "key:value": a single value that is not excluded becomes a filter, anything else becomes conditions. */
function readKeyed(
  part: Extract<QuestionPart, { kind: "keyed" }>,
  context: Context,
): Pick<Understanding, "filters" | "conditions"> & { readonly part: UnderstoodPart } {
  const { scope, text } = context;
  const base = plain(part, text);
  const nothing: readonly Condition[] = [{ on: "nothing" }];
  const key = scope
    .map((definition) => searchKeys(definition).get(part.key))
    .find((each) => each !== undefined);
  if (!key)
    return { filters: [], conditions: [], part: { ...base, kind: "unknown-key" as const, value: part.key } };
  const values = valuesOf(key, part, context);
  const [first] = values;
  const unknown = {
    filters: [],
    conditions: nothing,
    part: { ...base, kind: "unknown" as const, value: part.value },
  };
  const way = (name: string, filter: Filter | null) => {
    const written = `${part.not ? "-" : ""}${part.key}:"${name}"`;
    return { name, text: replaced(text, part, written), written, filter };
  };
  if (!first) {
    const near = context
      .near(part.value.toLowerCase())
      .filter(({ kind }) => kind === key.names)
      .map(({ name }) => way(name, key.to(name)));
    return { ...unknown, part: { ...unknown.part, near } };
  }
  const teller = scope.find((definition) => labelIn(definition, first[0]) !== null);
  const all = values.map((each) =>
    teller ? filterInWords(teller, each, context.vocabulary.catalogue) : { label: each[0], value: each[1] },
  );
  const label = all[0]?.label ?? first[0];
  const isPlain = values.length === 1 && !part.not;
  const value = all.map((each) => each.value).join(" or ");
  const seen = {
    ...base,
    kind: "filter" as const,
    label: part.not ? `Not ${label.toLowerCase()}` : label,
    value,
    filter: isPlain ? first : null,
  };
  try {
    const [own] = scope;
    const each = own
      ? values.map((one) => filtersOf(own, new URLSearchParams([[...one]]), context.vocabulary.catalogue))
      : [];
    if (isPlain) return { filters: [first], conditions: [], part: seen };
    const of = values.length === 1 ? each.flat() : [{ on: "any", of: each } as const];
    const conditions = part.not ? [{ on: "not", all: of } as const] : of;
    const isEither =
      key.names !== undefined && values.length > 1 && !part.not && isOneName(key, part, context);
    if (!isEither) return { filters: [], conditions, part: seen };
    const near = values.map((filter) => way(filter[1], filter));
    return { filters: [], conditions, part: { ...seen, kind: "either" as const, label: "Either", near } };
  } catch (error) {
    if (error instanceof BadParameter) return unknown;
    throw error;
  }
}

/** Returns what a whole text names that stands behind a key: several if it fits several. */
const namedBy = (key: SearchKey, value: string, { vocabulary }: Context): Filter[] =>
  (key.names ? meaningsOf(value, key.names, vocabulary) : []).flatMap(({ name }) => {
    const filter = key.to(name);
    return filter ? [filter] : [];
  });

/** Whether some row names a tower or a map so, though no such tower or map of the index is known. */
const isInRow = ({ names }: SearchKey, value: string, { vocabulary, known }: Context): boolean =>
  names === "tower" ? known.indexedWords.has(tokenOf(value)) : vocabulary.isOtherMap(value);

/** Whether a key's text is one spelling, which may be of several things, and no list of several. */
const isOneName = (
  key: SearchKey,
  { value }: Extract<QuestionPart, { kind: "keyed" }>,
  context: Context,
): boolean => namedBy(key, value, context).length > 0;

/**
 * Returns the values that a key's text names, as a whole or divided by commas, each time all that it fits; none if any
 * of it is not a value.
 */
function valuesOf(
  key: SearchKey,
  { value: text, isQuoted }: Extract<QuestionPart, { kind: "keyed" }>,
  context: Context,
): Filter[] {
  const read = (value: string): Filter[] => {
    if (value === "") return [];
    const named = namedBy(key, value, context);
    if (named.length > 0 || (key.names && !isInRow(key, value, context))) return named;
    const filter = key.to(value);
    return filter ? [filter] : [];
  };
  const whole = key.names || isQuoted || !text.includes(",") || /^[\d,.$<>=]+$/.test(text) ? read(text) : [];
  // In quotes, a comma belongs to the name.
  if (whole.length > 0 || isQuoted) return whole;
  const each = text.split(",").map((value) => read(value.trim()));
  return each.every((values) => values.length > 0) ? each.flat() : [];
}

/** Returns what finds the rows that hold a meaning; null if no row does. */
function findMeaning(meaning: Meaning, { catalogue }: Vocabulary): WordQuery | null {
  switch (meaning.kind) {
    case "tower":
      return anyOf(catalogue.storedNamesOf(meaning.name).map((name) => ({ word: tokenOf(name) })));
    case "map":
      return { map: meaning.map };
    case "challenge":
      return null;
  }
}

/** Returns what finds the rows that hold a version, a date or cash as domain/game/words.ts writes them. */
function findFigure(kind: string, value: string): WordQuery {
  if (kind === "money") return { word: value };
  return { begins: kind === "date" ? value.replaceAll("-", "") : value.replaceAll(".", MARK) };
}

/** Returns what finds the rows of a word as typed: they, or their map, have a word that begins with it. */
function findWord({ word, or }: Pick<QueryWord, "word" | "or">, vocabulary: Vocabulary): WordQuery {
  const each = (text: string): WordQuery[] => [
    { begins: text },
    ...vocabulary.mapsWith(text).map((map): WordQuery => ({ map })),
  ];
  return anyOf([...each(word), ...(or ? each(or) : [])]);
}

/**
 * Returns conditions for the rows of the players whom a segment means, where its words do not find all of them: a player may
 * have names without these words.
 */
function beyondWords({ significant, reading }: Segment): Condition[] {
  if (reading.kind !== "player") return [];
  const isFound = (spelling: string): boolean => {
    const words = wordsOfName(spelling);
    const begins = (text: string | undefined) =>
      text !== undefined && words.some((word) => word.startsWith(text));
    return significant.every(({ word, or }) => begins(word) || begins(or));
  };
  return reading.players.flatMap(({ shown, spellings }): Condition[] =>
    spellings.every(isFound) ? [] : [{ on: "person", position: null, person: shown }],
  );
}

/**
 * Returns what finds the rows of a segment: those that hold its words or what these are read as, so that a reading
 * never finds less than its words would. Null if it asks for nothing.
 */
function findSegment({ significant, reading, corrected }: Segment, vocabulary: Vocabulary): WordQuery | null {
  if (reading.kind === "nothing" || (reading.kind === "value" && reading.value.find === null)) return null;
  const plain = significant.map((word) => findWord(word, vocabulary));
  const meant =
    reading.kind === "meanings"
      ? reading.meanings.flatMap((meaning) => findMeaning(meaning, vocabulary) ?? [])
      : [];
  const corrections = corrected
    ? [allOf(corrected.map((text) => findWord({ word: nameKey(text) }, vocabulary)))]
    : [];
  const ofValue = reading.kind === "value" && reading.value.find ? [reading.value.find] : [];
  const figures = "values" in reading ? reading.values.map((value) => findFigure(reading.kind, value)) : [];
  return anyOf([allOf(plain), ...meant, ...corrections, ...ofValue, ...figures]);
}

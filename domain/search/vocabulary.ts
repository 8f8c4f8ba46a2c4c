import type { Catalogue, TowerName } from "../game/catalogue.ts";
import { TIER_KEYS, type TierKey } from "../game/facts.ts";
import { nameKey } from "../game/name-key.ts";
import { distance, wordsIn } from "../game/words.ts";

/** What words of a search can stand for: a tower (a type, an upgrade or a hero), a map or a challenge. */
export type Meaning =
  | { readonly kind: "tower"; readonly name: string; readonly tower: TowerName }
  | { readonly kind: "map"; readonly name: string; readonly map: number }
  | { readonly kind: "challenge"; readonly name: string; readonly key: string };

/** How certain a reading is, the most certain first. */
export const RANKS = ["name", "spelling", "player", "beginning", "initials"] as const;
export type Rank = (typeof RANKS)[number];

/** A map of the index with its name and everything else that it is or was called. */
export interface NamedMap {
  readonly id: number;
  readonly name: string;
  /** Its abbreviation, its older names and its aliases. */
  readonly otherNames: readonly string[];
  readonly difficulty: string | null;
  /** False for a map that is gone or was never listed: its words find its completions, but nothing is read as it. */
  readonly isListed: boolean;
}

/** A spelling that people added to the catalogue's: of a tower by name, or of a map by id. */
export interface TaughtSpelling {
  readonly spelling: string;
  readonly tower: string | null;
  readonly map: number | null;
}

interface NamedChallenge {
  readonly key: string;
  readonly label: string;
  readonly name: string;
}

/** One way in which something is spelled. */
interface Entry {
  readonly meaning: Meaning;
  readonly rank: Rank;
}

/** All names that a search knows. */
export interface Vocabulary {
  /**
   * What a text is a name or spelling of; null if nothing. A name is meant alone. A spelling is meant with everything
   * that has the same initials: they are ambiguous.
   */
  named(text: string): { readonly rank: Rank; readonly meanings: readonly Meaning[] } | null;
  /** What a text is the plural of: "dart monkeys", "legends of the night"; null if of no name or spelling. */
  plural(text: string): readonly Meaning[] | null;
  /** The only thing whose name has words that begin with these, in any order; null if none or several. */
  begunBy(words: readonly string[]): Meaning | null;
  /** Everything whose name has words that begin with these, in any order. */
  allBegunBy(words: readonly string[]): readonly Meaning[];
  /** Whether one of the spellings of this has each of these words whole. */
  hasWhole(meaning: Meaning, words: readonly string[]): boolean;
  /** Everything with a word that has this text in its middle or at its end: "naut" in Juggernaut. */
  containing(text: string): readonly Meaning[];
  /** Whether any name has words that begin with these. */
  hasWords(words: readonly string[]): boolean;
  /** The only thing whose name, written as one word, begins with this; null if none or several. */
  begunAsOne(key: string): Meaning | null;
  /** The name of a tower type at these tiers: "ninja" and "050". */
  tierOf(type: string, tiers: string): Meaning | null;
  /** The listed maps of a difficulty. */
  mapsOf(difficulty: string): readonly number[];
  /** Whether a map that is gone or was never listed is called so. */
  isOtherMap(text: string): boolean;
  /** The maps with a word that begins with this, including maps that are gone. */
  mapsWith(word: string): readonly number[];
  /** Whether any word or spelling begins with this. */
  knows(word: string): boolean;
  /** The texts of the vocabulary that differ from a word by one letter or one swap of neighbouring letters. */
  oneAway(word: string): readonly string[];
  /** What a word may have been meant for, the nearest first. */
  near(word: string, most: number): readonly Meaning[];
  readonly meanings: readonly Meaning[];
  /** The towers and heroes whose names are in it. */
  readonly catalogue: Catalogue;
  /** All spellings of a meaning, its name first. */
  spellingsOf(meaning: Meaning): readonly string[];
}

/** Words that people leave out of initials: "sf" stands for Spirit of the Forest, too. */
const LITTLE = new Set(["a", "all", "and", "in", "of", "on", "the", "to"]);

/**
 * Returns the initials that a name has: of all its words, without its little words, and without the last of three or
 * more: "nm" for Neva-Miss Targeting.
 */
function initialsOf(name: string): readonly string[] {
  const words = wordsIn(name).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const main = words.filter((word) => !LITTLE.has(word));
  const shapes = [words, main, main.length > 2 ? main.slice(0, -1) : []];
  const all = shapes.flatMap((each) =>
    each.length < 2 ? [] : [each.map((word) => Array.from(word)[0] ?? "").join("")],
  );
  return [...new Set(all)];
}

/** Whether people call something by initials. Nobody says "bh" for Base Heli: it is "heli 000". */
const hasInitials = (meaning: Meaning): boolean => meaning.kind !== "tower" || meaning.tower.tier !== "base";

/** Returns the tier key that three tiers name: the path above tier 2, or the base tower if none is; null if invalid. */
function tierKeyOf(tiers: string): TierKey | null {
  if (!/^[0-5x]{3}$/.test(tiers)) return null;
  const levels = Array.from(tiers, (tier) => (tier === "x" ? 0 : Number(tier)));
  if (levels.every((level) => level === 5)) return "555";
  const main = levels.filter((level) => level > 2);
  if (main.length > 1) return null;
  const key = main.length === 0 ? "base" : levels.map((level) => (level > 2 ? level : 0)).join("");
  return TIER_KEYS.find((each) => each === key) ?? null;
}

/** Whether two words differ by exactly one letter or one swap of neighbouring letters. */
function isOneAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || one === other) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isTurned = short[at] === long[at + 1] && short[at + 1] === long[at];
  return (
    short.slice(at + 1) === long.slice(at + 1) || (isTurned && short.slice(at + 2) === long.slice(at + 2))
  );
}

/** What is called how. */
interface Names {
  /** How each is written, its name first. */
  readonly written: ReadonlyMap<Meaning, readonly string[]>;
  readonly byKey: ReadonlyMap<string, readonly Entry[]>;
  /** Towers and heroes by their names. */
  readonly byName: ReadonlyMap<string, Meaning>;
}

function collectNames(
  maps: readonly NamedMap[],
  spellings: readonly TaughtSpelling[],
  challenges: readonly NamedChallenge[],
  catalogue: Catalogue,
): Names {
  const written = new Map<Meaning, string[]>();
  const byKey = new Map<string, Entry[]>();
  const byName = new Map<string, Meaning>();
  const byMap = new Map<number, Meaning>();

  function add(meaning: Meaning, text: string, rank: Rank): void {
    const key = nameKey(text);
    const entries = byKey.get(key) ?? [];
    byKey.set(key, entries);
    if (!entries.some((entry) => entry.meaning === meaning)) entries.push({ meaning, rank });
    const texts = written.get(meaning) ?? [];
    written.set(meaning, texts);
    if (rank !== "initials" && !texts.includes(text)) texts.push(text);
  }

  for (const tower of catalogue.names) {
    const meaning: Meaning = { kind: "tower", name: tower.name, tower };
    byName.set(tower.name, meaning);
    add(meaning, tower.name, "name");
    for (const former of catalogue.formerOf(tower.name)) add(meaning, former, "spelling");
  }
  for (const { name, fullName } of catalogue.heroes) {
    const meaning = byName.get(name);
    if (meaning && fullName !== null) add(meaning, fullName, "name");
  }
  for (const { id, name, otherNames, isListed } of maps) {
    if (!isListed) continue;
    const meaning: Meaning = { kind: "map", name, map: id };
    byMap.set(id, meaning);
    add(meaning, name, "name");
    for (const other of otherNames) add(meaning, other, "spelling");
  }
  for (const { key, label, name } of challenges) {
    const meaning: Meaning = { kind: "challenge", name: label, key };
    add(meaning, label, "name");
    // Most questions are about CHIMPS, so that its name is left out: "least cost quad".
    const short = name.replace(/ CHIMPS\b/, "");
    const names = [name, short].flatMap((each) => [each, each.replace(/^2 /, "Two ")]);
    for (const other of [`${label}s`, `${label}C`, ...names]) add(meaning, other, "spelling");
  }
  for (const { spelling, tower, map } of spellings) {
    const meaning = tower === null ? byMap.get(map ?? -1) : byName.get(tower);
    if (meaning) add(meaning, spelling, "spelling");
  }
  for (const meaning of written.keys())
    if (hasInitials(meaning))
      for (const initials of initialsOf(meaning.name)) add(meaning, initials, "initials");
  return { written, byKey, byName };
}

/** Returns what a text names, in the best rank that there is. */
function namedBy(text: string, { byKey }: Names): ReturnType<Vocabulary["named"]> {
  const entries = byKey.get(nameKey(text));
  if (!entries) return null;
  const rank = RANKS.find((each) => entries.some((entry) => entry.rank === each));
  if (!rank) return null;
  const isChallenge = entries.some((entry) => entry.rank === rank && entry.meaning.kind === "challenge");
  const isAlone = rank === "name" || isChallenge;
  const meant = isAlone ? entries.filter((entry) => entry.rank === rank) : entries;
  return { rank, meanings: meant.map(({ meaning }) => meaning) };
}

function pluralOf(text: string, { byKey }: Names): readonly Meaning[] | null {
  for (const singular of singularsOf(text)) {
    const entries = byKey.get(nameKey(singular))?.filter(({ rank }) => rank !== "initials") ?? [];
    const meanings = entries.flatMap(({ meaning }) => (meaning.kind === "challenge" ? [] : [meaning]));
    if (meanings.length > 0) return meanings;
  }
  return null;
}

/** A text that a misspelt word is compared with; `more` adds to the distance of all but names as a whole. */
interface Nearby {
  readonly text: string;
  readonly meaning: Meaning;
  readonly more: number;
}

const nearbyOf = ({ written }: Names): readonly Nearby[] =>
  Array.from(written).flatMap(([meaning, texts]) => [
    ...[...new Set(texts.map(nameKey))].map((text, at) => ({ text, meaning, more: at === 0 ? 0 : 0.1 })),
    ...wordsIn(meaning.name).map((text) => ({ text, meaning, more: 0.5 })),
  ]);

function nearTo(word: string, most: number, nearby: readonly Nearby[]): readonly Meaning[] {
  const reach = word.length < 5 ? 1 : 2;
  const found = nearby.flatMap(({ text, meaning, more }) => {
    const apart = distance(word, text, reach) + more;
    return apart > reach ? [] : [{ meaning, apart }];
  });
  found.sort((one, other) => one.apart - other.apart);
  return [...new Set(found.map(({ meaning }) => meaning))].slice(0, most);
}

/** Returns where the first of sorted words is that does not come before a word. */
function startOf(word: string, sorted: readonly string[]): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? "") < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

const onlyOf = (found: readonly Meaning[]): Meaning | null => {
  const distinct = [...new Set(found)];
  return distinct.length === 1 ? (distinct[0] ?? null) : null;
};

/** Builds the vocabulary from the game's names, the index's maps and challenges, and spellings that people added. */
export function vocabularyOf(
  maps: readonly NamedMap[],
  spellings: readonly TaughtSpelling[],
  challenges: readonly NamedChallenge[],
  catalogue: Catalogue,
): Vocabulary {
  const names = collectNames(maps, spellings, challenges, catalogue);
  const { written, byKey, byName } = names;
  const texts = Array.from(written).flatMap(([meaning, own]) =>
    own.map((text) => ({ meaning, words: wordsIn(text) })),
  );
  const keys = [...byKey.keys()].filter((key) => byKey.get(key)?.some(({ rank }) => rank !== "initials"));
  /** Every word, and every name as one word, sorted so that a beginning is found by binary search. */
  const known = [...new Set([...texts.flatMap(({ words }) => words), ...keys])].sort();
  const otherMaps = new Set(
    maps
      .filter(({ isListed }) => !isListed)
      .flatMap(({ name, otherNames }) => [name, ...otherNames].map(nameKey)),
  );
  const mapWords = maps.flatMap(({ id, name, otherNames }) =>
    [name, ...otherNames].flatMap((text) => [...wordsIn(text), nameKey(text)].map((word) => ({ id, word }))),
  );

  const nearby = nearbyOf(names);
  const begunBy = (typed: readonly string[]): Meaning[] =>
    texts.filter(({ words }) => isBegunBy(words, typed)).map(({ meaning }) => meaning);

  return {
    catalogue,
    named: (text) => namedBy(text, names),
    plural: (text) => pluralOf(text, names),
    begunBy: (typed) => onlyOf(begunBy(typed)),
    allBegunBy: (typed) => [...new Set(begunBy(typed))],
    hasWhole: (meaning, typed) =>
      texts.some((text) => text.meaning === meaning && typed.every((word) => text.words.includes(word))),
    containing: (text) => [
      ...new Set(
        texts
          .filter(({ words }) => words.some((word) => word.indexOf(text, 1) !== -1))
          .map(({ meaning }) => meaning),
      ),
    ],
    hasWords: (typed) => texts.some(({ words }) => isBegunBy(words, typed)),
    begunAsOne(key) {
      const found = keys.filter((each) => each.startsWith(key));
      return onlyOf(found.flatMap((each) => (byKey.get(each) ?? []).map(({ meaning }) => meaning)));
    },
    tierOf(type, tiers) {
      const key = tierKeyOf(tiers);
      const tower = key && catalogue.upgradesOf(type).find((each) => each.tier === key);
      return (tower && byName.get(tower.name)) || null;
    },
    mapsOf: (difficulty) =>
      maps.filter((map) => map.isListed && map.difficulty === difficulty.toLowerCase()).map(({ id }) => id),
    isOtherMap: (text) => otherMaps.has(nameKey(text)),
    mapsWith: (word) => [
      ...new Set(mapWords.filter((each) => each.word.startsWith(word)).map(({ id }) => id)),
    ],
    knows: (word) => known[startOf(word, known)]?.startsWith(word) ?? false,
    oneAway: (word) => known.filter((each) => isOneAway(word, each)),
    near: (word, most) => nearTo(word, most, nearby),
    meanings: [...written.keys()],
    spellingsOf: (meaning) => written.get(meaning) ?? [],
  };
}

/** Returns a word without the ending of its plural: "factories" without "ies", but "factory"; the word if it has none. */
export function singularOf(word: string): string {
  if (/[^aeiou]ies$/i.test(word)) return word.replace(/ies$/i, "y");
  if (/(?:ss|x|ch|sh)es$/i.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^s]s$/i.test(word) ? word.slice(0, -1) : word;
}

/** Returns what a text may be the plural of, by its last word, by its first, or by all of its words. */
function singularsOf(text: string): readonly string[] {
  const words = text.split(" ");
  const [last, first] = [-1, 0].map((at) => words.with(at, singularOf(words.at(at) ?? "")).join(" "));
  const texts = [last, first, words.map(singularOf).join(" ")].flatMap((each) => each ?? []);
  return [...new Set(texts)].filter((each) => each !== text);
}

/** Whether each typed word begins a different word. */
function isBegunBy(words: readonly string[], typed: readonly string[]): boolean {
  if (typed.length > words.length) return false;
  const left = [...words];
  // Longest first, so that in "m master" the "m" does not take the word "master".
  return [...typed]
    .sort((one, other) => other.length - one.length)
    .every((each) => {
      const at = left.findIndex((word) => word.startsWith(each));
      if (at === -1) return false;
      left.splice(at, 1);
      return true;
    });
}

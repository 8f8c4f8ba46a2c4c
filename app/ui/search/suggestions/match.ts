import { pages } from "../../../../domain/contract/routes.ts";
import { nameKey } from "../../../../domain/game/name-key.ts";
import {
  nameDistance,
  type PreparedSpelling,
  queryWords,
  spellingOf,
  wordsIn,
} from "../../../../domain/game/words.ts";

export type EntryKind = "type" | "tower" | "map" | "player" | "challenge" | "page";

/** Something that can be suggested. */
export interface SuggestionEntry {
  readonly kind: EntryKind;
  readonly name: string;
  readonly hint: string;
  /** How many completions there are of it; null: not known. */
  readonly count: number | null;
  /** The mark of a tower, or a map's plate; null for anything else. See domain/fields/marks/packed.ts. */
  readonly mark: string | null;
  /** The address of a challenge or a page. */
  readonly path: string | null;
  /** The key of a challenge. */
  readonly key: string | null;
  readonly texts: readonly PreparedSpelling[];
}

export function entryOf(
  kind: EntryKind,
  names: readonly string[],
  more: Partial<Pick<SuggestionEntry, "hint" | "count" | "mark" | "path" | "key">> = {},
): SuggestionEntry {
  const texts = names.map(spellingOf);
  return {
    kind,
    name: names[0] ?? "",
    hint: "",
    count: null,
    mark: null,
    path: null,
    key: null,
    ...more,
    texts,
  };
}

/** What choosing a suggestion does: it goes to a page, or puts a text into the field. */
export type SuggestionAction =
  | { readonly kind: "go"; readonly path: string }
  | { readonly kind: "complete"; readonly text: string };

export interface Suggestion {
  readonly kind: EntryKind | "ask" | "submit";
  readonly label: string;
  readonly hint: string;
  readonly count: number | null;
  readonly mark: string | null;
  readonly act: SuggestionAction;
  /** The text with the suggestion filled in; null if there is nothing to fill in. */
  readonly completed: string | null;
}

export interface SuggestionGroup {
  readonly label: string;
  readonly suggestions: readonly Suggestion[];
}

const GROUPS: readonly (readonly [EntryKind, string])[] = [
  ["tower", "Towers"],
  ["type", "Types"],
  ["map", "Maps"],
  ["player", "Players"],
  ["challenge", "Challenges"],
  ["page", "Pages"],
];

const MOST_IN_GROUP = 5;
const MOST = 11;
/** Maximum number of words of one name that are completed together. */
const MOST_WORDS = 5;

/** A search key that is being typed, and what each key's value can be. */
const KEYED = /(?:^|\s)-?(?<key>\p{L}+):(?:"(?<quoted>[^"]*)|(?<value>[^\s"]*))$/u;
const KINDS_BY_KEY = new Map<string, readonly EntryKind[]>(
  Object.entries({
    map: ["map"],
    on: ["map"],
    by: ["player"],
    tower: ["tower", "type"],
    with: ["tower", "type"],
  }),
);

/** The end of what is typed: the part that a suggestion replaces. */
interface Tail {
  readonly words: readonly string[];
  readonly typed: string;
  readonly from: number;
}

interface Question {
  /** Longest first. */
  readonly tails: readonly Tail[];
  readonly kinds: readonly EntryKind[] | null;
}

/** Reads what is being typed, from its end. */
function questionOf(text: string): Question {
  const keyed = KEYED.exec(text);
  if (keyed) {
    const { key = "", quoted, value = "" } = keyed.groups ?? {};
    const typed = quoted ?? value;
    const from = text.length - typed.length - (quoted === undefined ? 0 : 1);
    const kinds = KINDS_BY_KEY.get(key.toLowerCase()) ?? [];
    return { tails: typed === "" ? [] : [{ words: wordsIn(typed), typed, from }], kinds };
  }
  const all = queryWords(text);
  const tails = Array.from({ length: Math.min(MOST_WORDS, all.length) }, (_, at) => {
    const words = all.slice(all.length - Math.min(MOST_WORDS, all.length) + at);
    const from = words[0]?.from ?? 0;
    return { words: words.flatMap(({ typed }) => wordsIn(typed)), typed: text.slice(from), from };
  });
  return { tails, kinds: null };
}

/** Returns the possible beginnings of a player's name that is being typed, longest first. */
export function playerPrefixes(text: string): string[] {
  const { tails, kinds } = questionOf(text);
  if (kinds && !kinds.includes("player")) return [];
  return tails
    .slice(-3)
    .map(({ typed }) => typed.trim())
    .filter((typed) => nameKey(typed).length > 1);
}

/** Returns what the end of the text may become, most likely first. */
function candidates(text: string, entries: readonly SuggestionEntry[]) {
  const { tails, kinds } = questionOf(text);
  const possible = kinds ? entries.filter(({ kind }) => kinds.includes(kind)) : entries;
  for (const tail of tails) {
    const found = possible.flatMap((entry) => {
      const far = nameDistance(entry.texts, tail.typed, tail.words);
      return far === null ? [] : [{ entry, far, tail, isKeyed: kinds !== null }];
    });
    // The longest end that begins a name wins: in "abs zero", "zero" is not a name of its own.
    if (found.length > 0)
      return found.sort(
        (one, other) => one.far - other.far || one.entry.name.length - other.entry.name.length,
      );
  }
  return [];
}

function completedBy(text: string, from: number, name: string, isKeyed: boolean): string {
  const value = isKeyed && /\s/.test(name) ? `"${name}"` : name;
  return `${text.slice(0, from)}${value} `;
}

/**
 * Returns what is suggested for a text, in groups. The caller adds the very first one, to ask for the text as it is.
 */
export function suggest(text: string, entries: readonly SuggestionEntry[]): SuggestionGroup[] {
  if (text.trim() === "") return openings(entries);
  const found = candidates(text, entries);
  const offered = found[0]?.tail.from === 0 ? pagesOf(found.map(({ entry }) => entry)) : [];
  const byKind = Map.groupBy(found, ({ entry }) => entry.kind);
  const best = new Set(
    [...byKind.values()]
      .flatMap((each) => each.slice(0, MOST_IN_GROUP))
      .sort((one, other) => one.far - other.far)
      .slice(0, MOST - offered.length),
  );
  return GROUPS.map(([kind, label]) => {
    const own = (byKind.get(kind) ?? []).filter((each) => best.has(each));
    const suggestions = own.map(({ entry, tail, isKeyed }): Suggestion => {
      const completed =
        entry.path !== null && kind === "page" ? null : completedBy(text, tail.from, entry.name, isKeyed);
      return { ...shown(entry), completed, act: actOf(entry, text.slice(0, tail.from), completed ?? "") };
    });
    return { label, suggestions: kind === "page" ? [...suggestions, ...offered] : suggestions };
  }).filter(({ suggestions }) => suggestions.length > 0);
}

const shown = ({ kind, name, hint, count, mark }: SuggestionEntry) => ({
  kind,
  label: name,
  hint,
  count,
  mark,
});

/**
 * Returns what choosing an entry does: a challenge opens with the text before it as its search, a page opens, and
 * anything else completes the text.
 */
function actOf({ path, key }: SuggestionEntry, before: string, completed: string): SuggestionAction {
  if (path === null) return { kind: "complete", text: completed };
  return { kind: "go", path: key === null ? path : pages.list(key, { query: before.trim() }) };
}

/** Returns pages of the first map and of the first tower type found. */
function pagesOf(found: readonly SuggestionEntry[]): Suggestion[] {
  const first = (kind: EntryKind): SuggestionEntry[] =>
    found.filter((entry) => entry.kind === kind).slice(0, 1);
  const to = (path: string) => ({
    ...({ kind: "page", completed: null, count: null, mark: null } as const),
    act: { kind: "go", path } as const,
  });
  return [
    ...first("map").map(({ name }) => ({
      label: name,
      hint: "The map's page",
      ...to(pages.maps({ map: name })),
    })),
    ...first("type").map(({ name }) => ({
      label: name,
      hint: "Its balance changes",
      ...to(pages.balanceChanges({ tower: name })),
    })),
  ];
}

/** Returns where one can go before anything is typed. */
const openings = (entries: readonly SuggestionEntry[]): SuggestionGroup[] =>
  GROUPS.flatMap(([kind, label]) => {
    const own = entries.flatMap((entry): Suggestion[] =>
      entry.path !== null && entry.kind === kind
        ? [{ ...shown(entry), completed: null, act: { kind: "go", path: entry.path } }]
        : [],
    );
    return own.length > 0 ? [{ label, suggestions: own }] : [];
  });

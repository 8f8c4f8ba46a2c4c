import { DIFFICULTIES, type MapFacts } from "../game/facts.ts";
import { compareNames, nameKey } from "../game/name-key.ts";
import { majorVersion } from "../game/versions.ts";

/** The facts of a map that the gallery reads; null where not recorded. */
export type GalleryMap = { readonly map: string } & Pick<
  MapFacts,
  "abbreviation" | "difficulty" | "version" | "hasLOS" | "hasWater" | "length" | "numEntrances"
>;

/** The gallery's query parameters in canonical order, which is that of its form. */
export const GALLERY_PARAMETERS = [
  ...(["q", "difficulty", "sortby", "water", "los", "version", "entrances"] as const),
  ...(["length_min", "length_max"] as const),
] as const;

/** The gallery's state as given in the URL, without invalid values. */
export type GalleryState = Readonly<Partial<Record<(typeof GALLERY_PARAMETERS)[number], string>>>;

/** The filter value that asks for maps whose fact is not recorded. */
export const UNKNOWN = "unknown";

/** The gallery's orders: the value of `sortby`, as lists take it, and a name. The first is the default. */
export const GALLERY_ORDERS = [
  ["difficulty", "Easiest first"],
  ["difficulty DESC", "Hardest first"],
  ["map", "Name"],
  ["length DESC", "Longest path first"],
  ["length", "Shortest path first"],
  ["version DESC", "Newest first"],
  ["version", "Oldest first"],
  ["entrances", "Fewest entrances first"],
  ["entrances DESC", "Most entrances first"],
] as const;

/** The longest search text: longer than any name. */
export const LONGEST_SEARCH = 80;

const isNumber = (text: string): boolean => /^\d{1,4}(\.\d{1,3})?$/.test(text);

/** The values that each parameter accepts. */
const TAKES: Readonly<Record<keyof GalleryState, (value: string) => boolean>> = {
  q: (value) => value !== "" && value.length <= LONGEST_SEARCH,
  difficulty: (value) => DIFFICULTIES.some((known) => known === value),
  water: (value) => ["1", "0", UNKNOWN].includes(value),
  los: (value) => ["1", "0", UNKNOWN].includes(value),
  version: (value) => value === UNKNOWN || /^\d{1,4}$/.test(value),
  entrances: (value) => value === UNKNOWN || /^\d{1,4}$/.test(value),
  length_min: isNumber,
  length_max: isNumber,
  sortby: (value) => GALLERY_ORDERS.some(([known]) => known === value),
};

/** Reads the gallery's state. Never fails: invalid values are left out, and so is the default order. */
export function readGallery(search: URLSearchParams): GalleryState {
  const state: Record<string, string> = {};
  for (const name of GALLERY_PARAMETERS) {
    const value = search.get(name)?.trim() ?? "";
    if (TAKES[name](value)) state[name] = value;
  }
  if (state.sortby === GALLERY_ORDERS[0][0]) delete state.sortby;
  return state;
}

const textOf = (value: number | null): string => (value === null ? UNKNOWN : String(value));

const majorOf = ({ version }: GalleryMap): number | null => (version === null ? null : majorVersion(version));

/** Whether a map's length is within the bounds. A map of unknown length is within none. */
function hasLength({ length }: GalleryMap, { length_min, length_max }: GalleryState): boolean {
  if (length_min === undefined && length_max === undefined) return true;
  if (length === null) return false;
  return length >= Number(length_min ?? 0) && length <= Number(length_max ?? Number.POSITIVE_INFINITY);
}

/** The fewest letters of a text that may also match inside a word. */
const LEAST_WITHIN = 3;

const wordsOf = (text: string): string[] => text.split(/[\s_-]+/).map(nameKey);

/** Whether a text matches a name: its beginning, the beginnings of its words in order, or a piece of it. */
function names(name: string, text: string): boolean {
  const [key, typed] = [nameKey(name), nameKey(text)];
  if (key.startsWith(typed) || (typed.length >= LEAST_WITHIN && key.includes(typed))) return true;
  const words = wordsOf(name);
  let from = 0;
  return wordsOf(text).every((each) => {
    const at = words.findIndex((word, place) => place >= from && word.startsWith(each));
    from = at + 1;
    return at !== -1;
  });
}

/** Other spellings of a map that people type, by its name. */
export type MapSpellings = ReadonlyMap<string, readonly string[]>;

/** Whether a text matches a map by its name, or begins its abbreviation or a known spelling. */
function isMeant({ map, abbreviation }: GalleryMap, text: string, spellings: MapSpellings): boolean {
  const typed = nameKey(text);
  const others = [abbreviation, ...(spellings.get(map) ?? [])];
  return names(map, text) || others.some((each) => nameKey(each).startsWith(typed));
}

function matches(map: GalleryMap, state: GalleryState, spellings: MapSpellings): boolean {
  const is = (filter: string | undefined, value: string): boolean => filter === undefined || filter === value;
  return (
    (state.q === undefined || isMeant(map, state.q, spellings)) &&
    is(state.difficulty, map.difficulty) &&
    is(state.water, textOf(map.hasWater)) &&
    is(state.los, textOf(map.hasLOS)) &&
    is(state.version, textOf(majorOf(map))) &&
    is(state.entrances, textOf(map.numEntrances)) &&
    hasLength(map, state)
  );
}

const VALUES: Readonly<Record<string, (map: GalleryMap) => number | null>> = {
  difficulty: ({ difficulty }) => DIFFICULTIES.indexOf(difficulty),
  length: ({ length }) => length,
  version: majorOf,
  entrances: ({ numEntrances }) => numEntrances,
};

type Rank = number | null;

/** Compares two maps by a number, then by name. A map without a value comes last in either direction. */
function compare(one: GalleryMap, other: GalleryMap, sortby: string): number {
  const [name = "", direction] = sortby.split(" ");
  const [first, second] = [one, other].map((map) => VALUES[name]?.(map) ?? null) as [Rank, Rank];
  if (first !== second) {
    if (first === null) return 1;
    if (second === null) return -1;
    return direction === "DESC" ? second - first : first - second;
  }
  return compareNames(one.map, other.map);
}

/** Returns the maps that the gallery shows, in its order. */
export function galleryOf<Shown extends GalleryMap>(
  maps: readonly Shown[],
  state: GalleryState,
  spellings: MapSpellings = new Map(),
): Shown[] {
  const sortby = state.sortby ?? GALLERY_ORDERS[0][0];
  return maps
    .filter((map) => matches(map, state, spellings))
    .sort((one, other) => compare(one, other, sortby));
}

/** Returns the values that maps can be filtered by: versions from the newest, numbers of entrances from the fewest. */
export function galleryChoices(maps: readonly GalleryMap[]): {
  readonly versions: string[];
  readonly entrances: string[];
} {
  const distinct = (values: readonly (number | null)[], order: 1 | -1): string[] => {
    const numbers = [...new Set(values.filter((value) => value !== null))].sort((a, b) => order * (a - b));
    return [...numbers.map(String), ...(values.includes(null) ? [UNKNOWN] : [])];
  };
  return {
    versions: distinct(maps.map(majorOf), -1),
    entrances: distinct(
      maps.map(({ numEntrances }) => numEntrances),
      1,
    ),
  };
}

import { AsyncLocalStorage } from "node:async_hooks";
import type { Condition } from "../../domain/fields/condition.ts";
import { nameKey, personKey } from "../../domain/game/name-key.ts";
import type { WordQuery } from "../../domain/game/words.ts";

/**
 * What is read for an answer. A write moves the tags of what it touched (triggers in migrations/), and a cached answer
 * is good until one of its tags moves:
 * - `completions:KEY`: a challenge's completions, with their players, files, notes and history; `completions`: those of
 *   all challenges; after a blank, a part of these (see Part)
 * - `maps`: names, facts and pictures of maps
 * - `players`: which names belong to one player, and how a player with several spellings is shown
 * - `accounts`: the names that people chose to show
 * - `spellings`, `starts`, `balance-changes`, `game-versions`
 * - `catalogue`: the game's towers and heroes
 * - `challenge-codes`: what the game's server said of codes
 * - `dumps`: which public dumps there are
 * - `sample`: whether any of the sample data is there
 * - `import`: whether an import is under way
 * - `day`: the date, UTC, for what changes overnight without a write
 */
export type Tag =
  | "completions"
  | `completions:${string}`
  | `completions ${TagPart}`
  | "maps"
  | "players"
  | "accounts"
  | "spellings"
  | "starts"
  | "balance-changes"
  | "game-versions"
  | "catalogue"
  | "challenge-codes"
  | "dumps"
  | "sample"
  | "import"
  | "day";

/**
 * A property of one completion: verified or pending, original or not, its filekey, its map by name or number, that
 * map's difficulty, one of its players, one of its towers. A map may be given by any of its names (`nameKey`) and a player by any spelling
 * (`personKey`), so what uses either must also have the tag `maps` or `players`.
 */
export type Facet =
  | ("verified" | "pending" | "og" | "not og")
  | `${"filekey" | "map" | "map id" | "difficulty" | "person" | "tower"}:${string}`;

/**
 * A part of the completions, as JSON: those that match every entry. A list of facets needs at least one that holds;
 * `found` needs the completion to be found by that search. A write that concerns no such completion does not move the
 * part. A verified original concerns all parts of its challenge, because other rows show what it has.
 */
export type TagPart = `[${string}]`;
type Where = readonly (readonly Facet[] | { readonly found: WordQuery })[];

/** The part that matches all of these entries. */
export const partWhere = (where: Where): TagPart => JSON.stringify(where) as TagPart;

/** The entries of a part. */
export const whereOf = (part: TagPart): Where => JSON.parse(part) as Where;

/** All verified completions. */
export const VERIFIED_PART = partWhere([["verified"]]);

/** The completions of one challenge, or of all (null), or only a part of them. */
export const completionsOf = (challenge: string | null, part: TagPart | null = null): Tag =>
  `completions${challenge === null ? "" : `:${challenge}`}${part === null ? "" : ` ${part}`}` as Tag;

/** Characters of JSON. Conditions beyond that are left out, so a part may be larger than the query. */
const LONGEST_PART = 2_000;

const oneOf = (towers: readonly string[]): Facet[] =>
  towers.map((name) => `tower:${name.toLowerCase()}` as const);

/** Returns what holds for every completion that meets a condition. It may hold for others too. */
function whereIs(condition: Condition): Where {
  switch (condition.on) {
    case "nothing":
      return [[]];
    case "pending":
      return [[condition.pending ? "pending" : "verified"]];
    case "record":
      return [["verified"]];
    case "og":
      return [[condition.og ? "og" : "not og"]];
    case "id":
      return [[`filekey:${condition.id.toLowerCase()}`]];
    case "map":
      return [[`map:${nameKey(condition.spelling)}`]];
    case "onMap":
      return [condition.map === null ? [] : [`map id:${condition.map}`]];
    case "difficulty":
      return [[`difficulty:${condition.difficulty}`]];
    case "person":
      return [[`person:${personKey(condition.person)}`]];
    case "tower":
    case "anyTower":
      return [oneOf(condition.names)];
    case "pair":
      return condition.names.map((names) => oneOf(names));
    case "towers":
      return condition.towers.map((name) => oneOf([name]));
    case "search":
      return [{ found: condition.find }];
    default:
      return [];
  }
}

/** Conditions that hold for all completions of a map alike, or for all verified ones. */
const OF_MAPS: ReadonlySet<Condition["on"]> = new Set(["map", "onMap", "difficulty", "record"]);

/**
 * Returns the smallest part that contains every completion meeting all of these conditions; null: any completion may.
 * Whether one has a record depends on others on its map, so they are in it, too.
 */
export function partOf(conditions: readonly Condition[]): TagPart | null {
  const where: Where[number][] = [];
  let room = LONGEST_PART;
  const isOfRecord = conditions.some(({ on }) => on === "record");
  const counting = isOfRecord ? conditions.filter(({ on }) => OF_MAPS.has(on)) : conditions;
  for (const each of counting.flatMap(whereIs)) {
    const { length } = JSON.stringify(each);
    if (length > room) continue;
    room -= length;
    where.push(each);
  }
  return where.length === 0 ? null : partWhere(where);
}

/** The completion with a filekey. */
export const completionTag = (filekey: string): Tag =>
  completionsOf(null, partOf([{ on: "id", id: filekey.trim() }]));

const asksPerson = (condition: Condition): boolean => {
  if (condition.on === "any") return condition.of.flat().some(asksPerson);
  return condition.on === "not" ? condition.all.some(asksPerson) : condition.on === "person";
};

/** What is read of lists of completions. Players are shown as each completion has them, and filtered by any of their names. */
export const listTags = (challenge: string | null, conditions: readonly Condition[]): readonly Tag[] => [
  completionsOf(challenge, partOf(conditions)),
  "maps",
  ...(conditions.some(asksPerson) ? (["players"] as const) : []),
];

/** State that no public answer shows: sessions, links, positions. It has no tag. */
export const NO_TAGS: readonly Tag[] = [];

/** Tags of an answer that it names one by one. */
const MOST_TAGS = 200;

const collectors = new AsyncLocalStorage<Set<Tag>>();

/** Notes that what is being made just now depends on these. */
export function addTags(tags: Iterable<Tag>): void {
  const collector = collectors.getStore();
  if (collector) for (const tag of tags) collector.add(tag);
}

/**
 * Returns a function that makes each value once for the answer that is being made, by a key. What was read for the value is
 * collected when it is made, so what is cached apart, with tags of its own, makes it anew.
 */
export function oncePerAnswer<Value>(): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const ofAnswers = new WeakMap<ReadonlySet<Tag>, Map<string, Promise<Value>>>();
  return (key, make) => {
    const collector = collectors.getStore();
    if (!collector) return make();
    const known = ofAnswers.get(collector) ?? new Map<string, Promise<Value>>();
    ofAnswers.set(collector, known);
    const value = known.get(key) ?? make();
    known.set(key, value);
    return value;
  };
}

/** A result, and the tags of all that was read for it; null: everything, because nothing was read or nobody knows. */
export interface Tagged<Result> {
  readonly result: Result;
  readonly tags: readonly Tag[] | null;
}

/** Runs work and collects the tags of what it reads, by `Database.query` and by `addTags`. */
export async function collectTags<Result>(work: () => Promise<Result> | Result): Promise<Tagged<Result>> {
  const collector = new Set<Tag>();
  const result = await collectors.run(collector, work);
  return { result, tags: reduced(collector) };
}

/** The whole that a part belongs to; other tags are wholes themselves. */
const wholeOf = (tag: Tag): Tag => tag.split(" ", 1)[0] as Tag;

/** Returns tags without the parts of a whole that is among them; of too many, the wholes. */
function reduced(all: ReadonlySet<Tag>): readonly Tag[] | null {
  if (all.size === 0) return null;
  const tags = all.size > MOST_TAGS ? new Set([...all].map(wholeOf)) : all;
  return [...tags].filter((tag) => {
    const whole = wholeOf(tag);
    return whole === tag
      ? tag === "completions" || !(tag.startsWith("completions:") && tags.has("completions"))
      : !(tags.has(whole) || tags.has("completions"));
  });
}

/** The header in which the maker of an answer names its tags. It never leaves the site. */
export const TAGS = "x-tags";

/** Returns the header's value. */
export const writeTags = (tags: readonly Tag[]): string => encodeURIComponent(JSON.stringify(tags));

/** Returns the tags of an answer; null: it has none, so nobody knows what it was made from. */
export function readTags(headers: Headers): readonly Tag[] | null {
  const written = headers.get(TAGS);
  return written === null ? null : (JSON.parse(decodeURIComponent(written)) as Tag[]);
}

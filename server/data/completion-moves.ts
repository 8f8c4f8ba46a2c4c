import { type CompiledQuery, sql } from "kysely";
import { completionsOf, findIn, type Part, type Source } from "../../contract/sources.ts";
import { type Find, mayBeFound } from "../../fields/find.ts";
import { sqlite } from "./database.ts";
import type { SourceRow } from "./versions.ts";

/** A move of a challenge's completions, with whose it was. */
export interface CompletionMove {
  readonly version: number;
  /** The version of the challenge's completions until then. */
  readonly before: number;
  readonly challenge: string;
  readonly filekey: string;
  readonly isVerified: number;
  readonly isOriginal: number;
  /** JSON arrays: its towers; all names by which its map, and its players, can be asked for. */
  readonly towers: string;
  readonly maps: string;
  readonly people: string;
  /** Its words and tokens, each between blanks. */
  readonly words: string;
}

/** The moves behind a version, the first one first; as many as are remembered. None behind 0: nobody has seen what was before. */
export const movesStatement = (after: number): CompiledQuery<CompletionMove> =>
  sql<CompletionMove>`select version, before, challenge, completion as filekey,
      is_verified as isVerified, is_original as isOriginal, towers, words,
      (select json_group_array(key) from (select name_key as key from map_name where map = map_id
        union select name_key from map where id = map_id
        union select abbreviation_key from map where id = map_id and abbreviation_key is not null)) as maps,
      (select json_group_array(key) from (select value as key from json_each(people_keys)
        union select own.name_key from json_each(people_keys) as played
          join player_name as one on one.name_key = played.value
          join player_name as own on own.player = one.player)) as people
    from completion_move where ${after} > 0 and version > ${after} order by version`.compile(sqlite);

/** The parts of completions (contract/sources.ts) that a move concerns. */
function partsOf({ filekey, isVerified, towers, maps, people }: CompletionMove): Part[] {
  const parts: Part[] = [
    `filekey:${filekey.toLowerCase()}`,
    ...(JSON.parse(towers) as string[]).map((name) => `tower:${name.toLowerCase()}` as const),
    ...(JSON.parse(maps) as string[]).map((name) => `map:${name}` as const),
    ...(JSON.parse(people) as string[]).map((name) => `person:${name}` as const),
  ];
  return isVerified === 1
    ? [...parts, "verified", ...parts.map((part) => `verified ${part}` as Part)]
    : parts;
}

/** Parts that are told apart at a time. */
const MOST_PARTS = 20_000;

/** Moves whose words are remembered, and searches that are looked for in them, at a time. */
const MOST_WORDS = 500;
const MOST_SEARCHES = 5_000;

/** When what a search finds moved last, as of the moves up to one. */
interface Searched {
  readonly find: Find;
  readonly upTo: number;
  readonly moved: number;
}

/**
 * When parts of completions moved last, as far as that was seen by whoever tells it of all moves. What it does not know of a
 * part it takes for its whole challenge: where a move comes without its row, or was forgotten, all parts have moved.
 */
export class PartVersions {
  /** In the order in which they moved. */
  readonly #moved = new Map<string, number>();
  /** What a challenge's parts that are not known have at most; `completions`: those of all. */
  readonly #atMost = new Map<string, number>();
  /** The last moves that were seen one by one, and what a challenge's are from which they have been forgotten. */
  readonly #moves: Pick<CompletionMove, "version" | "challenge" | "words">[] = [];
  readonly #forgotten = new Map<string, number>();
  readonly #searched = new Map<string, Searched>();
  /** Up to where the moves of each challenge were seen. */
  readonly #seen = new Map<string, number>();
  /** The last move that was seen of any. */
  #last = 0;
  readonly #mostParts: number;

  constructor(mostParts = MOST_PARTS) {
    this.#mostParts = mostParts;
  }

  /** Behind this one moves have not been seen. */
  get last(): number {
    return this.#last;
  }

  /** Takes in what has moved: the versions of all sources, and the moves behind `last`. */
  see(rows: readonly SourceRow[], moves: readonly CompletionMove[]): void {
    for (const move of moves) {
      const own = completionsOf(move.challenge);
      if (move.version <= (this.#seen.get(own) ?? 0)) continue;
      if (move.before !== (this.#seen.get(own) ?? 0) || move.isOriginal === 1) this.#raise(own, move.version);
      else {
        for (const part of partsOf(move))
          for (const challenge of [move.challenge, null])
            this.#note(completionsOf(challenge, part), move.version);
        this.#remember(move);
      }
      this.#seen.set(own, move.version);
      this.#last = move.version;
    }
    for (const { name, version } of rows) {
      this.#last = Math.max(this.#last, version);
      if (!name.startsWith(OF_A_CHALLENGE) || version <= (this.#seen.get(name) ?? 0)) continue;
      this.#raise(name, version);
      this.#seen.set(name, version);
    }
  }

  /** The version of a part; undefined: the source is none. */
  of(source: Source): number | undefined {
    const blank = source.indexOf(" ");
    if (blank === -1) return undefined;
    const challenge = source.slice(0, blank);
    const moved = this.#moved.get(source) ?? this.#ofSearch(source, challenge, source.slice(blank + 1)) ?? 0;
    return Math.max(moved, this.#atMost.get(challenge) ?? 0);
  }

  /** When something that a search finds, or has found, moved last; undefined: the part is no search's. */
  #ofSearch(source: Source, challenge: string, part: string): number | undefined {
    const known = this.#searched.get(source);
    if (known?.upTo === this.#last) return known.moved;
    const find = known?.find ?? findIn(part);
    if (!find) return undefined;
    const seen = known?.upTo ?? 0;
    const forgotten = this.#forgotten.get(challenge) ?? 0;
    const found = this.#moves.findLast(
      (move) =>
        move.version > seen &&
        (challenge === ALL || challenge === completionsOf(move.challenge)) &&
        mayBeFound(find, move.words),
    );
    const moved = Math.max(known?.moved ?? 0, seen < forgotten ? forgotten : 0, found?.version ?? 0);
    this.#searched.delete(source);
    this.#searched.set(source, { find, upTo: this.#last, moved });
    for (const [oldest] of this.#searched) {
      if (this.#searched.size <= MOST_SEARCHES) break;
      this.#searched.delete(oldest);
    }
    return moved;
  }

  #remember({ version, challenge, words }: CompletionMove): void {
    this.#moves.push({ version, challenge, words });
    if (this.#moves.length <= MOST_WORDS) return;
    const oldest = this.#moves.shift();
    if (!oldest) return;
    for (const name of [completionsOf(oldest.challenge), ALL]) this.#forgotten.set(name, oldest.version);
  }

  #note(part: string, version: number): void {
    this.#moved.delete(part);
    this.#moved.set(part, version);
    for (const [oldest, moved] of this.#moved) {
      if (this.#moved.size <= this.#mostParts) return;
      this.#moved.delete(oldest);
      this.#raise(oldest.slice(0, oldest.indexOf(" ")), moved);
    }
  }

  #raise(challenge: string, version: number): void {
    for (const name of [challenge, ALL])
      this.#atMost.set(name, Math.max(this.#atMost.get(name) ?? 0, version));
  }
}

const ALL = completionsOf(null);
const OF_A_CHALLENGE = completionsOf("");

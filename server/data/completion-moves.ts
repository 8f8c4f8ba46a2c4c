import { type CompiledQuery, sql } from "kysely";
import { completionsOf, type Facet, type Part, type Source, whereOf } from "../../contract/sources.ts";
import { mayBeFound } from "../../fields/find.ts";
import { ogToken } from "../../game/words.ts";
import { Recent } from "../recent.ts";
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
  /** How hard its map is; null: nobody says. */
  readonly difficulty: string | null;
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
      (select difficulty from map where id = map_id) as difficulty,
      (select json_group_array(key) from (select name_key as key from map_name where map = map_id
        union select name_key from map where id = map_id
        union select abbreviation_key from map where id = map_id and abbreviation_key is not null)) as maps,
      (select json_group_array(key) from (select value as key from json_each(people_keys)
        union select own.name_key from json_each(people_keys) as played
          join player_name as one on one.name_key = played.value
          join player_name as own on own.player = one.player)) as people
    from completion_move where ${after} > 0 and version > ${after} order by version`.compile(sqlite);

/** What a move says of its completion. */
function facetsOf({
  filekey,
  isVerified,
  towers,
  maps,
  people,
  difficulty,
  words,
}: CompletionMove): Set<Facet> {
  const told = (kind: "map" | "person" | "tower", names: string): Facet[] =>
    (JSON.parse(names) as string[]).map((name) => `${kind}:${name}` as const);
  return new Set<Facet>([
    isVerified === 1 ? "verified" : "pending",
    words.includes(` ${ogToken(true)} `) ? "og" : "not og",
    `filekey:${filekey.toLowerCase()}`,
    `difficulty:${difficulty}`,
    ...told("tower", towers.toLowerCase()),
    ...told("map", maps),
    ...told("person", people),
  ]);
}

/** A move as it is remembered. */
interface Seen extends Pick<CompletionMove, "version" | "words"> {
  /** The name of its challenge's completions. */
  readonly name: string;
  readonly facets: ReadonlySet<Facet>;
}

/** Moves that are remembered, and parts that are looked for in them, at a time. */
const MOST_MOVES = 1_000;
const PARTS = { most: 20_000, bytes: 32 * 1024 * 1024, weigh: () => 500 };

/** What was seen of a challenge's completions, or of all. */
interface Whole {
  /** Up to where its moves were seen. */
  seen: number;
  /** The last of its moves that was seen one by one: what was tested with it need not be looked at again. */
  last: number;
  /** The last move that was forgotten. */
  forgotten: number;
  /** What parts have at least: they have all moved where it is not known which. */
  atLeast: number;
}

/** When a part moved last, as of the moves up to one. It is looked at with every move: nothing of it is made anew. */
interface Tested {
  readonly where: ReturnType<typeof whereOf>;
  /** The name of its challenge's completions, or of all. */
  readonly name: string;
  readonly whole: Whole;
  upTo: number;
  moved: number;
}

/**
 * When parts of completions moved last, as far as that was seen by whoever tells it of all moves. What it does not know of a
 * part it takes for its whole challenge: where a move comes without its row, or was forgotten, all parts have moved.
 */
export class PartVersions {
  readonly #wholes = new Map<string, Whole>();
  /** The last moves that were seen one by one. */
  readonly #moves: Seen[] = [];
  readonly #tested = new Recent<Tested>(PARTS);
  /** The parts among sources that were asked for together: most are asked for again after each write. */
  readonly #found = new WeakMap<readonly Source[], readonly (Source | Tested)[]>();
  /** The last move that was seen of any. */
  #last = 0;
  readonly #mostMoves: number;

  constructor(mostMoves = MOST_MOVES) {
    this.#mostMoves = mostMoves;
  }

  /** Behind this one moves have not been seen. */
  get last(): number {
    return this.#last;
  }

  /** Takes in what has moved: the versions of all sources, and the moves behind `last`. */
  see(rows: readonly SourceRow[], moves: readonly CompletionMove[]): void {
    for (const move of moves) {
      const name = completionsOf(move.challenge);
      const whole = this.#wholeOf(name);
      if (move.version <= whole.seen) continue;
      if (move.before !== whole.seen || move.isOriginal === 1) this.#raise(name, move.version);
      else this.#remember(move);
      whole.seen = move.version;
      this.#last = move.version;
    }
    for (const { name, version } of rows) {
      this.#last = Math.max(this.#last, version);
      if (!name.startsWith(OF_A_CHALLENGE) || version <= this.#wholeOf(name).seen) continue;
      this.#raise(name, version);
      this.#wholeOf(name).seen = version;
    }
  }

  /**
   * The version of several sources together: the highest.
   *
   * @param versionOf what a source has that is no part
   */
  of(sources: readonly Source[], versionOf: (source: Source) => number): number {
    const known = this.#found.get(sources) ?? this.#find(sources);
    let most = 0;
    for (const each of known)
      most = Math.max(most, typeof each === "string" ? versionOf(each) : this.#now(each));
    return most;
  }

  #now(tested: Tested): number {
    const { whole } = tested;
    // Most writes are of another challenge: then there is nothing to look at.
    if (tested.upTo < whole.last) this.#test(tested);
    return Math.max(tested.moved, whole.atLeast);
  }

  #find(sources: readonly Source[]): readonly (Source | Tested)[] {
    const found = sources.map((source) => this.#tested.get(source) ?? this.#begin(source) ?? source);
    this.#found.set(sources, found);
    return found;
  }

  #begin(source: Source): Tested | null {
    const blank = source.indexOf(" ");
    if (blank === -1) return null;
    const [name, part] = [source.slice(0, blank), source.slice(blank + 1) as Part];
    const tested = { where: whereOf(part), name, whole: this.#wholeOf(name), upTo: 0, moved: 0 };
    this.#tested.set(source, tested);
    return tested;
  }

  /** Looks at the moves behind those that it was tested with, the last one first. */
  #test(tested: Tested): void {
    const { where, name, whole, upTo } = tested;
    if (upTo < whole.forgotten) tested.moved = whole.forgotten;
    for (let at = this.#moves.length - 1; at >= 0; at--) {
      const move = this.#moves[at];
      if (!move || move.version <= upTo) break;
      if ((name === ALL || name === move.name) && mayBeIn(where, move)) {
        tested.moved = move.version;
        break;
      }
    }
    tested.upTo = whole.last;
  }

  #remember(move: CompletionMove): void {
    const { version, challenge, words } = move;
    const name = completionsOf(challenge);
    this.#moves.push({ version, name, words, facets: facetsOf(move) });
    for (const whole of this.#withAll(name)) whole.last = version;
    if (this.#moves.length <= this.#mostMoves) return;
    const oldest = this.#moves.shift();
    if (!oldest) return;
    for (const whole of this.#withAll(oldest.name)) whole.forgotten = oldest.version;
  }

  #raise(name: string, version: number): void {
    for (const whole of this.#withAll(name)) whole.atLeast = Math.max(whole.atLeast, version);
  }

  #withAll(name: string): readonly Whole[] {
    return [this.#wholeOf(name), this.#wholeOf(ALL)];
  }

  #wholeOf(name: string): Whole {
    const known = this.#wholes.get(name);
    if (known) return known;
    const whole = { seen: 0, last: 0, forgotten: 0, atLeast: 0 };
    this.#wholes.set(name, whole);
    return whole;
  }
}

/** Whether the completion of a move may be in a part. */
const mayBeIn = (where: Tested["where"], { facets, words }: Seen): boolean =>
  where.every((each) =>
    "found" in each ? mayBeFound(each.found, words) : each.some((one) => facets.has(one)),
  );

const ALL = completionsOf(null);
const OF_A_CHALLENGE = completionsOf("");

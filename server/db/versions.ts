import { type CompiledQuery, sql } from "kysely";
import { mayBeFound, ogToken } from "../../domain/game/words.ts";
import { boundedCache } from "../cache/bounded-cache.ts";
import { sqlite, type Versions } from "./database.ts";
import { completionsOf, type Facet, type Tag, type TagPart, whereOf } from "./tags.ts";

/** A row of the table of tags. */
export interface SourceRow {
  readonly name: string;
  readonly version: number;
}

/** The statement behind the versions of all tags: some twenty rows. */
export const versionsStatement = () => sql<SourceRow>`select name, version from source`.compile(sqlite);

/** The statement behind the highest version, in one row: it says whether anything has moved since the last read. */
export const highestStatement = () =>
  sql<{ version: number }>`select version from source order by version desc limit 1`.compile(sqlite);

/** The prefix of the tags of challenges' completions. */
const OF_COMPLETIONS = "completions:";

/** The whole that a part of completions belongs to, and whose version it has. */
const wholeOf = (tag: string): string => tag.split(" ", 1)[0] ?? tag;

/** Finds the version of several tags together, some of which are parts. `versionOf` knows the others. */
interface Parts {
  of(tags: readonly Tag[], versionOf: (tag: Tag) => number): number;
}

/** Moves each part whenever its whole moves. */
const ALL_MOVE: Parts = {
  of: (tags, versionOf) => tags.reduce((most, tag) => Math.max(most, versionOf(tag)), 0),
};

/**
 * Returns the versions in the rows of the table `source`. A tag without a row was never touched.
 *
 * @param parts says when parts of completions moved; without it, each moves with its whole
 */
export function versionsOf(rows: readonly SourceRow[], parts: Parts = ALL_MOVE): Versions {
  const highest = (some: readonly SourceRow[]): number =>
    some.reduce((most, { version }) => Math.max(most, version), 0);
  const all = highest(rows);
  const known = new Map(rows.map(({ name, version }) => [name, version]));
  known.set("completions", highest(rows.filter(({ name }) => name.startsWith(OF_COMPLETIONS))));
  const versionOf = (tag: Tag): number => known.get(tag) ?? known.get(wholeOf(tag)) ?? 0;
  return { of: (tags) => (tags === null ? all : parts.of(tags, versionOf)) };
}

/** A move of a challenge's completions, and the completion that caused it. */
export interface CompletionMove {
  readonly version: number;
  /** The version of the challenge's completions before it. */
  readonly before: number;
  readonly challenge: string;
  readonly filekey: string;
  readonly isVerified: number;
  readonly isOriginal: number;
  readonly mapId: number;
  /** The difficulty of its map; null: unknown. */
  readonly difficulty: string | null;
  /** JSON arrays: its towers, and every name by which a filter can name its map and its players. */
  readonly towers: string;
  readonly maps: string;
  readonly people: string;
  /** Its words and tokens, each between spaces. */
  readonly words: string;
}

/**
 * The statement behind the moves after a version, oldest first, as far back as there are any. None if `after` is 0:
 * nothing has been seen yet.
 */
export const movesStatement = (after: number): CompiledQuery<CompletionMove> =>
  sql<CompletionMove>`select version, before, challenge, completion as filekey,
      is_verified as isVerified, is_original as isOriginal, map_id as mapId, towers, words,
      (select difficulty from map where id = map_id) as difficulty,
      (select json_group_array(key) from (select name_key as key from map_name where map = map_id
        union select name_key from map where id = map_id
        union select abbreviation_key from map where id = map_id and abbreviation_key is not null)) as maps,
      (select json_group_array(key) from (select value as key from json_each(people_keys)
        union select own.name_key from json_each(people_keys) as played
          join player_name as one on one.name_key = played.value
          join player_name as own on own.player = one.player)) as people
    from completion_move where ${after} > 0 and version > ${after} order by version`.compile(sqlite);

/** Returns what a move says of its completion. */
function facetsOf({
  filekey,
  isVerified,
  towers,
  mapId,
  maps,
  people,
  difficulty,
  words,
}: CompletionMove): Set<Facet> {
  const named = (kind: "map" | "person" | "tower", names: string): Facet[] =>
    (JSON.parse(names) as string[]).map((name) => `${kind}:${name}` as const);
  return new Set<Facet>([
    isVerified === 1 ? "verified" : "pending",
    words.includes(` ${ogToken(true)} `) ? "og" : "not og",
    `filekey:${filekey.toLowerCase()}`,
    `map id:${mapId}`,
    `difficulty:${difficulty}`,
    ...named("tower", towers.toLowerCase()),
    ...named("map", maps),
    ...named("person", people),
  ]);
}

/** A move in memory. */
interface Seen extends Pick<CompletionMove, "version" | "words"> {
  /** The tag of its challenge's completions. */
  readonly name: string;
  readonly facets: ReadonlySet<Facet>;
}

/** Most moves in memory, and the limits of the parts that are tested against them. */
const MOST_MOVES = 1_000;
const PARTS = { most: 20_000, bytes: 32 * 1024 * 1024, weigh: () => 500 };

/** What was seen of the moves of a challenge's completions, or of all completions. */
interface Whole {
  /** The version up to which its moves were seen. */
  seen: number;
  /** The last move that was seen with its row: a part tested up to it needs no second test. */
  last: number;
  /** The last move that was dropped from memory. */
  forgotten: number;
  /** The minimum version of every part: raised when it is not known which parts moved. */
  atLeast: number;
}

/** When a part last moved, by the moves up to `upTo`. Later moves update it in place. */
interface Tested {
  readonly where: ReturnType<typeof whereOf>;
  /** The tag of its challenge's completions, or of all. */
  readonly name: string;
  upTo: number;
  moved: number;
}

/**
 * When parts of completions last moved, as far as `see` knows. Where it does not know, it takes the whole challenge
 * for the part: when a move comes without its row, or was dropped, all parts have moved.
 */
export class PartVersions {
  readonly #wholes = new Map<string, Whole>();
  /** The latest moves that were seen with their rows, oldest first. */
  readonly #moves: Seen[] = [];
  readonly #tested = boundedCache<Tested>(PARTS);
  /** The parts among tags of one answer: most recur after each write. */
  readonly #found = new WeakMap<readonly Tag[], readonly (Tag | Tested)[]>();
  /** The last version that was seen of any tag. */
  #last = 0;
  readonly #mostMoves: number;

  constructor(mostMoves = MOST_MOVES) {
    this.#mostMoves = mostMoves;
  }

  /** The last version seen: moves after it are still to be seen. */
  get last(): number {
    return this.#last;
  }

  /** Takes in the versions of all tags, and the moves after `last`. */
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
   * Returns the version of several tags together: the highest.
   *
   * @param versionOf returns the version of a tag that is not a part
   */
  of(tags: readonly Tag[], versionOf: (tag: Tag) => number): number {
    const known = this.#found.get(tags) ?? this.#find(tags);
    let most = 0;
    for (const each of known)
      most = Math.max(most, typeof each === "string" ? versionOf(each) : this.#now(each));
    return most;
  }

  #now(tested: Tested): number {
    const whole = this.#wholes.get(tested.name);
    // An address can ask for a challenge that is not there: nothing is stored of it.
    if (whole === undefined) return 0;
    // Most writes are to another challenge: then there is nothing to test.
    if (tested.upTo < whole.last) this.#test(tested, whole);
    return Math.max(tested.moved, whole.atLeast);
  }

  #find(tags: readonly Tag[]): readonly (Tag | Tested)[] {
    const found = tags.map((tag) => this.#tested.get(tag) ?? this.#begin(tag) ?? tag);
    this.#found.set(tags, found);
    return found;
  }

  #begin(tag: Tag): Tested | null {
    const blank = tag.indexOf(" ");
    if (blank === -1) return null;
    const [name, part] = [tag.slice(0, blank), tag.slice(blank + 1) as TagPart];
    const tested = { where: whereOf(part), name, upTo: 0, moved: 0 };
    this.#tested.set(tag, tested);
    return tested;
  }

  /** Tests the part against moves after those it was tested with, latest first. */
  #test(tested: Tested, whole: Whole): void {
    const { where, name, upTo } = tested;
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

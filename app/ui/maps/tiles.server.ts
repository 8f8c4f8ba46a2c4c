import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { pages } from "../../../domain/contract/routes.ts";
import { MOST_ROWS_OF_PAGE } from "../../../domain/limits.ts";
import { combinationOf, playersOf, type WireRow } from "../../../domain/lists/row.ts";
import { keyQueryOf } from "../../../domain/lists/url-state.ts";
import type { PageContext } from "../context.ts";
import { listBy } from "../list.server.ts";

/** How far a combination is done on a map. */
export type TileState = "og" | "done" | "pending" | "open";

/** One map of a combination. */
export interface Tile {
  readonly map: string;
  readonly abbreviation: string;
  readonly state: TileState;
  /** The completion's page; null if there is none. */
  readonly page: string | null;
  /** Who played it, if the caller needs that. */
  readonly players?: string;
}

/** A combination on every map of the index. */
export interface Tiles {
  /** "This pair" */
  readonly words: string;
  /** Whether its completions can be originals. */
  readonly hasOriginals: boolean;
  readonly done: number;
  readonly maps: number;
  /**
   * Set if the list has more rows than were read, so that a map that is missing here may be done all the same. Null if
   * everything is known.
   */
  readonly more: { readonly read: number; readonly count: number; readonly page: string } | null;
  /** By difficulty, easiest first. If there is more to read, maps without a known completion are left out. */
  readonly groups: readonly { readonly difficulty: string; readonly tiles: readonly Tile[] }[];
}

/** Maximum number of list pages that are read. */
const MOST_PAGES = 5;

/** Reads the first rows of the list, and how many it has in all; null if the list refuses the question. */
async function firstRows(
  definition: ChallengeDefinition,
  parameters: Readonly<Record<string, string | readonly string[]>>,
  context: PageContext,
): Promise<{ readonly rows: readonly WireRow[]; readonly count: number; readonly isAll: boolean } | null> {
  const rows: WireRow[] = [];
  let count = 0;
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = { ...parameters, offset: rows.length, count: MOST_ROWS_OF_PAGE };
    const found = await listBy(definition, query, context);
    if (!found) return null;
    rows.push(...found.results);
    count = found.count;
    if (!found.more) return { rows, count, isAll: true };
  }
  return { rows, count, isAll: false };
}

const RANKS: readonly TileState[] = ["open", "pending", "done", "og"];

function stateOf(row: WireRow): TileState {
  if (row.pending !== null) return "pending";
  return row.og === true ? "og" : "done";
}

/**
 * Returns a completion's combination on all maps; null if its challenge has none, or if it could not be read.
 * @param person only what this player has of it
 */
export async function tilesOf(
  definition: ChallengeDefinition,
  row: WireRow,
  context: PageContext,
  { person = null, hasPlayers = false }: { person?: string | null; hasPlayers?: boolean } = {},
): Promise<Tiles | null> {
  const combination = combinationOf(definition, row);
  if (!combination) return null;
  const [read, maps] = await Promise.all([
    firstRows(definition, { ...combination.parameters, ...(person && { person }) }, context),
    context.reads.maps.all(),
  ]);
  if (!read) return null;
  const { rows, count, isAll } = read;
  const best = new Map<unknown, WireRow>();
  const rank = (each: WireRow): number => RANKS.indexOf(stateOf(each));
  for (const each of rows.filter(combination.isSame)) {
    const known = best.get(each.map);
    if (!known || rank(each) > rank(known)) best.set(each.map, each);
  }
  const all = maps.map(({ map, abbreviation, difficulty }) => {
    const found = best.get(map);
    const page = found ? pages.notes(definition.key, keyQueryOf(definition.keys, found)) : null;
    const players = found && hasPlayers ? { players: playersOf(definition, found) } : {};
    return {
      difficulty,
      map,
      abbreviation,
      state: found ? stateOf(found) : ("open" as const),
      page,
      ...players,
    };
  });
  const tiles = isAll ? all : all.filter(({ state }) => state !== "open");
  return {
    words: combination.words,
    hasOriginals: definition.og !== null,
    done: tiles.filter(({ state }) => state === "done" || state === "og").length,
    maps: all.length,
    more: isAll
      ? null
      : { read: rows.length, count, page: pages.list(definition.key, combination.parameters) },
    groups: Array.from(
      Map.groupBy(tiles, ({ difficulty }) => difficulty),
      ([difficulty, those]) => ({ difficulty, tiles: those.map(({ difficulty: _, ...tile }) => tile) }),
    ),
  };
}

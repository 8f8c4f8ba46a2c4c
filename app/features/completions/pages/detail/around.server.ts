import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { fieldsOfKind } from "../../../../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { appeared } from "../../../../../domain/contract/completions.ts";
import type { PageContext } from "../../../../../domain/contract/page-context.ts";
import { pages } from "../../../../../domain/contract/routes.ts";
import type { WireRow } from "../../../../../domain/lists/row.ts";
import { ask } from "../../../../ui/ask.server.ts";
import { type Line, lineOf } from "../../../../ui/completions/line.server.ts";
import { tilesOf } from "../../../../ui/maps/tiles.server.ts";
import { marksOfRows } from "../../../../ui/marks.server.ts";

/** Most completions listed in each part. */
const MOST_LINES = 6;

interface ListOfThem {
  readonly challenge: string;
  readonly label: string;
  readonly count: number;
  readonly page: string;
}

/** Some completions that have something in common, and the lists of all of them. */
export interface Some {
  readonly lines: readonly Line[];
  readonly lists: readonly ListOfThem[];
}

/** Loads the newest completions of a map or a player, without the completion itself. */
async function someOf(
  query: { readonly challenge?: string; readonly map?: string; readonly person?: string },
  filekey: unknown,
  context: PageContext,
) {
  const { body } = await ask(context, appeared, { ...query, count: MOST_LINES + 1 });
  const { challenge: _, ...parameters } = query;
  const newest = (body?.results ?? [])
    .flatMap(({ challenge, verified, completion }) => {
      const definition = CHALLENGES.get(challenge);
      return definition ? [{ definition, verified, row: completion as WireRow }] : [];
    })
    .filter(({ row }) => row.filekey !== filekey)
    .slice(0, MOST_LINES);
  return {
    found: newest,
    hasPage: body?.hasPage === true,
    lines: newest.map(({ definition, row, verified }) => lineOf(definition, row, verified)),
    lists: (body?.lists ?? []).map(({ challenge, count }) => ({
      challenge,
      label: CHALLENGES.get(challenge)?.label ?? challenge,
      count,
      page: pages.list(challenge, parameters),
    })),
  };
}

/** Loads what else there is: the same towers on other maps, and other completions on its map and by its players. */
export async function loadAround(definition: ChallengeDefinition, row: WireRow, context: PageContext) {
  const names = new Set(fieldsOfKind(definition, "person").flatMap(([name]) => row[name] ?? []));
  const map = String(row.map);
  const [tiles, onMap, byPlayers] = await Promise.all([
    tilesOf(definition, row, context),
    someOf({ challenge: definition.key, map }, row.filekey, context),
    Promise.all(
      Array.from(names, async (name) => {
        const person = String(name);
        return { person, ...(await someOf({ person }, row.filekey, context)) };
      }),
    ),
  ]);
  const found = [onMap, ...byPlayers].flatMap((some) => some.found);
  return {
    tiles,
    onMap: { lines: onMap.lines, lists: onMap.lists },
    byPlayers: byPlayers.map(({ found: _, ...each }) => each),
    marks: await marksOfRows([{ definition, row }, ...found], context),
  };
}

export type Around = Awaited<ReturnType<typeof loadAround>>;

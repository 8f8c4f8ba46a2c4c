import type { ChallengeDefinition } from "../../../challenges/define.ts";
import { CHALLENGES } from "../../../challenges/index.ts";
import { challengeReads } from "../../../contract/completions.ts";
import { fieldsOfKind } from "../../../derive/fields.ts";
import type { WireRow } from "../../../derive/row.ts";
import { NEWEST } from "../../../derive/sort-terms.ts";
import { pages } from "../../../routes.ts";
import { ask } from "../../ask.server.ts";
import { type Line, lineOf } from "../../completions/line.server.ts";
import { tilesOf } from "../../completions/tiles.server.ts";
import type { PageContext, Times } from "../../context.ts";
import { marksOfRows } from "../../marks.server.ts";

/** Lines of each part. */
const MOST_LINES = 6;

/** One challenge's list of them. */
interface ListOfThem {
  readonly challenge: string;
  readonly label: string;
  readonly count: number;
  readonly page: string;
}

/** Some completions that have something in common, and where all of them are. */
export interface Some {
  readonly lines: readonly Line[];
  readonly lists: readonly ListOfThem[];
}

interface Found {
  readonly definition: ChallengeDefinition;
  readonly row: WireRow;
}

interface Asked {
  readonly definition: ChallengeDefinition;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The newest rows of a list, and how many it has. */
async function newestOf({ definition, parameters }: Asked, context: PageContext) {
  const asked = { ...parameters, sortby: NEWEST, count: MOST_LINES + 1 };
  const { body } = await ask(context, challengeReads(definition).list, asked);
  return {
    found: (body?.results ?? []).map((row): Found => ({ definition, row })),
    list: {
      challenge: definition.key,
      label: definition.label,
      count: body?.count ?? 0,
      page: pages.list(definition.key, parameters),
    },
  };
}

/** The newest of some lists, without the completion itself. */
async function someOf(asked: readonly Asked[], filekey: unknown, context: PageContext) {
  const all = await Promise.all(asked.map((each) => newestOf(each, context)));
  const others = all.flatMap(({ found }) => found).filter(({ row }) => row.filekey !== filekey);
  const times = await context.timesOf(others.map(({ row }) => String(row.filekey)));
  const timesOf = ({ row }: Found): Times | undefined => times.get(String(row.filekey));
  // As the lists have it: when it was verified; of a claim, when it was submitted. Unknown of some that were imported.
  const appeared = (each: Found): string =>
    (each.row.pending === null ? timesOf(each)?.verifiedAt : timesOf(each)?.createdAt) ?? "";
  const newest = others
    .toSorted((one, other) => (appeared(one) < appeared(other) ? 1 : -1))
    .slice(0, MOST_LINES);
  return {
    found: newest,
    lines: newest.map((each) => lineOf(each.definition, each.row, timesOf(each)?.verifiedAt ?? null)),
    lists: all.map(({ list }) => list).filter(({ count }) => count > 0),
  };
}

/** What else there is: the completion's towers on other maps, its map, its players. */
export async function loadAround(definition: ChallengeDefinition, row: WireRow, context: PageContext) {
  const names = new Set(fieldsOfKind(definition, "person").flatMap(([name]) => row[name] ?? []));
  const map = String(row.map);
  const [tiles, onMap, byPlayers] = await Promise.all([
    tilesOf(definition, row, context),
    someOf([{ definition, parameters: { map } }], row.filekey, context),
    Promise.all(
      Array.from(names, async (name) => {
        const person = String(name);
        const asked = Array.from(CHALLENGES.values(), (each) => ({
          definition: each,
          parameters: { person },
        }));
        return { person, ...(await someOf(asked, row.filekey, context)) };
      }),
    ),
  ]);
  const found = [onMap, ...byPlayers].flatMap((some) => some.found);
  return {
    tiles,
    onMap: { lines: onMap.lines, lists: onMap.lists },
    byPlayers: byPlayers.map(({ person, lines, lists }) => ({ person, lines, lists })),
    marks: await marksOfRows([{ definition, row }, ...found], context),
  };
}

export type Around = Awaited<ReturnType<typeof loadAround>>;

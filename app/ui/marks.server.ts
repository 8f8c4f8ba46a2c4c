import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import { type PackedMarks, packMapMark, packTowerMark } from "../../domain/fields/marks/packed.ts";
import type { Catalogue } from "../../domain/game/catalogue.ts";
import { towerMarkOf } from "../../domain/game/marks.ts";
import { towersOf, type WireRow } from "../../domain/lists/row.ts";
import type { PageContext } from "./context.ts";

/** Returns the marks of every tower and map that the rows name. A name that is not a tower or a listed map has none. */
export async function marksOf(
  definition: ChallengeDefinition,
  rows: readonly WireRow[],
  context: PageContext,
): Promise<PackedMarks> {
  return marksOfRows(
    rows.map((row) => ({ definition, row })),
    context,
  );
}

/** Does the same for rows of several challenges. */
export async function marksOfRows(
  rows: readonly { readonly definition: ChallengeDefinition; readonly row: WireRow }[],
  context: PageContext,
): Promise<PackedMarks> {
  const towers = towerMarksOf(
    rows.flatMap(({ definition, row }) => towersOf(definition, row)),
    await context.catalogue(),
  );
  return { towers, maps: await mapMarksOf(new Set(rows.map(({ row }) => row.map)), context) };
}

/** Returns the marks of the towers among these names. */
export function towerMarksOf(names: readonly string[], catalogue: Catalogue): PackedMarks["towers"] {
  const towers: Record<string, string> = {};
  for (const name of new Set(names)) {
    const tower = catalogue.find(name);
    if (tower) towers[name] = packTowerMark(towerMarkOf(tower));
  }
  return towers;
}

async function mapMarksOf(names: ReadonlySet<unknown>, context: PageContext): Promise<PackedMarks["maps"]> {
  if (names.size === 0) return {};
  const all = await context.reads.maps.all();
  return Object.fromEntries(
    all
      .filter(({ map }) => names.has(map))
      .map(({ map, difficulty, abbreviation }) => [map, packMapMark(difficulty, abbreviation)]),
  );
}

/** Returns the plate of the map with this name or abbreviation; null if it is not a listed map. */
export async function plateOf(called: string, context: PageContext): Promise<string | null> {
  const all = await context.reads.maps.all();
  const name = called.toLowerCase();
  const found = all.find(
    ({ map, abbreviation }) => map.toLowerCase() === name || abbreviation.toLowerCase() === name,
  );
  return found ? packMapMark(found.difficulty, found.abbreviation) : null;
}

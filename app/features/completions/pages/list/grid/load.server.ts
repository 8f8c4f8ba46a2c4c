import type { ChallengeDefinition } from "../../../../../../domain/challenges/define.ts";
import { packMapMark, packTowerMark } from "../../../../../../domain/fields/marks/packed.ts";
import type { Catalogue, TowerName } from "../../../../../../domain/game/catalogue.ts";
import { DIFFICULTIES } from "../../../../../../domain/game/facts.ts";
import { towerMarkOf } from "../../../../../../domain/game/marks.ts";
import type { ListState } from "../../../../../../domain/lists/url-state.ts";
import type { PageContext } from "../../../../../ui/context.ts";
import { outcomeOf } from "../../../../../ui/outcome.server.ts";

/** Returns the rows of the table, done or not: tower types in shop order with their names, then the heroes. */
function towerGroups(catalogue: Catalogue) {
  const rowsOf = (isOf: (tower: TowerName) => boolean) =>
    catalogue.names
      .filter(isOf)
      .map((tower) => ({ name: tower.name, mark: packTowerMark(towerMarkOf(tower)) }));
  const groups = catalogue.towers.map(({ name, category }) => ({
    group: name,
    category: category ?? "",
    towers: rowsOf((tower) => tower.kind === "upgrade" && tower.type === name),
  }));
  return [...groups, { group: "Heroes", category: "hero", towers: rowsOf(({ kind }) => kind === "hero") }];
}

/** The letters of a tower's cells, one for each map. */
const LETTERS = { og: "o", done: "d", pending: "p", open: "." } as const;

const bitsOf = (sets: Readonly<Record<string, string>>, tower: string): bigint =>
  BigInt(`0x${sets[tower] ?? "0"}`);

const isIn = (bits: bigint, bit: number): boolean => ((bits >> BigInt(bit)) & 1n) === 1n;

/** Counts the bits that are set. */
const sizeOf = (bits: bigint): number => bits.toString(2).replaceAll("0", "").length;

/** Loads the table of one difficulty's maps: the requested one, or else the easiest. */
export async function loadGrid(
  definition: ChallengeDefinition,
  { parameters }: ListState,
  context: PageContext,
) {
  const { body, error, status } = await outcomeOf(() => context.reads.completions.grid(definition));
  const base = { view: "table" as const, error: error as string | null, status };
  if (body === null) return { ...base, table: null };
  const difficultyGiven = parameters.difficulty?.toLowerCase();
  const difficulty = DIFFICULTIES.find((each) => each === difficultyGiven) ?? DIFFICULTIES[0];
  const shown = body.mapList
    .map((entry, bit) => ({ ...entry, bit }))
    .filter((entry) => entry.difficulty === difficulty);
  const maps = await context.reads.maps.all();
  const known = new Map(maps.map(({ map, abbreviation }) => [map, abbreviation]));
  const letterOf = (tower: string, bit: number): string => {
    if (isIn(bitsOf(body.ogData, tower), bit)) return LETTERS.og;
    if (isIn(bitsOf(body.tableData, tower), bit)) return LETTERS.done;
    return isIn(bitsOf(body.pendingData, tower), bit) ? LETTERS.pending : LETTERS.open;
  };
  const groups = towerGroups(await context.catalogue()).map(({ towers, ...group }) => ({
    ...group,
    towers: towers.map(({ name, mark }) => ({
      name,
      mark,
      done: sizeOf(bitsOf(body.tableData, name)),
      cells: shown.map(({ bit }) => letterOf(name, bit)).join(""),
    })),
  }));
  return {
    ...base,
    table: {
      difficulty,
      maps: shown.map(({ map }) => ({ map, mark: packMapMark(difficulty, known.get(map) ?? "") })),
      /** Of all difficulties. */
      mapCount: body.mapList.length,
      groups,
    },
  };
}

export type GridData = NonNullable<Awaited<ReturnType<typeof loadGrid>>["table"]>;

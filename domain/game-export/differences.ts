import { type Catalogue, type CatalogueRow, currentPrice, type UpgradeRow } from "../game/catalogue.ts";
import { proposedMark, renamed, withPrice } from "../game/catalogue-rows.ts";
import { cash, NOT_KNOWN, nameOfChoice } from "../game/counted.ts";
import type { MapFacts, TierKey } from "../game/facts.ts";
import { nameKey } from "../game/name-key.ts";
import { versionOrder } from "../game/versions.ts";
import { type GameExport, NAMED, PRICED, quoted, type Refusal } from "./checked.ts";

/** Of a map what an export has, too. */
export type MapRow = Pick<MapFacts, "name" | "difficulty" | "hasWater"> & { readonly gameId: string | null };

/** One thing in which an export differs from what is here. */
export interface Difference {
  /** Names it in a form; the same whenever the difference is found. */
  readonly key: string;
  readonly kind: "new" | "changed" | "gone";
  readonly of: "tower" | "hero" | "upgrade" | "price" | "map";
  /** The tower, hero or map, as it is called here. */
  readonly name: string;
  /** What of it: "name", "0-5-0"; null: the whole. */
  readonly part: string | null;
  readonly before: string | null;
  readonly after: string | null;
  /** Whether it is chosen unless a person says otherwise. */
  readonly isTicked: boolean;
}

/** A row as it is and as it is to be; null: there is none. */
export interface RowChange<Row> {
  readonly before: Row | null;
  readonly after: Row | null;
}

/** What new rows and prices need besides the export. */
interface Context {
  readonly version: string;
  /** Of all towers and heroes, new ones included. */
  readonly marks: string[];
}

/** A difference, the row that has it, and what of the row becomes as the export has it: all of a new one, null: it goes. */
interface Step<Row> {
  readonly difference: Difference;
  readonly row: Row | null;
  readonly take: (row: Row, context: Context) => Partial<Row> | null;
}

/** What an export has of a tower type or a hero, in the order of its tiers. */
interface Found extends Pick<CatalogueRow, "kind" | "name" | "category" | "fullName"> {
  readonly gameId: string;
  readonly names: readonly (readonly [tier: TierKey, name: string])[];
  readonly costs: readonly (readonly [tiers: string | null, cost: number])[];
}

interface Here {
  readonly gameId: string | null;
  readonly name: string;
}

/** Returns where an export differs from the towers, heroes and maps that are here. */
export const differencesOf = (
  found: GameExport,
  catalogue: Catalogue,
  maps: readonly MapRow[],
): Difference[] =>
  [...towerSteps(found, catalogue), ...mapSteps(found, maps)].map(({ difference }) => difference);

/**
 * Returns the rows that change when differences are taken over. What does not differ any more is passed over.
 * @param chosen the keys of differences
 * @param version of the game that the export is of, from which on its prices hold
 */
export function applied(
  found: GameExport,
  chosen: ReadonlySet<string>,
  catalogue: Catalogue,
  maps: readonly MapRow[],
  version: string,
): { readonly towers: RowChange<CatalogueRow>[]; readonly maps: RowChange<MapRow>[] } | Refusal {
  const [order, newest] = [versionOrder(version), catalogue.newestVersion];
  if (order === null) return { refusal: `${quoted(version)} is not a version of the game.` };
  if (newest !== null && order < (versionOrder(newest) ?? 0))
    return { refusal: `The export is of ${version}, and version ${newest} is known here.` };
  const context = { version, marks: catalogue.rows.map(({ mark }) => mark) };
  return {
    towers: changesOf(towerSteps(found, catalogue), chosen, context),
    maps: changesOf(mapSteps(found, maps), chosen, context),
  };
}

function changesOf<Row>(
  steps: readonly Step<Row>[],
  chosen: ReadonlySet<string>,
  context: Context,
): RowChange<Row>[] {
  const taken = steps.filter(({ difference }) => chosen.has(difference.key));
  return [...Map.groupBy(taken, ({ row, difference }) => row ?? difference.key).values()].map((of) => {
    const before = of[0]?.row ?? null;
    // The step of a new row reads none, and gives all of it.
    const next = (row: Row | null, { take }: Step<Row>): Row | null => {
      const part = take(row as Row, context);
      return part && ({ ...row, ...part } as Row);
    };
    return { before, after: of.reduce(next, before) };
  });
}

/** Returns what makes steps for a row, or for one that is new: for a part of it, or the whole; none if nothing differs. */
const stepsFor =
  <Row>(row: Row | null, id: string, name: string) =>
  (
    of: Difference["of"],
    part: string | null,
    [before, after]: readonly [before: string | null, after: string | null],
    take: Step<Row>["take"],
  ): Step<Row>[] => {
    if (before === after) return [];
    const kind = before === null ? "new" : after === null ? "gone" : "changed";
    const key = [kind, of, id, ...(part === null ? [] : [part])].join(":");
    return [
      { difference: { key, kind, of, name, part, before, after, isTicked: kind !== "gone" }, row, take },
    ];
  };

/**
 * Returns what is new, what changed, and what is gone if the export has more than nine tenths of what is here. What was found
 * is the row here that has its id, else its name.
 */
function stepsOf<Each extends Here & { readonly gameId: string }, Row extends Here>(
  of: "tower" | "hero" | "map",
  found: readonly Each[],
  rows: readonly Row[],
  compare: {
    readonly byName: (name: string) => Row | undefined;
    /** What is said of one that is new, and its row. */
    readonly words: (each: Each) => string;
    readonly added: (each: Each, context: Context) => Row;
    readonly changed: (each: Each, row: Row, isWhole: boolean) => Step<Row>[];
  },
): Step<Row>[] {
  const pairs = new Map<Each, Row>();
  const left = new Set(rows);
  const byId = new Map(rows.map((row) => [row.gameId, row]));
  for (const find of [({ gameId }: Each) => byId.get(gameId), ({ name }: Each) => compare.byName(name)])
    for (const each of found) {
      const row = pairs.has(each) ? undefined : find(each);
      if (row && left.delete(row)) pairs.set(each, row);
    }
  const isWhole = pairs.size * 10 > rows.length * 9;
  return [
    ...found.flatMap((each) => {
      const row = pairs.get(each);
      if (row) return compare.changed(each, row, isWhole);
      const step = stepsFor<Row>(null, each.gameId, each.name);
      return step(of, null, [null, compare.words(each)], (_, context) => compare.added(each, context));
    }),
    ...[...(isWhole ? left : [])].flatMap((row) =>
      stepsFor(row, row.name, row.name)(of, null, [row.name, null], () => null),
    ),
  ];
}

const dashed = (tiers: string): string => [...tiers].join("-");

/** Returns what an object has by some keys, in their order. */
const inOrder = <Key extends string, Value>(keys: readonly Key[], of: { readonly [key in Key]?: Value }) =>
  keys.flatMap((key) => (of[key] === undefined ? [] : [[key, of[key]] as const]));

function towerSteps({ towers, heroes }: GameExport, catalogue: Catalogue): Step<CatalogueRow>[] {
  const found = {
    tower: towers.map(
      ({ gameId, name, category, cost, upgrades, prices }): Found => ({
        kind: "tower",
        gameId,
        name,
        category,
        fullName: null,
        names: inOrder(NAMED, upgrades),
        costs: [[null, cost], ...inOrder(PRICED, prices)],
      }),
    ),
    hero: heroes.map(
      ({ cost, ...hero }): Found => ({
        kind: "hero",
        ...hero,
        category: null,
        names: [],
        costs: [[null, cost]],
      }),
    ),
  };
  return (["tower", "hero"] as const).flatMap((kind) => {
    const rows = catalogue.rows.filter((row) => row.kind === kind);
    const byName = new Map(rows.map((row) => [row.name, row]));
    return stepsOf(kind, found[kind], rows, {
      byName: (name) => byName.get(catalogue.nameOf(name)),
      words: ({ category, costs, names }) =>
        [
          ...(category ? [nameOfChoice(category)] : []),
          ...costs.slice(0, 1).map(([, cost]) => cash(cost)),
          ...names.map(([, name]) => name),
        ].join(", "),
      added: newRow,
      changed: towerParts,
    });
  });
}

/** Returns what differs in a tower or hero that is here. */
function towerParts(found: Found, row: CatalogueRow, isWhole: boolean): Step<CatalogueRow>[] {
  const { kind, gameId, name, fullName, category } = found;
  const part = stepsFor(row, gameId, row.name);
  const names =
    kind === "tower"
      ? part("tower", "name", [row.name, name], (each) => renamed(each, name))
      : part("hero", "full name", [row.fullName ?? row.name, fullName], (each) => ({
          fullName,
          // The former one finds the hero.
          others: [
            ...each.others.filter((other) => other !== fullName),
            ...(each.fullName === null ? [] : [each.fullName]),
          ],
        }));
  return [
    ...names,
    ...part(kind, "id", [row.gameId, gameId], () => ({ gameId })),
    ...part(kind, "category", [row.category, category], () => ({ category })),
    ...NAMED.flatMap((tier) => {
      const before = row.upgrades.find((each) => each.tier === tier);
      const after = found.names.find(([of]) => of === tier)?.[1] ?? null;
      if (after === null && !isWhole) return [];
      return part("upgrade", dashed(tier), [before?.name ?? null, after], ({ upgrades }) => ({
        upgrades: [
          ...upgrades.filter((each) => each.tier !== tier),
          ...(after === null ? [] : [before ? renamed(before, after) : upgradeOf([tier, after])]),
        ],
      }));
    }),
    ...found.costs.flatMap(([tiers, cost]) => {
      const price = currentPrice(row.prices, tiers);
      const texts = [price && cash(price.cost), cash(cost)] as const;
      return part("price", tiers === null ? "base" : dashed(tiers), texts, (each, { version }) => ({
        prices: withPrice(each.prices, tiers, cost, version),
      }));
    }),
  ];
}

const upgradeOf = ([tier, name]: Found["names"][number]): UpgradeRow => ({
  tier,
  name,
  spelling: null,
  others: [],
  former: [],
});

/** Returns the row of a tower or hero that is new here. */
function newRow({ names, costs, ...found }: Found, { version, marks }: Context): CatalogueRow {
  const mark = proposedMark(found.name, marks);
  marks.push(mark);
  const base = found.kind === "tower" ? ([["base", `Base ${found.name}`]] as const) : [];
  return {
    ...found,
    hardCost: null,
    version,
    date: null,
    mark,
    spelling: null,
    others: [],
    former: [],
    excluded: [],
    upgrades: [...base, ...names].map(upgradeOf),
    prices: costs.flatMap(([tiers, cost]) => withPrice([], tiers, cost, version)),
  };
}

function mapSteps({ maps: found }: GameExport, maps: readonly MapRow[]): Step<MapRow>[] {
  const byKey = new Map(maps.map((map) => [nameKey(map.name), map]));
  const rows = found.map((map): MapRow & { gameId: string } => ({ ...map, hasWater: map.hasWater ? 1 : 0 }));
  const water = ({ hasWater }: MapRow): string =>
    hasWater === null ? NOT_KNOWN : hasWater === 1 ? "water" : "no water";
  return stepsOf("map", rows, maps, {
    byName: (name) => byKey.get(nameKey(name)),
    words: (map) => `${nameOfChoice(map.difficulty)}, ${water(map)}`,
    added: (map) => map,
    changed: (map, row) => {
      const part = stepsFor(row, map.gameId, row.name);
      const { name, gameId, difficulty, hasWater } = map;
      return [
        ...part("map", "name", [row.name, name], () => ({ name })),
        ...part("map", "id", [row.gameId, gameId], () => ({ gameId })),
        ...part("map", "difficulty", [row.difficulty, difficulty], () => ({ difficulty })),
        ...part("map", "water", [water(row), water(map)], () => ({ hasWater })),
      ];
    },
  });
}

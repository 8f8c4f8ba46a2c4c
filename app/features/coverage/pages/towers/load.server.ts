import { data } from "react-router";
import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { fieldsOfKind } from "../../../../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { challengeCoverage } from "../../../../../domain/contract/coverage.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import type { Filter } from "../../../../../domain/fields/kind.ts";
import { packTowerMark } from "../../../../../domain/fields/marks/packed.ts";
import type { Catalogue, TowerName } from "../../../../../domain/game/catalogue.ts";
import { listed } from "../../../../../domain/game/counted.ts";
import { towerMarkOf } from "../../../../../domain/game/marks.ts";
import { readSearchValue } from "../../../../../domain/lists/parameters.ts";
import { possibleIn, shareOf } from "../../../../../domain/lists/share.ts";
import { inTriangle, readPair } from "../../../../../domain/lists/triangle.ts";
import { say } from "../../../../../domain/messages/index.ts";
import { formFor } from "../../../../../domain/search/answerable.ts";
import type { ChallengeTab } from "../../../../ui/components/ChallengeTabs.tsx";
import type { PageContext } from "../../../../ui/context.ts";
import { tilesOf } from "../../../../ui/maps/tiles.server.ts";
import { outcomeOf } from "../../../../ui/outcome.server.ts";

/** What the heroes are called together, among the tower types. */
const HEROES = "Heroes";

const groupOf = ({ type }: TowerName): string => type ?? HEROES;

/** Names by their paths, each with its tiers. */
const BY_PATH = ["base", "300", "400", "500", "030", "040", "050", "003", "004", "005", "555"];

const headOf = (tower: TowerName) => ({
  name: tower.name,
  mark: packTowerMark(towerMarkOf(tower)),
  /** "300", or the letters of a hero. */
  short: tower.tier === null ? towerMarkOf(tower).letters : tower.tier === "base" ? "000" : tower.tier,
});

function headOfGroup(group: string, catalogue: Catalogue) {
  const tower = catalogue.find(group);
  const mark = tower ? towerMarkOf(tower) : { category: "hero" as const, letters: "H", tiers: null };
  return { name: group, mark: packTowerMark(mark) };
}

const listOf = (text: string | null): readonly string[] =>
  (text ?? "").split(",").flatMap((each) => each.trim() || []);

/** What there is of one pair, or of all pairs of two types. */
interface Sum {
  readonly done: number;
  readonly pending: number;
  readonly possible: number;
}

/** Loads pairs by pairs: types by types, and the names of two types that the address chooses. */
async function loadPairs(
  definition: ChallengeDefinition,
  types: readonly string[],
  { player, hasParagons }: { readonly player: string | null; readonly hasParagons: boolean },
  context: PageContext,
) {
  const { body, error, status } = await outcomeOf(() =>
    context.reads.coverage.pairs(definition, readSearchValue(player, "player")),
  );
  if (!body) return { kind: "failed" as const, error, status };
  const catalogue = await context.catalogue();
  const all = possibleIn(definition, catalogue).names.map((tower, place) => ({ tower, place }));
  const bytes = atob(body.cells);
  const pairOf = (one: { place: number }, other: { place: number }) =>
    readPair(bytes.charCodeAt(inTriangle(one.place, other.place)));
  const groups = Map.groupBy(
    all.filter(({ tower }) => hasParagons || tower.tier !== "555"),
    ({ tower }) => groupOf(tower),
  );
  const names = [...groups.keys()];
  const sumOf = (one: string, other: string): Sum => {
    const sum = { done: 0, pending: 0, possible: 0 };
    for (const [at, row] of (groups.get(one) ?? []).entries())
      for (const column of one === other ? (groups.get(other) ?? []).slice(at) : (groups.get(other) ?? [])) {
        const { maps, isPending } = pairOf(row, column);
        if (maps === null) continue;
        sum.possible++;
        if (maps > 0) sum.done++;
        if (isPending) sum.pending++;
      }
    return sum;
  };
  const rows = names.map((one, at) => names.slice(0, at + 1).map((other) => sumOf(one, other)));
  const total = rows
    .flat()
    .reduce((sum, each) => ({ done: sum.done + each.done, possible: sum.possible + each.possible }), {
      done: 0,
      possible: 0,
    });
  const withParagons = { done: body.done, possible: body.possible };
  const chosen = types.map((type) =>
    type.toLowerCase() === "heroes" ? HEROES : (catalogue.find(type)?.type ?? type),
  );
  const [first, second = first] = chosen;
  const [ofFirst, ofSecond] = [first, second].map((group = "") =>
    groups
      .get(group)
      ?.toSorted(
        (one, other) => BY_PATH.indexOf(one.tower.tier ?? "") - BY_PATH.indexOf(other.tower.tier ?? ""),
      ),
  );
  return {
    kind: "pairs" as const,
    error: null,
    status,
    total: hasParagons ? withParagons : total,
    withParagons,
    groups: names.map((each) => headOfGroup(each, catalogue)),
    rows,
    chosen:
      first === undefined || second === undefined || !ofFirst || !ofSecond
        ? null
        : {
            types: [headOfGroup(first, catalogue), headOfGroup(second, catalogue)] as const,
            sum: sumOf(first, second),
            columns: ofSecond.map(({ tower }) => headOf(tower)),
            rows: ofFirst.map((row) => ({
              ...headOf(row.tower),
              cells: ofSecond.map((column) => pairOf(row, column)),
            })),
          },
    /** Types that the address names and that there are none of. */
    unknown: chosen.filter((type) => !groups.has(type)),
  };
}

/** Counts the bits of a set. */
const sizeOf = (set: string | undefined): number =>
  BigInt(`0x${set ?? "0"}`)
    .toString(2)
    .replaceAll("0", "").length;

/** Loads the names of a challenge with one tower, each with the number of its maps. */
async function loadNames(
  definition: ChallengeDefinition,
  { player, hasParagons }: { readonly player: string | null; readonly hasParagons: boolean },
  context: PageContext,
) {
  if (challengeCoverage(definition).names === null) throw data(null, { status: 404 });
  const { body, error, status } = await outcomeOf(() =>
    context.reads.coverage.names(definition, readSearchValue(player, "player")),
  );
  if (!body) return { kind: "failed" as const, error, status };
  const catalogue = await context.catalogue();
  const all = possibleIn(definition, catalogue).names.map((tower) => ({
    ...headOf(tower),
    group: groupOf(tower),
    isParagon: tower.tier === "555",
    maps: sizeOf(body.tableData[tower.name]),
    pending: sizeOf(body.pendingData[tower.name]),
  }));
  const entries = all.filter(({ isParagon }) => hasParagons || !isParagon);
  const totalOf = (some: typeof all) => ({
    done: some.filter(({ maps }) => maps > 0).length,
    possible: some.length,
  });
  return {
    kind: "names" as const,
    error: null,
    status,
    mapCount: body.mapList.length,
    total: totalOf(entries),
    withParagons: totalOf(all),
    groups: Array.from(
      Map.groupBy(entries, ({ group }) => group),
      ([group, own]) => ({ ...headOfGroup(group, catalogue), entries: own }),
    ),
  };
}

/** Loads one tower or pair on every map. */
async function loadOnMaps(
  definition: ChallengeDefinition,
  chosen: readonly string[],
  player: string | null,
  context: PageContext,
) {
  const fields = fieldsOfKind(definition, "tower").map(([name]) => name);
  const catalogue = await context.catalogue();
  const towers = chosen.flatMap((name) => catalogue.find(name) ?? []);
  const isWhole = towers.length === chosen.length && towers.length === fields.length;
  if (!isWhole || towers.some(({ kind }) => kind === "type")) {
    const needs = fields.length > 1 ? "two names of towers" : "one name of a tower";
    return { kind: "failed" as const, error: `Please name ${needs}, divided by a comma.`, status: 400 };
  }
  const filters = towers.map(({ name }): Filter => ["tower", name]);
  const form = formFor(definition, filters, catalogue);
  const row = Object.fromEntries(fields.map((field, at) => [field, towers[at]?.name ?? null]));
  const tiles = await tilesOf(definition, row, context, { person: player, hasPlayers: true });
  if (!tiles) throw data(null, { status: 500 });
  const given = Object.fromEntries(form.fields);
  const groups = tiles.groups.map(({ difficulty, tiles: own }) => ({
    difficulty,
    done: own.filter(({ state }) => state === "done" || state === "og").length,
    tiles: own.map(({ page, ...tile }) => ({
      ...tile,
      to: page ?? (form.problem ? null : pages.addForm(definition.key, { ...given, map: tile.map })),
    })),
  }));
  /** The hardest that is open. */
  const next =
    groups.flatMap(({ tiles: own }) => own).findLast(({ state, to }) => state === "open" && to !== null) ??
    null;
  const names = towers.map(({ name }) => name);
  const isOpen = tiles.groups.every(({ tiles: own }) => own.every(({ state }) => state === "open"));
  // An open pair is wished for on any map.
  const on = isOpen && fields.length > 1 ? null : (next?.map ?? null);
  const heading = [listed(names), definition.label, on && `on ${on}`].filter(Boolean).join(" ");
  return {
    kind: "maps" as const,
    error: null,
    status: 200,
    wishes: {
      address: api.wishes({ challenge: definition.key, towers: names.join(",") }),
      shown:
        next === null || player !== null
          ? []
          : [{ challenge: definition.key, heading, towers: names, map: on }],
    },
    followed: {
      challenge: definition.key,
      name: [listed(names), definition.label].join(" "),
      query: { tower: names, person: player },
    },
    towers: towers.map(headOf),
    /** The page that has the types of these, or all towers. */
    back: pages.challengeCoverage(
      definition.key,
      towers.length > 1 ? { types: towers.map(groupOf).join(","), player } : { player },
    ),
    backTo: towers.length > 1 ? towers.map(groupOf).join(" × ") : "All towers",
    done: tiles.done,
    maps: tiles.maps,
    more: tiles.more,
    groups,
    /** Why the form refuses it; null if it does not. */
    problem: form.problem && say(form.problem),
    list: pages.list(definition.key, { tower: towers.map(({ name }) => name), person: player }),
    next,
  };
}

export async function loadTowersCoverage(url: URL, context: PageContext) {
  const definition = CHALLENGES.get(url.pathname.split("/")[2] ?? "");
  if (!definition) throw data(null, { status: 404 });
  const { searchParams } = url;
  const player = searchParams.get("player")?.trim() || null;
  const hasParagons = searchParams.get("paragons") === "1";
  const towers = listOf(searchParams.get("towers"));
  const types = listOf(searchParams.get("types"));
  const by = { player, hasParagons };
  const { key, label, name } = definition;
  const isOfPairs = challengeCoverage(definition).pairs !== null;
  return {
    challenge: { key, label, name },
    tabs: coverageTabs(),
    player,
    hasParagons,
    given: { towers: towers.join(","), types: types.join(",") },
    content:
      towers.length > 0
        ? await loadOnMaps(definition, towers, player, context)
        : isOfPairs
          ? await loadPairs(definition, types, by, context)
          : await loadNames(definition, by, context),
  };
}

export type TowersCoverage = Awaited<ReturnType<typeof loadTowersCoverage>>;
type Content = TowersCoverage["content"];
export type PairsData = Extract<Content, { kind: "pairs" }>;
export type NamesData = Extract<Content, { kind: "names" }>;
export type OnMapsData = Extract<Content, { kind: "maps" }>;

/** The pages of what is left: all maps, then the challenges whose towers count. */
export const coverageTabs = (): readonly ChallengeTab[] => [
  { key: "maps", label: "All maps", to: pages.coverage(), counts: false },
  ...[...CHALLENGES.values()]
    .filter((definition) => shareOf(definition) !== "maps")
    .map(({ key, label }) => ({ key, label, to: pages.challengeCoverage(key), counts: false })),
];

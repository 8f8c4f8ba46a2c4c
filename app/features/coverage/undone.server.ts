import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { fieldsOfKind, identityOf } from "../../../domain/challenges/fields.ts";
import { ON_WATER } from "../../../domain/checks/towers.ts";
import type { OpenCombinationsAnswer, UndoneResult } from "../../../domain/contract/coverage.ts";
import type { Filter } from "../../../domain/fields/kind.ts";
import type { Catalogue, TowerName } from "../../../domain/game/catalogue.ts";
import { listed } from "../../../domain/game/counted.ts";
import { START_CASH } from "../../../domain/game/facts.ts";
import { UNDONE_FILTERS, type UndoneFilter } from "../../../domain/lists/filters.ts";
import { possibleIn, shareOf } from "../../../domain/lists/share.ts";
import { rulesFor } from "../../../domain/media/proof-slots.ts";
import { formFor } from "../../../domain/search/answerable.ts";
import type { Data } from "../../api/repositories.server.ts";
import type { ListedMap } from "../maps/repository.server.ts";

/** What is drawn from. A tower type stands for all its names. */
export interface UndoneFilters {
  readonly tower: readonly TowerName[];
  readonly map: number | null;
  readonly difficulty: string | null;
  readonly not: { readonly towers: readonly TowerName[]; readonly maps: readonly number[] };
  readonly affordable: boolean;
  readonly player: string | null;
}

/** What a filter is when it is left out. */
const NONE: UndoneFilters = {
  tower: [],
  map: null,
  difficulty: null,
  not: { towers: [], maps: [] },
  affordable: false,
  player: null,
};

/** One that could be drawn: its towers, none where the map alone counts; its map, null if it is to be open on all. */
export interface Candidate {
  readonly towers: readonly TowerName[];
  readonly map: ListedMap | null;
}

/** Candidates that are made when they are looked at: pairs by maps are millions. */
interface Candidates {
  readonly count: number;
  readonly at: (index: number) => Candidate;
}

const isNamedBy = (name: TowerName, requested: TowerName): boolean =>
  requested.kind === "type" ? name.type === requested.name : name === requested;

/** Whether each requested tower can be another one of these. */
function hasAll(towers: readonly TowerName[], [first, ...others]: readonly TowerName[]): boolean {
  if (!first) return true;
  return towers.some((tower, at) => isNamedBy(tower, first) && hasAll(towers.toSpliced(at, 1), others));
}

/** Returns the towers that the filters leave, of what is possible: pairs, names, or the one without towers. */
function combinationsOf(
  definition: ChallengeDefinition,
  { tower, not, affordable }: UndoneFilters,
  catalogue: Catalogue,
): readonly (readonly TowerName[])[] {
  const of = shareOf(definition);
  if (of === "maps") return tower.length === 0 ? [[]] : [];
  const { names, isPair } = possibleIn(definition, catalogue);
  const usable = names.filter(
    (name) =>
      !not.towers.some((each) => isNamedBy(name, each)) &&
      (!affordable || name.affordableAtStart) &&
      // A paragon is made of other towers, so it is drawn only for who asks for it.
      (name.tier !== "555" || tower.includes(name)),
  );
  const all =
    of === "names"
      ? usable.map((name) => [name])
      : usable.flatMap((one, at) =>
          usable.slice(at).flatMap((other) => (isPair(one, other) ? [[one, other]] : [])),
        );
  return tower.length === 0 ? all : all.filter((towers) => hasAll(towers, tower));
}

function candidatesOf(
  definition: ChallengeDefinition,
  filters: UndoneFilters,
  maps: readonly ListedMap[],
  catalogue: Catalogue,
): Candidates {
  const combinations = combinationsOf(definition, filters, catalogue);
  const isAnywhere = shareOf(definition) === "pairs" && filters.map === null && filters.difficulty === null;
  const on = isAnywhere
    ? [null]
    : maps.filter(
        ({ id, difficulty }) =>
          (filters.map === null || id === filters.map) &&
          (filters.difficulty === null || difficulty === filters.difficulty) &&
          !filters.not.maps.includes(id),
      );
  return {
    count: combinations.length * on.length,
    at: (index) => ({
      towers: combinations[index % combinations.length] ?? [],
      map: on[Math.floor(index / combinations.length)] ?? null,
    }),
  };
}

/** Steps over candidates, so that neighbours are far apart: a prime that does not divide their number reaches all. */
const STEPS = [7_919, 104_729, 15_485_863];

/** Moves the beginning of each seed far from the one before. */
const GOLDEN = 0.618_033_988_749_895;

/** Yields every index below a number once, in the order of a seed. */
function* shuffled(count: number, seed: number): Generator<number> {
  const step = STEPS.find((each) => count % each !== 0) ?? 1;
  const begin = Math.floor((((seed + 1) * GOLDEN) % 1) * count);
  for (let at = 0; at < count; at++) yield (begin + at * step) % count;
}

/** Most candidates are open, so few are looked at first. */
const [FIRST_BATCH, BATCH] = [32, 4_096];

/** Whether a tower of it needs water, and its map has none. The form would warn of it. */
const isAground = ({ towers, map }: Candidate): boolean =>
  map?.hasWater === 0 && towers.some(({ type }) => ON_WATER.includes(type));

const sortedNames = (towers: readonly TowerName[]): string[] => towers.map(({ name }) => name).sort();

/** What tells candidates apart where somebody's own completions are looked through. */
const keyOf = (towers: readonly string[], map: number | null): string => JSON.stringify([towers, map]);

/** Returns what tells which of some candidates are done or pending: by anybody, or by the requested player. */
async function takenIn(definition: ChallengeDefinition, { player }: UndoneFilters, { coverage }: Data) {
  const of = shareOf(definition);
  if (player !== null) {
    const own = await coverage.listOwn(definition, player);
    const keys = new Set(
      own.flatMap(({ towers, map }) => {
        const names = of === "maps" ? [] : towers.toSorted();
        return [keyOf(names, map), keyOf(names, null)];
      }),
    );
    return async (some: readonly Candidate[]) =>
      some.map(({ towers, map }) => keys.has(keyOf(sortedNames(towers), map?.id ?? null)));
  }
  if (of === "maps") {
    const counted = await coverage.countOnMaps([definition.key], null);
    const done = new Set(counted.map(({ map }) => map));
    return async (some: readonly Candidate[]) => some.map(({ map }) => map !== null && done.has(map.id));
  }
  return async (some: readonly Candidate[]) => {
    const found = some.every(({ map }) => map === null)
      ? await coverage.findTakenCombinations(
          definition,
          some.map(({ towers }) => {
            const [first = "", second = ""] = sortedNames(towers);
            return [first, second] as const;
          }),
        )
      : await coverage.findTakenIdentities(
          definition,
          some.map(
            ({ towers, map }) =>
              identityOf(definition, {
                mapId: map?.id ?? 0,
                completionType: null,
                towers: towers.map(({ name }) => name),
              }) ?? "",
          ),
        );
    return some.map((_, at) => found.has(at));
  };
}

/** Whether anybody has it, done or pending. */
export async function isTaken(
  definition: ChallengeDefinition,
  candidate: Candidate,
  data: Data,
): Promise<boolean> {
  const [taken] = await (await takenIn(definition, NONE, data))([candidate]);
  return taken === true;
}

/** Whether it has what a draw has, and the form would take it. */
export function isPossible(
  definition: ChallengeDefinition,
  candidate: Candidate,
  catalogue: Catalogue,
): boolean {
  const { towers, map } = candidate;
  const [one, other] = towers;
  const { names, isPair } = possibleIn(definition, catalogue);
  const of = shareOf(definition);
  const isWhole =
    of === "pairs"
      ? towers.length === 2 && one && other && isPair(one, other)
      : map !== null && (of === "maps" ? !one : towers.length === 1 && one && names.includes(one));
  return isWhole === true && formFor(definition, filtersOf(candidate), catalogue).problem === null;
}

const filtersOf = ({ towers, map }: Candidate): readonly Filter[] => [
  ...towers.map(({ name }): Filter => ["tower", name]),
  ...(map === null ? [] : [["map", map.map] as const]),
];

/** What is drawn from. */
interface Drawing {
  readonly data: Data;
  readonly catalogue: Catalogue;
}

/** Returns the first open one in the order of the seed; null if there is none. */
async function drawIn(
  definition: ChallengeDefinition,
  filters: UndoneFilters,
  { seed, maps, data, catalogue }: Drawing & { readonly seed: number; readonly maps: readonly ListedMap[] },
): Promise<Candidate | null> {
  const { count, at } = candidatesOf(definition, filters, maps, catalogue);
  if (count === 0) return null;
  const isTaken = await takenIn(definition, filters, data);
  let batch: Candidate[] = [];
  const firstOpen = async (): Promise<Candidate | null> => {
    const taken = await isTaken(batch);
    const open = batch.filter((_, place) => !taken[place]);
    return open.find((each) => formFor(definition, filtersOf(each), catalogue).problem === null) ?? null;
  };
  let size = FIRST_BATCH;
  for (const index of shuffled(count, seed)) {
    const candidate = at(index);
    if (!isAground(candidate)) batch.push(candidate);
    if (batch.length < size) continue;
    const found = await firstOpen();
    if (found) return found;
    [batch, size] = [[], BATCH];
  }
  return batch.length === 0 ? null : firstOpen();
}

const presentFilter = ([parameter, value]: Filter) => ({ parameter, value });

/** Returns what was drawn with all that it would take, and the fields of the form that it fills in. */
export function present(
  definition: ChallengeDefinition,
  candidate: Candidate,
  catalogue: Catalogue,
): UndoneResult {
  const { key, label } = definition;
  const { map } = candidate;
  // One pair has one heading, in whichever order it was drawn or wished for.
  const named = candidate.towers.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const filters = filtersOf({ ...candidate, towers: named });
  const { fields } = formFor(definition, filters, catalogue);
  const texts = Object.fromEntries(fields);
  // In the order in which the form takes them.
  const towers = fieldsOfKind(definition, "tower").flatMap(
    ([name]) => catalogue.find(texts[name] ?? "") ?? [],
  );
  const strict = rulesFor(definition, texts, catalogue).filter(({ check }) => check?.towers || check?.maps);
  // Two players share the cash that a co-op game starts with.
  const isAlone = fieldsOfKind(definition, "person").length === 1;
  return {
    challenge: key,
    label,
    heading: [listed(towers.map(({ name }) => name)), label, map && `on ${map.map}`]
      .filter(Boolean)
      .join(" "),
    towers: towers.map(({ name, hardCost }) => ({ name, cost: hardCost })),
    map: map?.map ?? null,
    difficulty: map?.difficulty ?? null,
    startCash: towers.length > 0 && isAlone ? START_CASH : null,
    isHardMap: strict.some(({ check }) => check?.maps),
    recording: strict.flatMap(({ check, text }) => (check?.proof ? [check.asks ?? text] : [])),
    submit: fields.map(presentFilter),
    filters: filters.map(presentFilter),
  };
}

const isSet = (filters: UndoneFilters, name: UndoneFilter): boolean =>
  JSON.stringify(filters[name]) !== JSON.stringify(NONE[name]);

/**
 * Draws an open one from these challenges, the first of them by the seed. If there is none, says which filter leaves
 * none: each whose absence would leave something, else all of them.
 */
export async function drawUndone(
  definitions: readonly ChallengeDefinition[],
  filters: UndoneFilters,
  seed: number,
  { data, catalogue }: Drawing,
): Promise<OpenCombinationsAnswer> {
  const maps = await data.maps.findAllByDifficulty();
  const first = seed % definitions.length;
  const inTurn = [...definitions.slice(first), ...definitions.slice(0, first)];
  const draw = async (by: UndoneFilters): Promise<UndoneResult | null> => {
    for (const definition of inTurn) {
      const found = await drawIn(definition, by, { seed, maps, data, catalogue });
      if (found) return present(definition, found, catalogue);
    }
    return null;
  };
  const found = await draw(filters);
  if (found) return { results: [found], seed, emptied: [] };
  const set = UNDONE_FILTERS.filter((name) => isSet(filters, name));
  const emptied: UndoneFilter[] = [];
  for (const name of set) if (await draw({ ...filters, [name]: NONE[name] })) emptied.push(name);
  return { results: [], seed, emptied: emptied.length > 0 ? emptied : set };
}

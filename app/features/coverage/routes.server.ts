import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { fieldsOfKind } from "../../../domain/challenges/fields.ts";
import {
  type CoverageAnswer,
  challengeCoverage,
  coverage,
  type TriangleAnswer,
  undone,
} from "../../../domain/contract/coverage.ts";
import type { Catalogue, TowerName } from "../../../domain/game/catalogue.ts";
import { nameOfType } from "../../../domain/game/counted.ts";
import { majorVersion } from "../../../domain/game/versions.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import { emptyTriangle, possibleIn } from "../../../domain/lists/share.ts";
import { CANNOT_BE, IS_PENDING, inTriangle } from "../../../domain/lists/triangle.ts";
import { fault } from "../../../domain/messages/index.ts";
import { NotFound } from "../../../server/errors.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Data } from "../../api/repositories.server.ts";
import type { Router } from "../../api/router.server.ts";
import { gridOf } from "../completions/table.server.ts";
import type { RecordColumn } from "./repository.server.ts";
import { drawUndone } from "./undone.server.ts";

type CoverageDeps = Pick<Deps, "challenges" | "data">;

/** As many as a call takes as arguments. */
const AT_ONCE = 8_192;

function inBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  return btoa(text);
}

/** Returns the triangle of a challenge's names: on how many maps each pair is done, and whether it is pending. */
async function triangleOf(
  definition: ChallengeDefinition,
  player: string | null,
  { coverage: stored, catalogue: { current } }: Data,
): Promise<TriangleAnswer> {
  const catalogue = await current();
  const { names, count } = possibleIn(definition, catalogue);
  const cells = emptyTriangle(definition, catalogue).slice();
  const places = new Map(names.map(({ name }, place) => [name, place]));
  let done = 0;
  for (const { first, others } of await stored.listCombinations(definition, player)) {
    const one = places.get(first);
    // A name that was taken over from elsewhere may be none of the game's.
    if (one === undefined) continue;
    for (const [second, [maps, pending]] of Object.entries(others)) {
      const other = places.get(second);
      if (other === undefined || maps + pending === 0) continue;
      const place = inTriangle(one, other);
      if (maps > 0 && cells[place] !== CANNOT_BE) done++;
      // What is there is shown, whatever the form says of it today.
      cells[place] = Math.min(maps, CANNOT_BE - 1) + (pending > 0 ? IS_PENDING : 0);
    }
  }
  return {
    names: names.map(({ name }) => name),
    cells: inBase64(cells),
    possible: count,
    done,
  };
}

/** Returns the records that the coverage of maps has a column for: the widest scope, and that of the newest version. */
function columnsOf(definition: ChallengeDefinition, newestMajor: number | null): readonly RecordColumn[] {
  const types = fieldsOfKind(definition, "completiontype").flatMap(([, { choices }]) => choices);
  return (definition.record?.scopes ?? []).flatMap((scope): RecordColumn[] => {
    if (scope.includes("major"))
      return newestMajor === null ? [] : [{ definition, completionType: null, major: newestMajor }];
    return (scope.includes("completiontype") ? types : [null]).map((completionType) => ({
      definition,
      completionType,
      major: null,
    }));
  });
}

const labelOf = ({ definition: { label }, completionType, major }: RecordColumn): string =>
  [label, completionType && nameOfType(completionType), major && `in v${major}`].filter(Boolean).join(" ");

async function coverageOf(
  spelling: string | null,
  { challenges, data }: CoverageDeps,
): Promise<CoverageAnswer> {
  const map = spelling === null ? null : await data.maps.findByName(spelling);
  if (spelling !== null && !map) throw new NotFound("no-such-map", { map: spelling });
  const keys = [...challenges.keys()];
  const newest = majorVersion(await data.search.newestVersion(keys));
  const columns = [...challenges.values()].flatMap((definition) => columnsOf(definition, newest));
  const [maps, counts, best] = await Promise.all([
    data.maps.findAllByDifficulty(),
    data.coverage.countOnMaps(keys, map?.id ?? null),
    data.coverage.listBestOnMaps(columns, map?.id ?? null),
  ]);
  const countsOf = Map.groupBy(counts, (each) => each.map);
  const bestOf = new Map(best.map((each) => [`${each.map} ${each.at}`, each]));
  return {
    columns: columns.map((column) => ({
      challenge: column.definition.key,
      label: labelOf(column),
      completiontype: column.completionType,
      major: column.major,
    })),
    results: maps
      .filter(({ id }) => map === null || id === map.id)
      .map(({ id, map: name, difficulty }) => {
        const counted = countsOf.get(id) ?? [];
        const amounts = (of: "verified" | "pending") =>
          Object.fromEntries(
            counted.filter((each) => each[of] > 0).map((each) => [each.challenge, each[of]]),
          );
        return {
          map: name,
          difficulty,
          records: columns.map(({ definition: { record } }, at) => {
            const found = bestOf.get(`${id} ${at}`);
            return found
              ? { amount: record?.least ? found.amount : -found.amount, filekey: found.filekey }
              : null;
          }),
          verified: amounts("verified"),
          pending: amounts("pending"),
        };
      }),
  };
}

function towerFor(parameter: string, name: string, catalogue: Catalogue): TowerName {
  const tower = catalogue.find(name);
  if (!tower) throw new BadParameter(parameter, fault("not-a-tower", { name }));
  return tower;
}

type UndoneQuery = ReturnType<(typeof undone)["read"]>;

/** Draws one that is open. Throws BadParameter, NotFound. */
async function drawOpen(
  { challenge, tower, map, difficulty, not, affordable, player, seed }: UndoneQuery,
  { challenges, data }: CoverageDeps,
) {
  const key = challenge?.toLowerCase();
  const catalogue = await data.catalogue.current();
  const definitions = [...challenges.values()].filter((each) => key === undefined || each.key === key);
  if (definitions.length === 0)
    throw new BadParameter("challenge", fault("not-a-choice", { choices: [...challenges.keys()] }));
  const found = map === null ? null : await data.maps.findByName(map);
  if (map !== null && !found) throw new NotFound("no-such-map", { map });
  const left = await Promise.all(
    not.map(
      async (name) =>
        catalogue.find(name) ?? (await data.maps.findByName(name)) ?? towerFor("not", name, catalogue),
    ),
  );
  const filters = {
    tower: tower.map((name) => towerFor("tower", name, catalogue)),
    map: found?.id ?? null,
    difficulty,
    not: {
      towers: left.filter((each) => "kind" in each),
      maps: left.flatMap((each) => ("kind" in each ? [] : [each.id])),
    },
    affordable,
    player,
  };
  return drawUndone(definitions, filters, seed, { data, catalogue });
}

/** The public reads of what is left. */
export const coverageAnswers = (deps: CoverageDeps) => ({
  /** Returns every map, or one by any of its names, with how far each challenge is done on it. Throws NotFound. */
  maps: (map: string | null = null) => coverageOf(map, deps),
  /** Returns how far each pair of a challenge's names is done, by one player if there is a name. */
  pairs: (definition: ChallengeDefinition, player: string | null) =>
    triangleOf(definition, player, deps.data),
  /** Returns the maps on which each of a challenge's names is done, by one player if there is a name. */
  names: (definition: ChallengeDefinition, player: string | null) => gridOf(definition, deps.data, player),
  undone: (query: UndoneQuery) => drawOpen(query, deps),
});

export function coverageRoutes(
  router: Router,
  answers: ReturnType<typeof coverageAnswers>,
  { challenges }: Pick<Deps, "challenges">,
): void {
  for (const definition of challenges.values()) {
    const { pairs, names } = challengeCoverage(definition);
    if (pairs) router.read(pairs, ({ player }) => answers.pairs(definition, player));
    if (names) router.read(names, ({ player }) => answers.names(definition, player));
  }
  router.read(coverage, ({ map }) => answers.maps(map));
  router.read(undone, answers.undone);
}

import { Catalogue, type CatalogueRow } from "../../../domain/game/catalogue.ts";
import { nameKey } from "../../../domain/game/name-key.ts";
import { asWritten, withoutMarks } from "../../../domain/game/typed-text.ts";
import { majorVersion, shownVersion } from "../../../domain/game/versions.ts";
import type { GameExport, Refusal } from "../../../domain/game-export/checked.ts";
import {
  applied,
  type Difference,
  differencesOf,
  type RowChange,
} from "../../../domain/game-export/differences.ts";
import { problem, say } from "../../../domain/messages/index.ts";
import { BadFields, BadForm } from "../../../server/errors.ts";
import { entryFor, type WriteContext, withActId } from "../../api/router.server.ts";
import {
  deleteMapById,
  insertMap,
  type MapState,
  type StoredMap,
  updateMap,
} from "../maps/repository.server.ts";
import { checkFree, checkNames } from "../maps/save.server.ts";
import { acceptListed } from "../unresolved/accept.server.ts";
import { write } from "./audit.server.ts";
import { beginRenaming } from "./rename.server.ts";
import { deleteTowerById, insertTower, type StoredTower, updateTower } from "./repository.server.ts";
import { checkRow } from "./save.server.ts";

type Data = WriteContext["data"];
type Statements = ReturnType<typeof insertTower>;

/** As many towers, heroes and maps as one act changes. */
const MOST_ROWS = 200;
const LONGEST_ABBREVIATION = 20;

/** What an export is compared with. */
interface Stored {
  readonly towers: ReadonlyMap<CatalogueRow, StoredTower>;
  readonly catalogue: Catalogue;
  readonly maps: readonly StoredMap[];
  readonly listed: ReadonlyMap<MapRow, StoredMap>;
}

type MapRow = Parameters<typeof differencesOf>[2][number];

async function findStored(data: Data): Promise<Stored> {
  const [towers, ids] = await Promise.all([data.catalogue.findAllStored(), data.maps.findAllIds()]);
  const maps = await data.maps.findAllByIds([...ids.values()]);
  return {
    towers: new Map(towers.map((tower) => [tower.row, tower])),
    catalogue: new Catalogue(towers.map(({ row }) => row)),
    maps,
    listed: new Map(
      maps
        .filter(({ isListed }) => isListed)
        .map((map) => {
          const { map: name, gameId, difficulty, hasWater } = map.state;
          return [{ name, gameId, difficulty, hasWater }, map];
        }),
    ),
  };
}

/** Returns the error that says a refusal's sentence. */
export const refused = ({ refusal }: Refusal): BadForm =>
  new BadForm("not-taken-over", { why: refusal.replace(/\.$/, "") });

/** Returns where a game's data differs from the towers, heroes and maps that are here. */
export async function differences(found: GameExport, data: Data): Promise<Difference[]> {
  const { catalogue, listed } = await findStored(data);
  return differencesOf(found, catalogue, [...listed.keys()]);
}

/**
 * Takes over the chosen differences of a game's data as one act. What does not differ any more is passed over.
 * @param keys of differences
 * @param version of the game that the data is of
 * @returns how many towers, heroes and maps changed
 * @throws BadForm for what clashes and for too many rows, Conflict for a map that is in use, Stale. Nothing is written then.
 */
export async function take(
  found: GameExport,
  keys: Iterable<string>,
  version: string,
  context: WriteContext,
): Promise<number> {
  const { data } = context;
  const stored = await findStored(data);
  const of = shownVersion(asWritten(version));
  const changes = applied(found, new Set(keys), stored.catalogue, [...stored.listed.keys()], of);
  if ("refusal" in changes) throw refused(changes);
  const count = changes.towers.length + changes.maps.length;
  if (count === 0) return 0;
  if (count > MOST_ROWS) throw new BadForm("too-many-rows", { most: MOST_ROWS, count });
  const together = withActId(context);
  try {
    checkTowers(changes.towers, stored);
    const statements = [
      ...changes.towers.map((change) => towerStatements(change, stored, together)),
      ...(await mapStatements(changes.maps, of, stored, together)),
    ];
    // What goes makes room for the names of what stays and comes.
    await write(
      statements.toSorted((a, b) => a.order - b.order).flatMap((each) => each.statements),
      context,
    );
  } catch (error) {
    const [found] = error instanceof BadFields ? Object.values(error.fields) : [];
    throw found ? new BadForm("clash-in-export", { why: say(found) }) : error;
  }
  await beginRenaming(context);
  await acceptListed(together);
  return count;
}

/** Throws BadFields where a row that changes would have a name, letters or an id that another row has then. */
function checkTowers(changes: readonly RowChange<CatalogueRow>[], { catalogue }: Stored): void {
  const replaced = new Set(changes.map(({ before }) => before));
  const after = changes.flatMap((change) => change.after ?? []);
  const rows = [...catalogue.rows.filter((row) => !replaced.has(row)), ...after];
  for (const row of after) checkRow(row, null, { rows: rows.filter((each) => each !== row) });
}

/** Statements of one row, in the order in which rows are written: deletions, changes, additions. */
interface Ordered {
  readonly order: 0 | 1 | 2;
  readonly statements: Statements;
}

function towerStatements(
  { before, after }: RowChange<CatalogueRow>,
  { towers }: Stored,
  context: WriteContext,
): Ordered {
  const tower = before && towers.get(before);
  if (tower && after) return { order: 1, statements: updateTower(tower, after, entryFor(context, "edit")) };
  if (tower) return { order: 0, statements: deleteTowerById(tower, entryFor(context, "delete")) };
  return { order: 2, statements: after ? insertTower(after, entryFor(context, "add")) : [] };
}

/** Throws BadFields for a name that another map has, and Conflict for a map that goes while something is on it. */
async function mapStatements(
  changes: readonly RowChange<MapRow>[],
  version: string,
  { maps, listed }: Stored,
  context: WriteContext,
): Promise<Ordered[]> {
  const taken = new Set(
    [...listed.values()].flatMap(({ state }) => [nameKey(state.map), nameKey(state.abbreviation)]),
  );
  const kept = [...listed.keys()].filter((row) => !changes.some(({ before }) => before === row));
  const names = new Set(kept.map(({ name }) => nameKey(name)));
  for (const { before, after } of changes) {
    if (!after) continue;
    const { name } = after;
    if (names.size === names.add(nameKey(name)).size)
      throw new BadFields({ map: problem("map-exists", { map: name }) });
    // One that gets another name in the same act has this one until its own statement.
    const isCalledSo = changes.some(
      (each) => each.before !== before && each.after && nameKey(each.before?.name ?? "") === nameKey(name),
    );
    if (isCalledSo)
      throw new BadFields({ map: problem("map-still-called", { map: before?.name ?? name, of: name }) });
    taken.add(nameKey(name));
  }
  const found: Ordered[] = [];
  for (const { before, after } of changes) {
    const map = before && listed.get(before);
    if (map && !after) {
      await checkFree(map, context);
      found.push({ order: 0, statements: deleteMapById(map, entryFor(context, "delete")) });
    }
    if (!after) continue;
    const { name, ...values } = after;
    const key = nameKey(name);
    // Completions may be on a map of this name that was deleted or never listed.
    const former = map ?? maps.find(({ isListed, state }) => !isListed && nameKey(state.map) === key) ?? null;
    const state = map
      ? { ...map.state, ...values, map: name }
      : newMap(after, former?.state ?? null, version, taken);
    await checkNames(state, former?.id ?? 0, context);
    found.push(
      former
        ? { order: 1, statements: updateMap(former, state, entryFor(context, map ? "edit" : "add")) }
        : { order: 2, statements: insertMap(state, entryFor(context, "add")) },
    );
  }
  return found;
}

/** Returns a map that is new here. What an export does not say stays as it was, or is not known. */
function newMap(
  { name, ...values }: MapRow,
  former: MapState | null,
  version: string,
  taken: Set<string>,
): MapState {
  const abbreviation = former?.abbreviation || proposedAbbreviation(name, taken);
  taken.add(nameKey(abbreviation));
  return {
    hasLOS: null,
    length: null,
    lengthNotes: "",
    numEntrances: null,
    numExits: null,
    numObjects: null,
    removalCost: null,
    removalCostNotes: "",
    miscNotes: "",
    picture: null,
    ...former,
    ...values,
    map: name,
    abbreviation,
    version: former?.version ?? String(majorVersion(version) ?? ""),
  };
}

/** Proposes the initials of a name, else its first letters, else these with a number: the first that no map has. */
function proposedAbbreviation(name: string, taken: ReadonlySet<string>): string {
  const words = withoutMarks(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.join("").slice(0, LONGEST_ABBREVIATION - 4) || "map";
  const initials = words.map((word) => word.slice(0, 1)).join("");
  const proposals = [
    ...(words.length > 1 ? [initials.slice(0, LONGEST_ABBREVIATION)] : []),
    ...Array.from({ length: letters.length }, (_, at) => letters.slice(0, at + 1)).slice(2),
  ];
  for (const each of proposals) if (!taken.has(nameKey(each))) return each.toUpperCase();
  let number = 2;
  while (taken.has(nameKey(`${letters}${number}`))) number += 1;
  return `${letters}${number}`.toUpperCase();
}

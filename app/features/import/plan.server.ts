import { nameKey } from "../../../domain/game/name-key.ts";
import { sortKey } from "../../../domain/game/sort-key.ts";
import { versionOrder } from "../../../domain/game/versions.ts";
import { SAMPLE_REMOVED } from "../../../server/db/changes.ts";
import type { MediaState } from "../../../server/db/media.ts";
import type { Data } from "../../api/repositories.server.ts";
import { BALANCE_SHAPE, type BalanceState } from "../balance-changes/repository.server.ts";
import { START_SHAPE, type StartState } from "../chimps-starts/repository.server.ts";
import { linksAfter } from "../completions/repository/proof-links.server.ts";
import {
  COMPLETION_SHAPE,
  type CompletionState,
  isOtherContent,
  type StoredCompletion,
  stateOf,
  wordsOf,
} from "../completions/repository/stored-completion.server.ts";
import { MAP_SHAPE, type MapState, type MapValues } from "../maps/repository.server.ts";
import { IMPORT, UNDO_IMPORT } from "./act.server.ts";
import type { Findings } from "./findings.server.ts";
import type { IncomingCompletion } from "./incoming.server.ts";
import type { IncomingMap } from "./reference.server.ts";
import type { ActNoun, ActRow, FoundPlace } from "./repository/acts.server.ts";
import type { Incoming } from "./resolve.server.ts";
import type { RuleName } from "./rules.server.ts";
import type { OldRow } from "./tables.server.ts";

/** What a plan is made from. */
export interface Planning {
  readonly data: Pick<Data, "completions" | "chimpsStarts" | "balanceChanges" | "maps" | "history" | "acts">;
  readonly findings: Findings;
  /** Returns the files of a completion, with keys under its id; null if no media were provided, and those here stay. */
  readonly filesOf: ((completion: IncomingCompletion) => readonly MediaState[]) | null;
  /** The same for a map's picture. */
  readonly pictureOf: ((map: number) => MediaState | null) | null;
}

/** Rows per query. */
const AT_ONCE = 1_000;

/**
 * Returns a time for a completion, start or balance change whose time is unknown: seconds after the start of 1970, in
 * the order in which they were written. No such time can be real, so it is recognizable as made up.
 */
const madeUpTime = (place: number): string => new Date(place * 1_000).toISOString();

/** Compares what comes with what is here; returns the rows to write, in order, and records each row's fate. */
export async function plan(incoming: Incoming, planning: Planning): Promise<ActRow[]> {
  return [
    ...(await planMaps(incoming.maps, planning)),
    ...(await planCompletions(incoming.completions, planning)),
    ...(await planStarts(incoming, planning)),
    ...(await planBalanceChanges(incoming, planning)),
  ];
}

export function* chunksOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** Returns by id whether the last change was an import or else a deletion; those never changed are absent. */
async function lastChangedBy(noun: ActNoun, ids: readonly string[], { data }: Planning) {
  const last = new Map<string, { readonly isImport: boolean; readonly isGone: boolean }>();
  for (const some of chunksOf(ids, AT_ONCE))
    for (const { id, action, after } of await data.history.findAllLast(noun, some)) {
      // Taking an import back leaves things as they were before it, so it counts as an import.
      const isImport = action === IMPORT || action === UNDO_IMPORT;
      // Nobody decided about a sample that it is not to be here.
      last.set(id, { isImport, isGone: after === null && !isImport && action !== SAMPLE_REMOVED });
    }
  return last;
}

const jsonOf = (value: unknown): string => JSON.stringify(value);

// Maps

const NO_MAP: MapState = {
  ...{ map: "", abbreviation: "", version: null, hasLOS: null, hasWater: null, length: null },
  ...{ numEntrances: null, numExits: null, numObjects: null, removalCost: null },
  ...{ lengthNotes: "", removalCostNotes: "", miscNotes: "", picture: null },
  // A map without a difficulty is in no list.
  difficulty: null as unknown as MapValues["difficulty"],
};

async function planMaps(maps: readonly IncomingMap[], planning: Planning): Promise<ActRow[]> {
  const { data, findings, pictureOf } = planning;
  const last = await lastChangedBy(
    "map",
    maps.map(({ map }) => String(map.id)),
    planning,
  );
  const rows: ActRow[] = [];
  for (const { row, map, isNew, values } of maps) {
    const stored = map.id > 0 ? await data.maps.findById(map.id) : null;
    // A map that exists only because completions are on it has nothing but a name.
    const isThere = stored !== null && (!isNew || (stored.state.abbreviation as string | null) !== null);
    const before = isThere ? stored.state : null;
    const picture = pictureOf?.(map.id) ?? before?.picture ?? null;
    const after: MapState = { ...(before ?? NO_MAP), ...values, picture };
    if (before && jsonOf(before) === jsonOf(after)) {
      findings.settle(row, "same");
      continue;
    }
    const isOurs = stored !== null && stored.revision > 1 && last.get(String(map.id))?.isImport === false;
    if (before && !isNew && isOurs) {
      findings.setAside("kept-here", row);
      continue;
    }
    findings.settle(row, before ? "updated" : "added");
    const expected = stored?.revision ?? null;
    rows.push({
      ...{ noun: "map", id: String(map.id), expected, revision: before ? (expected ?? 0) + 1 : 1 },
      ...{ shape: MAP_SHAPE, before, after, derived: keysOf(after) },
    });
  }
  return rows;
}

/** Returns the keys by which the map's names are compared, and the one by which it is sorted. */
export const keysOf = ({ map, abbreviation }: MapState) => ({
  ...{ name_key: nameKey(map), sort_key: sortKey(map) },
  abbreviation_key: abbreviation === "" ? null : nameKey(abbreviation),
});

// Completions

/** A completion with the state that would be written. */
interface Candidate {
  readonly incoming: IncomingCompletion;
  readonly stored: StoredCompletion | null;
  readonly state: CompletionState;
}

async function planCompletions(
  incoming: readonly IncomingCompletion[],
  planning: Planning,
): Promise<ActRow[]> {
  const { data, findings } = planning;
  const rows: ActRow[] = [];
  const isAlone = !(await data.acts.hasOwnCompletions());
  for (const some of chunksOf(incoming, AT_ONCE)) {
    const ids = some.map(({ id }) => id);
    const stored = isAlone ? [] : await data.completions.findAllByIds(ids);
    const sample = isAlone ? new Set<string>() : await data.acts.findSample(ids);
    const byId = new Map(stored.filter(({ id }) => !sample.has(id)).map((each) => [each.id, each]));
    const candidates = some.map((each) => candidateOf(each, byId.get(each.id) ?? null, planning));
    const places = isAlone ? new Map<string, FoundPlace>() : await placesOf(candidates, planning);
    const settled = candidates.map((each) => settlePlace(each, places.get(each.incoming.id), findings));
    const changing = settled.filter((each): each is Candidate => each !== null);
    const last = await lastChangedBy(
      "completion",
      changing
        .filter(({ stored: here, state }) => here && isOther(here.state, state))
        .map(({ stored: here }) => here?.id ?? ""),
      planning,
    );
    for (const candidate of changing) {
      const row = rowOf(candidate, last.get(candidate.incoming.id)?.isImport !== false, findings);
      if (row) rows.push(row);
    }
  }
  return rows;
}

function candidateOf(
  incoming: IncomingCompletion,
  stored: StoredCompletion | null,
  { filesOf }: Planning,
): Candidate {
  const { definition, draft, map, og, pending, id, submitted, place } = incoming;
  const completion = {
    ...{ ...draft, id, og, pending, verifiedBy: null, sample: false },
    submittedBy: pending ?? stored?.state.submitted_by ?? null,
    createdAt: stored?.state.created_at ?? submitted ?? madeUpTime(place),
  };
  const state = { ...stateOf(definition, completion, map) };
  const media = filesOf?.(incoming) ?? stored?.state.media ?? [];
  // What is read does not say who submitted it, nor who verified it, and when.
  const { verified_by, verified_at } = (pending === null && stored?.state) || state;
  const links = linksAfter(incoming.links, stored?.state.links ?? []);
  return { incoming, stored, state: { ...state, verified_by, verified_at, media, links } };
}

async function placesOf(
  candidates: readonly Candidate[],
  { data }: Planning,
): Promise<Map<string, FoundPlace>> {
  const found = await data.acts.findPlaces(
    candidates.map(({ incoming: { id }, state }) => ({ id, ...placeIn(state) })),
  );
  return new Map(found.map((each) => [each.id, each]));
}

const placeIn = ({ challenge, identity, og, og_identity, pending }: CompletionState) => ({
  ...{ challenge, identity, og, og_identity, pending },
});

/** Resolves a conflict with what is here; null if the completion is set aside. */
function settlePlace(
  candidate: Candidate,
  place: FoundPlace | undefined,
  findings: Findings,
): Candidate | null {
  const { incoming, stored, state } = candidate;
  const aside = (rule: RuleName, known?: string | null): null => {
    for (const row of [incoming.row, ...incoming.parts]) findings.setAside(rule, row, known ? { known } : {});
    return null;
  };
  if (stored && stored.state.deleted_at !== null) return aside("deleted-here");
  if (stored && incoming.row.isForPeople) {
    findings.settle(incoming.row, "same");
    return null;
  }
  if (state.pending === null && place?.taken) return aside("taken-here", place.taken);
  if (place?.claimed) return aside("claimed-here", place.claimed);
  if (!place?.original) return candidate;
  findings.note("original-here", incoming.row, { column: "og", known: place.original });
  return { ...candidate, state: { ...state, og: 0 } };
}

/** Whether an import would change the completion. */
const isOther = (here: CompletionState, comes: CompletionState): boolean =>
  isOtherContent({ ...here, map: "" }, { ...comes, map: "" }) ||
  here.pending !== comes.pending ||
  here.submitted_by !== comes.submitted_by;

/** Returns the row to be written; null if none. Records what becomes of the incoming rows. */
function rowOf(
  { incoming, stored, state }: Candidate,
  mayChange: boolean,
  findings: Findings,
): ActRow | null {
  const settle = (fate: "added" | "updated" | "same"): void => findings.settle(incoming.row, fate);
  if (stored && !isOther(stored.state, state)) {
    settle("same");
    return null;
  }
  if (stored && !mayChange) {
    for (const row of [incoming.row, ...incoming.parts]) findings.setAside("changed-here", row);
    return null;
  }
  settle(stored ? "updated" : "added");
  const content = stored !== null && isOtherContent(stored.state, state) ? 1 : 0;
  return {
    ...{
      noun: "completion",
      id: incoming.id,
      shape: COMPLETION_SHAPE,
      before: stored?.state ?? null,
      after: state,
    },
    expected: stored?.revision ?? null,
    revision: (stored?.revision ?? 1) + content,
    derived: derivedOf(state, stored?.updatedAt ?? state.created_at),
  };
}

/** Returns the columns of a completion that follow from its state. */
export const derivedOf = (state: CompletionState, updatedAt: string) => ({
  ...{ challenge: state.challenge, words: wordsOf(state), updated_at: updatedAt },
});

// Starts and balance changes

/** What both have in common. Neither is edited here, so a difference was made where they come from. */
interface Simple<State> {
  readonly noun: "chimps-start" | "balance-change";
  readonly shape: number;
  /** Finds those of these that are there. */
  readonly findAll: (ids: readonly string[]) => Promise<readonly State[]>;
  readonly same: (here: State, comes: State) => boolean;
}

async function planSimple<State extends { readonly uuid: string; readonly created_at: string }>(
  incoming: readonly { readonly row: OldRow; readonly id: string; readonly state: State }[],
  { noun, shape, findAll, same }: Simple<State>,
  planning: Planning,
): Promise<ActRow[]> {
  const { findings } = planning;
  const ids = incoming.map(({ id }) => id);
  const last = await lastChangedBy(noun, ids, planning);
  const there = new Map<string, State>();
  for (const some of chunksOf(ids, AT_ONCE))
    for (const each of await findAll(some)) there.set(each.uuid, each);
  const rows: ActRow[] = [];
  for (const { row, id, state } of incoming) {
    const here = there.get(id) ?? null;
    const after = { ...state, created_at: here?.created_at ?? state.created_at };
    if (here === null && last.get(id)?.isGone) findings.setAside("deleted-here", row);
    else if (here !== null && same(here, after)) findings.settle(row, "same");
    else {
      findings.settle(row, here === null ? "added" : "updated");
      const expected = here === null ? null : 1;
      rows.push({ noun, id, expected, revision: 1, shape, before: here, after, derived: {} });
    }
  }
  return rows;
}

function planStarts({ starts }: Incoming, planning: Planning): Promise<ActRow[]> {
  const states = starts.map(({ row, id, map, title, link, submitted, place }) => ({
    ...{ row, id },
    state: {
      ...{ uuid: id, map_id: map.id, map: map.name, title, link, sample: 0 },
      created_at: submitted ?? madeUpTime(place),
    },
  }));
  const findOwn = async (ids: readonly string[]) =>
    (await planning.data.chimpsStarts.findAllById(ids)).filter(({ sample }) => sample === 0);
  const told = ({ map_id, title, link }: StartState): string => jsonOf([map_id, title, link]);
  return planSimple<StartState>(
    states,
    {
      ...{ noun: "chimps-start", shape: START_SHAPE, findAll: findOwn },
      same: (here, comes) => told(here) === told(comes),
    },
    planning,
  );
}

function planBalanceChanges({ balanceChanges }: Incoming, planning: Planning): Promise<ActRow[]> {
  const states = balanceChanges.map(({ row, place, ...change }) => {
    const order = versionOrder(change.version) ?? 0;
    return {
      row,
      id: change.uuid,
      state: { ...change, version_order: order, created_at: madeUpTime(place) },
    };
  });
  const told = ({ tower, version, change, nature }: BalanceState): string =>
    jsonOf([tower, version, change, nature]);
  return planSimple<BalanceState>(
    states,
    {
      ...{ noun: "balance-change", shape: BALANCE_SHAPE, findAll: planning.data.balanceChanges.findAllById },
      same: (here, comes) => told(here) === told(comes),
    },
    planning,
  );
}

import type { Data } from "../../app/api/repositories.server.ts";
import { differencesOf } from "../../app/audit/differences.server.ts";
import { BALANCE_SHAPE, type BalanceState } from "../../app/features/balance-changes/repository.server.ts";
import { START_SHAPE, type StartState } from "../../app/features/chimps-starts/repository.server.ts";
import { linksAfter } from "../../app/features/completions/repository/claims.server.ts";
import {
  COMPLETION_SHAPE,
  type CompletionState,
  completionOf,
  isOtherContent,
  type StoredCompletion,
  stateOf,
  wordsOf,
} from "../../app/features/completions/repository/stored-completion.server.ts";
import {
  type FoundPlace,
  IMPORT,
  type ImportedNoun,
  type PlannedRow,
} from "../../app/features/import/repository.server.ts";
import { MAP_SHAPE, type MapState, type MapValues } from "../../app/features/maps/repository.server.ts";
import { rowFields, submittedFields } from "../../domain/challenges/fields.ts";
import type { FieldChange } from "../../domain/contract/history.ts";
import { keep, kindOf } from "../../domain/fields/index.ts";
import type { Draft, WireValue } from "../../domain/fields/kind.ts";
import { withParagraph } from "../../domain/fields/notes/kind.ts";
import { nameKey, sortKey } from "../../domain/game/name-key.ts";
import { presentRow } from "../../domain/lists/row.ts";
import { linkLabel, linkName } from "../../domain/media/proof-slots.ts";
import { labelledValues } from "../../domain/nouns/define.ts";
import { MAP_FIELDS } from "../../domain/nouns/fields.ts";
import { SAMPLE_REMOVED } from "../../server/db/changes.ts";
import type { MediaState } from "../../server/db/media.ts";
import type { IncomingCompletion } from "./incoming.ts";
import type { Incoming, IncomingMap } from "./reference.ts";
import type { Findings, RuleName } from "./rules.ts";
import { madeUpTime } from "./values.ts";

export interface Planning {
  readonly data: Pick<
    Data,
    "completions" | "chimpsStarts" | "balanceChanges" | "maps" | "history" | "imports"
  >;
  readonly findings: Findings;
  /** Returns the files of a completion, with keys under its id; null if no media were provided, and those here stay. */
  readonly filesOf: ((completion: IncomingCompletion) => readonly MediaState[]) | null;
  /** The same for a map's picture. */
  readonly pictureOf: ((map: number) => MediaState | null) | null;
}

/** Rows that are planned, and then written, at once: a batch holds the write lock for about a quarter of a second. */
export const AT_ONCE = 250;

export function* chunksOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** Returns by id whether the last change was an import or else a deletion; those never changed are absent. */
async function lastChangedBy(noun: ImportedNoun, ids: readonly string[], { data }: Planning) {
  const last = new Map<string, { readonly isImport: boolean; readonly isGone: boolean }>();
  for (const some of chunksOf(ids, AT_ONCE))
    for (const { id, action, after } of await data.history.findAllLast(noun, some)) {
      const isImport = action === IMPORT;
      // Nobody decided about a sample that it is not to be here.
      last.set(id, { isImport, isGone: after === null && !isImport && action !== SAMPLE_REMOVED });
    }
  return last;
}

// Maps

const NO_MAP: MapState = {
  map: "",
  abbreviation: "",
  gameId: null,
  version: null,
  hasLOS: null,
  hasWater: null,
  length: null,
  numEntrances: null,
  numExits: null,
  numObjects: null,
  removalCost: null,
  lengthNotes: "",
  removalCostNotes: "",
  miscNotes: "",
  picture: null,
  // A map without a difficulty is in no list.
  difficulty: null as unknown as MapValues["difficulty"],
};

export async function planMaps(maps: readonly IncomingMap[], planning: Planning): Promise<PlannedRow[]> {
  const { data, findings, pictureOf } = planning;
  const last = await lastChangedBy(
    "map",
    maps.map(({ map }) => String(map.id)),
    planning,
  );
  const rows: PlannedRow[] = [];
  for (const { row, map, isNew, values } of maps) {
    const stored = map.id > 0 ? await data.maps.findById(map.id) : null;
    // A map that exists only because completions are on it has nothing but a name.
    const isThere = stored !== null && (!isNew || (stored.state.abbreviation as string | null) !== null);
    const before = isThere ? stored.state : null;
    const picture = pictureOf?.(map.id) ?? before?.picture ?? null;
    const after: MapState = { ...(before ?? NO_MAP), ...values, picture };
    if (before && JSON.stringify(before) === JSON.stringify(after)) {
      findings.decide(row, "same");
      continue;
    }
    const isOurs = stored !== null && stored.revision > 1 && last.get(String(map.id))?.isImport === false;
    if (before && !isNew && isOurs) {
      findings.setAside("kept-here", row);
      continue;
    }
    if (before) findings.settleChange(row, differencesOf(mapValues(before), mapValues(after)));
    else findings.decide(row, "new");
    const expected = stored?.revision ?? null;
    rows.push({
      noun: "map",
      id: String(map.id),
      expected,
      revision: before ? (expected ?? 0) + 1 : 1,
      shape: MAP_SHAPE,
      before,
      after,
      derived: keysOf(after),
    });
  }
  return rows;
}

const mapValues = ({ picture, ...state }: MapState) => ({
  ...labelledValues(MAP_FIELDS, state),
  Picture: filesIn(picture === null ? [] : [picture]),
});

/** Returns the keys by which the map's names are compared, and the one by which it is sorted. */
const keysOf = ({ map, abbreviation }: MapState) => ({
  name_key: nameKey(map),
  sort_key: sortKey(map),
  abbreviation_key: abbreviation === "" ? null : nameKey(abbreviation),
});

// Completions

interface Candidate {
  readonly incoming: IncomingCompletion;
  readonly stored: StoredCompletion | null;
  readonly state: CompletionState;
}

export async function planCompletions(
  incoming: readonly IncomingCompletion[],
  planning: Planning,
): Promise<PlannedRow[]> {
  const { data, findings } = planning;
  const ids = incoming.map(({ id }) => id);
  const stored = await data.completions.findAllByIds(ids);
  const sample = await data.imports.findSample(ids);
  const byId = new Map(stored.filter(({ id }) => !sample.has(id)).map((each) => [each.id, each]));
  const candidates = incoming.map((each) => candidateOf(each, byId.get(each.id) ?? null, planning));
  const places = await placesOf(candidates, planning);
  const settled = candidates.map((each) => decidePlace(each, places.get(each.incoming.id), findings));
  const changing = settled.filter((each): each is Candidate => each !== null);
  const last = await lastChangedBy(
    "completion",
    changing
      .filter(({ stored: here, state }) => here && isOther(here.state, state))
      .map(({ stored: here }) => here?.id ?? ""),
    planning,
  );
  return changing.flatMap(
    (each) => rowOf(each, last.get(each.incoming.id)?.isImport !== false, findings) ?? [],
  );
}

function candidateOf(
  incoming: IncomingCompletion,
  stored: StoredCompletion | null,
  { filesOf }: Planning,
): Candidate {
  const { definition, map, id, submitted, verified, place } = incoming;
  const pending = incoming.unread.has("pending") && stored ? stored.state.pending : incoming.pending;
  const completion = {
    ...draftBeside(incoming, stored),
    id,
    pending,
    verifiedBy: null,
    sample: false,
    submittedBy: pending ?? stored?.state.submitted_by ?? null,
    createdAt: stored?.state.created_at ?? submitted ?? madeUpTime(place),
  };
  const state = { ...stateOf(definition, completion, map) };
  const media = filesOf?.(incoming) ?? stored?.state.media ?? [];
  // What is read does not say who submitted it, nor who verified or confirmed it, and seldom when.
  const { verified_by, verified_at, confirmed_by, confirmed_at, confirmed_revision } =
    pending === null ? (stored?.state ?? { ...state, verified_at: verified }) : state;
  const verdict = { verified_by, verified_at, confirmed_by, confirmed_at, confirmed_revision };
  const links = linksAfter(incoming.links, stored?.state.links ?? []);
  return { incoming, stored, state: { ...state, ...verdict, media, links } };
}

/** Returns what a completion says; where that cannot be read, what is here stays. */
function draftBeside(
  { definition, draft, remarks, unread, og }: IncomingCompletion,
  stored: StoredCompletion | null,
): Draft & { readonly og: boolean } {
  if (unread.size === 0 && remarks.length === 0) return { ...draft, og };
  const recorded = stored && completionOf(stored);
  const here = recorded === null ? {} : presentRow(definition, recorded);
  const hasUpgrades = recorded?.upgrades.some((each) => each !== null) === true;
  const isOriginal = unread.has("og") && stored !== null ? stored.state.og === 1 : og;
  const kept = new Set(stored?.state.links.map(({ role }) => linkName(definition, role)));
  const whole = { ...draft, upgrades: [...draft.upgrades], people: [...draft.people] };
  for (const [name, field] of submittedFields(definition)) {
    const value = here[name] ?? null;
    const isNothing = value === null || (field.kind === "upgradeset" && !hasUpgrades);
    if (!unread.has(name) || isNothing || (field.ogExtra && !isOriginal)) continue;
    keep(field, value, whole);
    kept.add(name);
  }
  const said = remarks.filter(({ field }) => !(unread.has(field) && kept.has(field)));
  const notes = said.reduce((before, { text }) => withParagraph(before, text), whole.notes);
  return { ...whole, notes, og: isOriginal };
}

async function placesOf(
  candidates: readonly Candidate[],
  { data }: Planning,
): Promise<Map<string, FoundPlace>> {
  const found = await data.imports.findPlaces(
    candidates.map(({ incoming: { id }, state }) => ({ id, ...placeIn(state) })),
  );
  return new Map(found.map((each) => [each.id, each]));
}

const placeIn = ({ challenge, identity, og, og_identity, pending }: CompletionState) => ({
  challenge,
  identity,
  og,
  og_identity,
  pending,
});

/** Resolves a conflict with what is here; null if the completion is set aside. */
function decidePlace(
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
    findings.decide(incoming.row, "same");
    return null;
  }
  if (stored === null && incoming.isOgWithExtras) return aside("og-with-extras");
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

const filesIn = (media: readonly MediaState[]): string | null =>
  media
    .map(({ hash }) => hash.slice(0, 8))
    .sort()
    .join(", ") || null;

/** Returns which values of a completion change. */
function changesOf(
  { definition, id }: IncomingCompletion,
  { state: here }: StoredCompletion,
  comes: CompletionState,
): FieldChange[] {
  function valuesIn(state: CompletionState) {
    const completion = completionOf({ id, state });
    return {
      ...Object.fromEntries(
        rowFields(definition).map(([, field]) => [field.label, kindOf(field).present(completion, field)]),
      ),
      ...Object.fromEntries(state.links.map(({ role, url }) => [linkLabel(definition, role), url])),
      Submitter: state.submitted_by,
      Files: filesIn(state.media),
    };
  }
  return differencesOf(valuesIn(here), valuesIn(comes));
}

/** Returns the row to be written; null if none. Records what becomes of the incoming rows. */
function rowOf(
  { incoming, stored, state }: Candidate,
  mayChange: boolean,
  findings: Findings,
): PlannedRow | null {
  if (stored && !isOther(stored.state, state)) {
    findings.decide(incoming.row, "same");
    return null;
  }
  if (stored && !mayChange) {
    for (const row of [incoming.row, ...incoming.parts]) findings.setAside("changed-here", row);
    return null;
  }
  if (stored) findings.settleChange(incoming.row, changesOf(incoming, stored, state));
  else findings.decide(incoming.row, "new");
  const content = stored !== null && isOtherContent(stored.state, state) ? 1 : 0;
  return {
    noun: "completion",
    id: incoming.id,
    shape: COMPLETION_SHAPE,
    before: stored?.state ?? null,
    after: state,
    expected: stored?.revision ?? null,
    revision: (stored?.revision ?? 1) + content,
    derived: derivedOf(state, stored?.updatedAt ?? state.created_at),
  };
}

/** Returns the columns of a completion that follow from its state. */
const derivedOf = (state: CompletionState, updatedAt: string) => ({
  challenge: state.challenge,
  words: wordsOf(state),
  updated_at: updatedAt,
});

// Starts and balance changes

/** What both have in common. Neither is edited here, so a difference was made where they come from. */
interface Simple<State> {
  readonly noun: "chimps-start" | "balance-change";
  readonly shape: number;
  /** Finds those of these that are there. */
  readonly findAll: (ids: readonly string[]) => Promise<readonly State[]>;
  /** What makes two of them the same. */
  readonly contentOf: (state: State) => Readonly<Record<string, WireValue>>;
}

async function planSimple<State extends { readonly uuid: string; readonly created_at: string }>(
  incoming: readonly Incoming<State>[],
  { noun, shape, findAll, contentOf }: Simple<State>,
  planning: Planning,
): Promise<PlannedRow[]> {
  const { findings } = planning;
  const ids = incoming.map(({ id }) => id);
  const last = await lastChangedBy(noun, ids, planning);
  const there = new Map<string, State>();
  for (const some of chunksOf(ids, AT_ONCE))
    for (const each of await findAll(some)) there.set(each.uuid, each);
  const rows: PlannedRow[] = [];
  for (const { row, id, state, unread } of incoming) {
    const here = there.get(id) ?? null;
    const kept = here === null ? {} : Object.fromEntries(unread.map((name) => [name, here[name]]));
    const after = { ...state, ...kept, created_at: here?.created_at ?? state.created_at };
    if (here === null && last.get(id)?.isGone) findings.setAside("deleted-here", row);
    else if (here !== null && JSON.stringify(contentOf(here)) === JSON.stringify(contentOf(after)))
      findings.decide(row, "same");
    else {
      if (here === null) findings.decide(row, "new");
      else findings.settleChange(row, differencesOf(contentOf(here), contentOf(after)));
      const expected = here === null ? null : 1;
      rows.push({ noun, id, expected, revision: 1, shape, before: here, after, derived: {} });
    }
  }
  return rows;
}

export const planStarts = (
  starts: readonly Incoming<StartState>[],
  planning: Planning,
): Promise<PlannedRow[]> =>
  planSimple(
    starts,
    {
      noun: "chimps-start",
      shape: START_SHAPE,
      contentOf: ({ map_id, map, title, link }) => ({
        "Map's number": map_id,
        Map: map,
        Title: title,
        Link: link,
      }),
      findAll: async (ids) =>
        (await planning.data.chimpsStarts.findAllById(ids)).filter(({ sample }) => sample === 0),
    },
    planning,
  );

export const planBalanceChanges = (
  changes: readonly Incoming<BalanceState>[],
  planning: Planning,
): Promise<PlannedRow[]> =>
  planSimple(
    changes,
    {
      noun: "balance-change",
      shape: BALANCE_SHAPE,
      findAll: planning.data.balanceChanges.findAllById,
      contentOf: ({ tower, version, change, nature }) => ({
        Tower: tower,
        Version: version,
        Change: change,
        Nature: nature,
      }),
    },
    planning,
  );

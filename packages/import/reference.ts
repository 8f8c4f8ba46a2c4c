import type { BalanceState } from "../../app/features/balance-changes/repository.server.ts";
import type { StartState } from "../../app/features/chimps-starts/repository.server.ts";
import type { MapReference, MapValues } from "../../app/features/maps/repository.server.ts";
import { linkPieces } from "../../domain/fields/link/addresses.ts";
import { MAX_LINK } from "../../domain/fields/link/kind.ts";
import { readDecimal } from "../../domain/game/dates-and-numbers.ts";
import { DIFFICULTIES, NATURES } from "../../domain/game/facts.ts";
import { nameKey } from "../../domain/game/name-key.ts";
import { versionOrder } from "../../domain/game/versions.ts";
import type { NounField } from "../../domain/nouns/define.ts";
import { MAP_FIELDS } from "../../domain/nouns/fields.ts";
import { mapOf, readTower } from "./fields.ts";
import { type MapNames, nearestOf, type TowerNames } from "./names.ts";
import type { Findings } from "./rules.ts";
import { type OldRow, type OldValue, SUBMITTED } from "./tables.ts";
import {
  idOf,
  isSpreadsheetError,
  lineOf,
  linesIn,
  madeUpTime,
  type Read,
  readLink,
  readTruth,
  readVersion,
  textOf,
  timeIn,
} from "./values.ts";

/** An incoming map; `values` has only what its row says. */
export interface IncomingMap {
  readonly row: OldRow;
  readonly map: MapReference;
  /** Whether the index does not list it yet. */
  readonly isNew: boolean;
  readonly values: Partial<MapValues>;
}

export interface Incoming<State> {
  readonly row: OldRow;
  readonly id: string;
  readonly state: State;
  /** What cannot be read: what is here already stays. */
  readonly unread: readonly (keyof State)[];
}

/** Reads the maps. They come before everything else, so that whatever is on them finds them. */
export function readMaps(rows: readonly OldRow[], maps: MapNames, findings: Findings): IncomingMap[] {
  const read: IncomingMap[] = [];
  const seen = new Map<string, OldRow>();
  for (const row of rows) {
    const name = lineOf(row.values.map);
    if (name === null) {
      findings.setAside("no-map", row);
      continue;
    }
    const found = maps.find(name);
    const key = nameKey(found.name);
    const before = seen.get(key);
    if (before) {
      findings.setAside("map-twice", row, { known: `row ${before.row}` });
      continue;
    }
    seen.set(key, row);
    const values = readMapValues(row, findings);
    const isNew = maps.named(key) === null;
    const abbreviation = abbreviationOf(row, { ...found, isNew }, maps, findings);
    const map = isNew ? maps.announce(name, abbreviation) : { id: found.id, name: found.name };
    // A map that is already here keeps its name, since it may have been renamed.
    read.push({
      row,
      map,
      isNew,
      values: { ...values, map: map.name, ...(abbreviation ? { abbreviation } : {}) },
    });
  }
  return read;
}

/** The longest abbreviation, in characters. */
const { max: LONGEST_ABBREVIATION } = MAP_FIELDS.abbreviation;

/** Returns a map's abbreviation; its name, cut, for a new map without a usable one; null to keep the current one. */
function abbreviationOf(
  row: OldRow,
  map: MapReference & { readonly isNew: boolean },
  maps: MapNames,
  findings: Findings,
): string | null {
  const column = "abbreviation";
  const abbreviation = lineOf(row.values.abbreviation);
  const instead = map.isNew ? map.name.slice(0, LONGEST_ABBREVIATION) : null;
  if (abbreviation === null) {
    if (map.isNew) findings.note("map-without-abbreviation", row, { column });
    return instead;
  }
  const key = nameKey(abbreviation);
  const abbreviated = maps.abbreviated(key);
  const named = maps.named(key);
  if (named && named.id !== map.id)
    findings.note("abbreviation-is-a-name", row, { column, known: named.name });
  else if (abbreviated && abbreviated.id !== map.id)
    findings.note("abbreviation-taken", row, { column, known: abbreviated.name });
  else return abbreviation;
  return instead;
}

function readMapValues(row: OldRow, findings: Findings): Partial<MapValues> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<NounField>(MAP_FIELDS)) {
    if (name === "map" || name === "abbreviation" || textOf(row.values[name]) === null) continue;
    const isRemark = field.kind === "remark";
    const { value, rule } = isRemark
      ? { value: linesIn(row, name, findings) ?? "" }
      : readMeasure(field, row.values[name] ?? null);
    if (rule) findings.note(rule, row, { column: name });
    if (value !== null) values[name] = value;
  }
  return values as Partial<MapValues>;
}

function readMeasure({ kind }: NounField, value: OldValue): Read<string | number | null> {
  const text = textOf(value) ?? "";
  if (kind === "choice") {
    const difficulty = DIFFICULTIES.find((each) => each === text.toLowerCase());
    if (difficulty === undefined) return { value: null, rule: "difficulty-unknown" };
    return difficulty === text ? { value: text } : { value: difficulty, rule: "difficulty-respelled" };
  }
  if (kind === "version") return readVersion(value);
  if (kind === "fact") {
    const isTrue = readTruth(text);
    return isTrue === null ? { value: null, rule: "measure-unreadable" } : { value: isTrue ? 1 : 0 };
  }
  if (kind === "decimal" || kind === "whole") {
    // A spreadsheet writes as many decimals as it likes.
    const plain = /^\d{1,9}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    const number = Number.isNaN(plain) ? (readDecimal(text) ?? plain) : plain;
    const isRight = kind === "decimal" ? Number.isFinite(number) : Number.isInteger(number);
    return isRight ? { value: number } : { value: null, rule: "measure-unreadable" };
  }
  return { value: lineOf(value) ?? "" };
}

const ownId = (row: OldRow, taken: Set<string>): Promise<string> =>
  idOf(textOf(row.values.uuid)?.toLowerCase() ?? null, JSON.stringify(row.values), taken);

const firstAlone = (address: string): Read<string> => ({ value: address, rule: "link-first-alone" });

export async function readStarts(
  rows: readonly OldRow[],
  maps: MapNames,
  findings: Findings,
): Promise<Incoming<StartState>[]> {
  const read: Incoming<StartState>[] = [];
  const taken = new Set<string>();
  for (const [place, row] of rows.entries()) {
    const name = lineOf(row.values.map);
    const pieces = linkPieces((textOf(row.values.link) ?? "").slice(0, MAX_LINK));
    const first = pieces?.find((piece) => "address" in piece);
    const { value: link, rule } = first ? firstAlone(first.address) : readLink(row.values.link);
    if (name === null) findings.setAside("no-map", row);
    else if (link === null) findings.setAside("start-without-link", row, { column: "link" });
    else {
      if (rule) findings.note(rule, row, { column: "link" });
      const title = lineOf(row.values.title);
      const isError = isSpreadsheetError(row.values.title);
      if (title === null && !isError) findings.note("no-title", row, { column: "title" });
      const map = mapOf(name, "map", row, maps, findings);
      const created_at = timeIn(row, SUBMITTED, findings) ?? madeUpTime(place);
      const id = await ownId(row, taken);
      const state = { uuid: id, map_id: map.id, map: map.name, title: title ?? link, link, sample: 0 };
      read.push({ row, id, state: { ...state, created_at }, unread: isError ? ["title"] : [] });
    }
  }
  return read;
}

const nearestNature = nearestOf(NATURES);

export async function readBalanceChanges(
  rows: readonly OldRow[],
  towers: TowerNames,
  findings: Findings,
): Promise<Incoming<BalanceState>[]> {
  const read: Incoming<BalanceState>[] = [];
  const taken = new Set<string>();
  for (const [place, row] of rows.entries()) {
    const name = lineOf(row.values.tower);
    const version = readVersion(row.values.version);
    const change = linesIn(row, "change", findings);
    const order = version.value === null ? null : versionOrder(version.value);
    if (name === null) findings.setAside("no-tower", row);
    else if (change === null) findings.setAside("no-change", row);
    else if (version.value === null || order === null)
      findings.setAside("no-version", row, { column: "version" });
    else {
      if (version.rule) findings.note(version.rule, row, { column: "version" });
      const { value: tower, rule, known } = readTower(name, towers);
      if (rule) findings.note(rule, row, { column: "tower", ...(known ? { known } : {}) });
      const written = textOf(row.values.nature)?.toLowerCase() ?? "";
      const nature = NATURES.find((each) => each === written);
      if (nature === undefined) {
        const known = nearestNature(written);
        findings.note("unknown-nature", row, { column: "nature", ...(known ? { known } : {}) });
      }
      const id = await ownId(row, taken);
      const state = { uuid: id, tower, version: version.value, version_order: order, change };
      const kind = nature ?? "miscellaneous";
      const unread = nature === undefined ? (["nature"] as const) : [];
      read.push({ row, id, state: { ...state, nature: kind, created_at: madeUpTime(place) }, unread });
    }
  }
  return read;
}

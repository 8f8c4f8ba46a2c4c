import type { MapReference } from "../../app/features/maps/repository.server.ts";
import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import { type Field, keep } from "../../domain/fields/index.ts";
import type { Draft, WireValue } from "../../domain/fields/kind.ts";
import { readCode } from "../../domain/fields/lines.ts";
import type { TowersetField } from "../../domain/fields/towerset/kind.ts";
import type { ImportRemark, ReadingCompletions } from "./incoming.ts";
import type { MapNames, TowerNames } from "./names.ts";
import { type Findings, RULES, type RuleName } from "./rules.ts";
import type { OldRow, OldTable, OldValue } from "./tables.ts";
import {
  isSpreadsheetError,
  lineOf,
  listIn,
  readDate,
  readMoney,
  readUpgrade,
  readVersion,
  remarkOf,
  textOf,
} from "./values.ts";

/** The fields of a challenge for which a table has columns. */
export const fieldsIn = (
  { fields }: ChallengeDefinition,
  { columns, later }: OldTable,
): (readonly [string, Field])[] =>
  Object.entries<Field>(fields).filter(([name]) => columns.includes(name) || later.includes(name));

/** What is found while fields are read: those whose values cannot be, and what is to stand in the notes. */
export interface LeftOut {
  readonly unread: Set<string>;
  readonly remarks: ImportRemark[];
}

/** Reads fields of a row into a draft and returns its map; null if the row cannot be a completion, and is set aside. */
export function readFields(
  fields: readonly (readonly [string, Field])[],
  row: OldRow,
  draft: Draft,
  { unread, remarks }: LeftOut,
  { maps, towers, findings }: Pick<ReadingCompletions, "maps" | "towers" | "findings">,
): MapReference | null {
  let map: MapReference = { id: 0, name: "" };
  for (const [column, field] of fields) {
    const { value, rule, known, refused, remark } = readField(field, row, column, draft, towers);
    if (refused) {
      findings.setAside(refused, row, { column });
      return null;
    }
    const isError = isSpreadsheetError(row.values[column]);
    if (rule && !isError) findings.note(rule, row, { column, ...(known ? { known } : {}) });
    if (isError || (rule && RULES[rule].outcome === "value")) unread.add(column);
    if (remark !== undefined) remarks.push({ field: column, text: remark });
    if (field.kind === "map") {
      map = mapOf(String(value), column, row, maps, findings);
      draft.map = map.name;
    } else keep(field, value, draft);
  }
  return map;
}

/** Returns the map that a text means; notes it if the map has another name. */
export function mapOf(
  text: string,
  column: string,
  row: OldRow,
  maps: MapNames,
  findings: Findings,
): MapReference {
  const { id, name, by } = maps.find(text);
  if (by === "spelling") findings.note("respelled-map", row, { column, known: name });
  if (by === "former") findings.note("former-map", row, { column, known: name });
  if (by === "unknown") {
    const known = maps.nearest(text);
    findings.note("unknown-map", row, { column, ...(known ? { known } : {}) });
  }
  return { id, name };
}

interface ReadField {
  readonly value: WireValue;
  readonly rule?: RuleName | undefined;
  readonly remark?: string;
  readonly known?: string | null;
  /** The rule by which the row is set aside, which cannot do without this value. */
  readonly refused?: RuleName;
}

/** Reads an untyped value as the wire value of its kind of field. */
export function readField(
  field: Field,
  { values }: OldRow,
  column: string,
  draft: Draft,
  towers: TowerNames,
): ReadField {
  const value = values[column];
  const missing = (refused: RuleName): ReadField => ({ value: null, refused });
  switch (field.kind) {
    case "map":
      return lineOf(value) === null ? missing("no-map") : { value: lineOf(value) };
    case "tower": {
      const text = lineOf(value);
      return text === null ? missing("no-tower") : readTower(text, towers);
    }
    case "towerset":
      return readTowerset(field, textOf(value), towers);
    case "upgradeset":
      return readUpgradeset(textOf(value), draft.towers, towers);
    case "person":
      return lineOf(value) === null ? missing("no-player") : { value: lineOf(value) };
    case "completiontype": {
      const type = lineOf(value)?.toLowerCase();
      if (type === undefined) return missing("no-type");
      return field.choices.includes(type) ? { value: type } : { value: type, rule: "unknown-type" };
    }
    case "money": {
      const money = readMoney(value, field.max);
      if (money.rule !== "money-unreadable") return money;
      // A list of costs is nothing without them; an OG may do without its starting cash.
      if (!field.ogExtra) return missing("money-unreadable");
      return isSpreadsheetError(value)
        ? { value: null }
        : { value: null, rule: "cash-unreadable", remark: remarkOf(field.label, value) };
    }
    case "version":
      return readVersion(value);
    case "date":
      return readDate(value);
    case "upgrade":
      return readUpgrade(value, towers.towerOf(draft.towers[field.position] ?? ""));
    case "code":
      return { value: readStoredCode(value) };
    default:
      return { value: lineOf(value) };
  }
}

/** Reads the code of a challenge. */
export function readStoredCode(value: OldValue | undefined): string | null {
  const text = lineOf(value);
  if (!text) return null;
  const { code, rest } = readCode(text);
  // Nothing is lost: what is no code stays as it is written.
  return rest === "" ? code : text;
}

/** Reads the name of a tower. What has none that is known stays as it is. */
export function readTower(text: string, towers: TowerNames) {
  const name = towers.find(text);
  if (name === null) return { value: text, rule: "unknown-tower", known: towers.nearest(text) } as const;
  return name === text ? { value: text } : ({ value: name, rule: "respelled-tower", known: name } as const);
}

function readTowerset({ set }: TowersetField, text: string | null, known: TowerNames): ReadField {
  const list = listIn(text ?? "");
  const names = (list ?? (text ?? "").split(",").map(lineOf)).filter((name) => name !== null);
  if (names.length === 0) return { value: null, refused: "no-tower" };
  const towers: ReadField[] = names.map((name) => readTower(name, known));
  // A set gets one finding: an unknown name takes precedence over a respelled one.
  const odd =
    towers.find(({ rule }) => rule === "unknown-tower") ?? towers.find(({ rule }) => rule !== undefined);
  const all = towers.map((tower) => tower.value);
  const once = set ? [...new Set(all)] : all;
  const value = JSON.stringify(once);
  if (list === null) return { value, rule: "set-not-a-list", known: value };
  if (once.length < all.length && odd?.rule !== "unknown-tower")
    return { value, rule: "tower-twice-in-set", known: value };
  return { value, rule: odd?.rule, known: odd?.known ?? null };
}

function readUpgradeset(text: string | null, towers: readonly string[], known: TowerNames): ReadField {
  if (text === null) return { value: null };
  const list = listIn(text);
  if (list === null) return { value: null, rule: "upgrades-not-a-list" };
  const read = list
    .slice(0, towers.length)
    .map((upgrade, at) => readUpgrade(upgrade, known.towerOf(towers[at] ?? "")));
  const value = JSON.stringify(read.map((upgrade) => upgrade.value));
  if (read.some(({ rule }) => rule !== undefined)) return { value, rule: "upgrade-unreadable" };
  return list.length > towers.length ? { value, rule: "more-upgrades-than-towers" } : { value };
}

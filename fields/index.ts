import type { Completion } from "./completion.ts";
import { type CompletionTypeField, completionTypeKind } from "./completiontype/field.ts";
import type { Condition, SortColumn } from "./condition.ts";
import { type DateField, dateKind } from "./date/field.ts";
import { type DifficultyField, difficultyKind } from "./difficulty/field.ts";
import { type FilekeyField, filekeyKind } from "./filekey/field.ts";
import { type FlagField, flagKind } from "./flag/field.ts";
import type { Draft, FieldBase, FieldKind, WireValue } from "./kind.ts";
import { type LinkField, linkKind } from "./link/field.ts";
import { type MapField, mapKind } from "./map/field.ts";
import { type MoneyField, moneyKind } from "./money/field.ts";
import { type NotesField, notesKind } from "./notes/field.ts";
import { type PersonField, personKind } from "./person/field.ts";
import { type TowerField, towerKind } from "./tower/field.ts";
import { type TowersetField, towersetKind } from "./towerset/field.ts";
import { type UpgradeField, upgradeKind } from "./upgrade/field.ts";
import { type UpgradesetField, upgradesetKind } from "./upgradeset/field.ts";
import { type VersionField, versionKind } from "./version/field.ts";

export type Field =
  | TowerField
  | TowersetField
  | UpgradeField
  | UpgradesetField
  | MapField
  | PersonField
  | CompletionTypeField
  | MoneyField
  | VersionField
  | DateField
  | LinkField
  | NotesField
  | FlagField
  | FilekeyField
  | DifficultyField;

export type KindName = Field["kind"];

const KINDS: { readonly [Kind in KindName]: FieldKind<Extract<Field, { kind: Kind }>> } = {
  tower: towerKind,
  towerset: towersetKind,
  upgrade: upgradeKind,
  upgradeset: upgradesetKind,
  map: mapKind,
  person: personKind,
  completiontype: completionTypeKind,
  money: moneyKind,
  version: versionKind,
  date: dateKind,
  link: linkKind,
  notes: notesKind,
  flag: flagKind,
  filekey: filekeyKind,
  difficulty: difficultyKind,
};

export const KIND_NAMES = Object.keys(KINDS) as readonly KindName[];

function kindOf(field: Field): FieldKind<FieldBase> {
  // Each kind takes its own fields alone, which a look-up by the field's own kind ensures and TypeScript cannot see.
  return KINDS[field.kind] as unknown as FieldKind<FieldBase>;
}

/** The field's value on the wire. */
export function presentField(completion: Completion, field: Field): WireValue {
  return kindOf(field).present(completion, field);
}

/** What `text` as a filter on the field asks for. Throws InvalidValue. */
export function filterField(text: string, field: Field): Condition {
  return kindOf(field).filter(text, field);
}

/** The column a list orders by for this field, or null. */
export function sortField(field: Field): SortColumn | null {
  return kindOf(field).sort(field);
}

/** Whether a submission carries the field. */
export function isSubmitted(field: Field): boolean {
  return kindOf(field).write !== null;
}

/** Puts a submitted text into its slot of the draft. Throws InvalidValue. */
export function writeField(text: string, field: Field, draft: Draft): void {
  kindOf(field).write?.(text, field, draft);
}

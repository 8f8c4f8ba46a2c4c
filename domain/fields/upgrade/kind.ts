import { type FieldBase, type FieldKind, writeAt } from "../kind.ts";

/** The upgrades of one tower, as players write them: "0-5-2". */
export interface UpgradeField extends FieldBase {
  readonly kind: "upgrade";
  /** The position of its tower, from 0. */
  readonly position: 0 | 1;
}

/** Returns "0-5-2" for "052"; other texts stay as they are written. */
export const withHyphens = (text: string): string => text.replace(/^([0-5])([0-5])([0-5])$/, "$1-$2-$3");

export const upgradeKind: FieldKind<UpgradeField, string> = {
  attribute: "upgrades",
  present: ({ upgrades }, { position }) => upgrades[position] ?? null,
  nullable: true,
  schema: (z) => z.string(),
  filter: (text, { position }) => ({ on: "upgrade", position, upgrade: text }),
  sort: () => null,
  read: withHyphens,
  store: (upgrade, { position }, draft) => writeAt(draft.upgrades, position, upgrade),
  isPublic: () => true,
  freeText: "line",
};

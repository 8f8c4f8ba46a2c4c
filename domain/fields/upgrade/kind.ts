import { type FieldBase, type FieldKind, writeAt } from "../kind.ts";

/** The upgrades of one tower, as players write them: "0-5-2". */
export interface UpgradeField extends FieldBase {
  readonly kind: "upgrade";
  /** The position of its tower, from 0. */
  readonly position: 0 | 1;
}

export const upgradeKind: FieldKind<UpgradeField, string> = {
  attribute: "upgrades",
  present: ({ upgrades }, { position }) => upgrades[position] ?? null,
  nullable: true,
  schema: (z) => z.string(),
  filter: (text, { position }) => ({ on: "upgrade", position, upgrade: text }),
  sort: () => null,
  read: (text) => text,
  store: (upgrade, { position }, draft) => writeAt(draft.upgrades, position, upgrade),
  isPublic: () => true,
  freeText: "line",
};

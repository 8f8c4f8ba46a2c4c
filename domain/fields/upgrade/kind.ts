import { asWritten, oneLine } from "../../game/typed-text.ts";
import { type FieldBase, type FieldKind, InvalidValue, writeAt } from "../kind.ts";
import { parseTextList } from "../text-list.ts";
import { MAX_TOWERS } from "../towerset/kind.ts";
import { listInWords } from "../wire-list.ts";

/** The upgrades of one tower, as players write them: "0-5-2". */
export interface UpgradeField extends FieldBase {
  readonly kind: "upgrade";
  /** The position of its tower, from 0. */
  readonly position: 0 | 1;
}

/** Returns "0-5-2" for "052"; other texts stay as they are written. */
const withHyphens = (text: string): string => text.replace(/^([0-5])([0-5])([0-5])$/, "$1-$2-$3");

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

/** The upgrades of all towers: the JSON text of an array parallel to the towers, whose entries may be null. */
export interface UpgradesetField extends FieldBase {
  readonly kind: "upgradeset";
}

/** Maximum length of one tower's upgrades, in characters. */
const MAX_UPGRADE = 200;

export const upgradesetKind: FieldKind<UpgradesetField, (string | null)[]> = {
  attribute: "upgrades",
  // Clients read it by index beside the towers, so it is always as long as they are.
  present: ({ towers, upgrades }) => JSON.stringify(towers.map((_, index) => upgrades[index] ?? null)),
  schema: (z) => z.string().describe("JSON text of an array as long as the towerset; entries may be null."),
  filter: (text) => ({ on: "attribute", attribute: "upgrades", value: JSON.stringify(parseTextList(text)) }),
  sort: () => "upgrades",
  longest: () => MAX_TOWERS * (MAX_UPGRADE + 10),
  tidy: asWritten,
  read(text) {
    const upgrades = parseTextList(text).map((entry) => withHyphens(oneLine(entry ?? "")) || null);
    if (upgrades.some((upgrade) => (upgrade?.length ?? 0) > MAX_UPGRADE))
      throw new InvalidValue("too-long", { most: MAX_UPGRADE });
    return upgrades;
  },
  fromWire: (wire) => JSON.parse(String(wire)),
  store(upgrades, _field, draft) {
    // If there are no towers, the towers' own field reports the error.
    if (draft.towers.length > 0 && upgrades.length > draft.towers.length)
      throw new InvalidValue("more-upgrades-than-towers");
    draft.upgrades = draft.towers.map((_, index) => upgrades[index] ?? null);
  },
  isPublic: () => true,
  freeText: "line",
  inWords: listInWords,
};

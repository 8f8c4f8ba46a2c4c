import { asWritten, oneLine } from "../../game/typed-text.ts";
import { type FieldBase, type FieldKind, InvalidValue } from "../kind.ts";
import { parseTextList } from "../text-list.ts";
import { MAX_TOWERS } from "../towerset/kind.ts";
import { withHyphens } from "../upgrade/kind.ts";
import { listInWords } from "../wire-list.ts";

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

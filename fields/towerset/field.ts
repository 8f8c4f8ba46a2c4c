import { findTower, type TowerName } from "../../game/names.ts";
import { type FieldBase, type FieldKind, InvalidValue } from "../kind.ts";
import { parseTextList } from "../text-list.ts";

/** All towers of a completion, as JSON text of an array of tower types (and heroes, where the challenge has them). */
export interface TowersetField extends FieldBase {
  readonly kind: "towerset";
  readonly heroes: boolean;
  /** A set: the order does not matter and no tower type stands in it twice. */
  readonly set: boolean;
}

/** The most towers one completion can list. */
export const MAX_TOWERS = 100;

/** Whether the field takes this name. */
export function offersInSet(field: TowersetField, tower: TowerName): boolean {
  return tower.kind === "type" || (field.heroes && tower.kind === "hero");
}

export const towersetKind: FieldKind<TowersetField> = {
  present: ({ towers }) => JSON.stringify(towers),
  filter(text, { set }) {
    const towers = parseTextList(text).map((name) => findTower(name ?? "")?.name);
    if (!towers.every((name) => name !== undefined)) return { on: "nothing" };
    return { on: "towers", towers: set ? [...new Set(towers)] : towers, inAnyOrder: set };
  },
  sort: () => "towers",
  write(text, field, draft) {
    const names = parseTextList(text);
    if (names.some((name) => !name?.trim())) throw new InvalidValue("has a place without a tower");
    if (names.length > MAX_TOWERS) throw new InvalidValue(`lists more than ${MAX_TOWERS} towers`);
    const towers = names.map((name) => {
      const tower = findTower(name ?? "");
      if (!tower || !offersInSet(field, tower)) {
        throw new InvalidValue(
          `holds something that is not ${field.heroes ? "a tower type or hero" : "a tower type"}: "${name}"`,
        );
      }
      return tower.name;
    });
    draft.towers = field.set ? [...new Set(towers)] : towers;
  },
};

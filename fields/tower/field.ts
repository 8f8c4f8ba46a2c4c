import { findTower, type TowerName } from "../../game/names.ts";
import { checkLength, type FieldBase, type FieldKind, InvalidValue } from "../kind.ts";

/** One tower of a completion: a name of a tower type ("Absolute Zero") or a hero ("Quincy"). */
export interface TowerField extends FieldBase {
  readonly kind: "tower";
  /** Its place in the completion's towers, from 0. */
  readonly position: 0 | 1;
  /** Only names that a CHIMPS game's starting cash can buy. */
  readonly affordableAtStart?: boolean;
  readonly except?: readonly string[];
}

/** Whether the field offers this name to somebody who submits. */
export function offersTower(field: TowerField, tower: TowerName): boolean {
  return (
    tower.kind !== "type" &&
    !(field.except ?? []).includes(tower.name) &&
    (!field.affordableAtStart || tower.affordableAtStart)
  );
}

export const towerKind: FieldKind<TowerField> = {
  present: ({ towers }, { position }) => towers[position] ?? null,
  filter(text, { position }) {
    const tower = findTower(text);
    return tower ? { on: "tower", position, names: [tower.name] } : { on: "nothing" };
  },
  sort: ({ position }) => (position === 0 ? "tower1" : "tower2"),
  write(text, field, draft) {
    const tower = findTower(checkLength(text));
    if (!tower || tower.kind === "type") throw new InvalidValue(`is not a tower of the game: "${text}"`);
    if (!offersTower(field, tower)) throw new InvalidValue(`cannot be ${tower.name} in this challenge`);
    draft.towers[field.position] = tower.name;
  },
};

import { findTower } from "../../game/names.ts";
import { type FieldBase, InvalidValue, type ValueKind } from "../kind.ts";
import { wireName } from "../wire-name.ts";

/** The subject of a balance change: a tower type or a hero, by any spelling. */
export interface TowertypeField extends FieldBase {
  readonly kind: "towertype";
}

export const towertypeKind: ValueKind<TowertypeField, string> = {
  read(text) {
    const tower = findTower(text);
    if (!tower) throw new InvalidValue("not-of-the-game");
    return tower.name;
  },
  schema: (z) => wireName(z, "tower"),
};

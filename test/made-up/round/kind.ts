import { type FieldBase, type FieldKind, InvalidValue } from "../../../fields/kind.ts";

/** A round of the game, a whole number from 1, in a slot that is there. */
export interface RoundField extends FieldBase {
  readonly kind: "round";
}

function parse(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidValue("not-a-whole-number");
  return Number(text);
}

export const roundKind: FieldKind<RoundField> = {
  slot: "money",
  present: ({ money }) => money,
  schema: (z) => z.int().nullable().describe("A round."),
  filter: (text) => ({ on: "slot", slot: "money", kept: parse(text) }),
  sort: () => "money",
  write(text, _field, draft) {
    draft.money = parse(text);
  },
  isPublic: () => true,
  freeText: "none",
  start: () => "100",
  inWords: (round) => `round ${round}`,
};

import { type FieldBase, type FieldKind, InvalidValue } from "../../../domain/fields/kind.ts";

/** A round of the game, a whole number from 1, stored in an existing attribute. */
export interface RoundField extends FieldBase {
  readonly kind: "round";
}

function parse(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidValue("not-a-whole-number");
  return Number(text);
}

export const roundKind: FieldKind<RoundField, number> = {
  attribute: "money",
  present: ({ money }) => money,
  nullable: true,
  schema: (z) => z.int().describe("A round."),
  filter: (text) => ({ on: "attribute", attribute: "money", value: parse(text) }),
  sort: () => "money",
  read: parse,
  isPublic: () => true,
  freeText: "none",
  initialText: () => "100",
  inWords: (round) => `round ${round}`,
};

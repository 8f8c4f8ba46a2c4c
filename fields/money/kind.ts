import { type FieldBase, type FieldKind, InvalidValue } from "../kind.ts";
import { cash } from "./cash.ts";

/** An amount of the game's cash, a whole number from 0. */
export interface MoneyField extends FieldBase {
  readonly kind: "money";
  /** The most that can be spent or had. */
  readonly max: number;
}

function parse(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidValue("not-a-whole-number");
  return Number(text);
}

export const moneyKind: FieldKind<MoneyField, number> = {
  slot: "money",
  present: ({ money }) => money,
  nullable: true,
  schema: (z) => z.int(),
  filter: (text) => ({ on: "slot", slot: "money", kept: parse(text) }),
  sort: () => "money",
  read(text, { max }) {
    const money = parse(text);
    if (money > max) throw new InvalidValue("too-large-a-number", { most: max });
    return money;
  },
  isPublic: () => true,
  freeText: "none",
  inWords: (money) => cash(Number(money)),
};

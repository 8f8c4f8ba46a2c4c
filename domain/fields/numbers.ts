import { cash } from "../game/counted.ts";
import { readDecimal, readWhole } from "../game/dates-and-numbers.ts";
import { type FieldBase, type FieldKind, InvalidValue, keyFor, type ValueKind } from "./kind.ts";

/** Inclusive bounds of numbers; null means no bound. */
interface Range {
  readonly from: number | null;
  readonly to: number | null;
}

const SIGN = /^[<>]=?(?!$)/;

/** Returns whether a text is a comparison or a range: ">=44", "44..46". */
export const isRange = (text: string): boolean => SIGN.test(text) || text.includes("..");

/**
 * Returns the numbers that a text asks for: "5", ">=5", "<=5", ">5", "<5", "5..9". `read` returns those that a single
 * value stands for. Throws InvalidValue.
 */
export function rangeOf(text: string, read: (text: string) => { from: number; to: number }): Range {
  const [sign] = SIGN.exec(text) ?? [];
  if (sign) {
    const { from, to } = read(text.slice(sign.length).trim());
    if (sign === ">=") return { from, to: null };
    if (sign === "<=") return { from: null, to };
    return sign === ">" ? { from: to + 1, to: null } : { from: null, to: from - 1 };
  }
  const [first = "", last, more] = text.split("..", 3);
  if (more !== undefined) throw new InvalidValue("not-a-range");
  const { from, to } = read(first.trim());
  return { from, to: last === undefined ? to : read(last.trim()).to };
}

/** An amount of in-game cash, a whole number from 0 upwards. */
export interface MoneyField extends FieldBase {
  readonly kind: "money";
  /** The most that a player can spend or have. */
  readonly max: number;
  /** The difficulty at whose prices it was spent; absent if it is what a game starts with. */
  readonly spentOn?: "easy" | "hard";
}

/** Reads an amount. Throws InvalidValue. */
function parse(text: string): number {
  const money = readWhole(text);
  if (money === null) throw new InvalidValue("not-a-whole-number");
  return money;
}

export const moneyKind: FieldKind<MoneyField, number> = {
  attribute: "money",
  present: ({ money }) => money,
  nullable: true,
  schema: (z) => z.int(),
  filter(text) {
    const { from, to } = rangeOf(text, (each) => {
      const money = parse(each);
      return { from: money, to: money };
    });
    return from !== null && from === to
      ? { on: "attribute", attribute: "money", value: from }
      : { on: "money", from, to };
  },
  sort: () => "money",
  searchKeys: (name) => ({
    money: keyFor(name, {
      example: ">=100000",
      says: "with this cash; >= means that or more, < less, .. a range",
    }),
  }),
  read(text, { max }) {
    const money = parse(text);
    if (money > max) throw new InvalidValue("too-large-a-number", { most: max });
    return money;
  },
  isPublic: () => true,
  freeText: "none",
  inWords: (money) => cash(Number(money)),
};

/** A count of something, of a noun and not of a completion: a whole number from 0 upwards. */
export interface WholeField extends FieldBase {
  readonly kind: "whole";
}

/** More than anything in the game is counted to. */
const MOST_COUNTED = 999_999;

export const wholeKind: ValueKind<WholeField, number> = {
  read(text) {
    const number = readWhole(text);
    if (number === null) throw new InvalidValue("not-a-whole-number");
    if (number > MOST_COUNTED) throw new InvalidValue("too-large-a-number", { most: MOST_COUNTED });
    return number;
  },
  schema: (z) => z.int().min(0),
};

/** A measurement from 0 upwards, in steps of 0.1. */
export interface DecimalField extends FieldBase {
  readonly kind: "decimal";
  readonly unit: string;
}

/** No path of the game is so long. */
const LONGEST = 100_000;

export const decimalKind: ValueKind<DecimalField, number> = {
  read(text) {
    const number = readDecimal(text);
    if (number === null || number >= LONGEST) throw new InvalidValue("not-a-decimal");
    return number;
  },
  schema: (z, { label }) => z.number().describe(`${label}.`),
  inWords: (value, { unit }) => `${value} ${unit}`,
};

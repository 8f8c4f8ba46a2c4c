import { nameOfChoice, nameOfType } from "../../game/counted.ts";
import { DIFFICULTIES } from "../../game/facts.ts";
import { type FieldBase, type FieldKind, InvalidValue, keyFor, type ValueKind } from "../kind.ts";

/** One of a few fixed values. */
export interface ChoiceField extends FieldBase {
  readonly kind: "choice";
  readonly choices: readonly string[];
}

export const choiceKind: ValueKind<ChoiceField, string> = {
  read(text, { choices }) {
    if (!choices.includes(text)) throw new InvalidValue("not-a-choice", { choices });
    return text;
  },
  schema: (z, { choices }) => z.enum(choices),
  inWords: (choice) => nameOfChoice(String(choice)),
};

/** A yes-or-no fact: 1 or 0, or null if it is not recorded. */
export interface FactField extends FieldBase {
  readonly kind: "fact";
}

/** What a form sends for a fact that is not recorded. */
export const UNRECORDED = "unknown";

/** The values that programs send for No, besides leaving the field out. */
const NO = new Set(["0", "false", "no", "off"]);

/** Existing programs send it like a checkbox: present is 1, absent is 0 (SPEC section 3, "present is 1"). */
export const factKind: ValueKind<FactField, 0 | 1 | null> & { readonly none: 0 } = {
  read: (text) => (text === UNRECORDED ? null : NO.has(text.toLowerCase()) ? 0 : 1),
  schema: (z) => z.union([z.literal(0), z.literal(1)]).nullable(),
  none: 0,
  inWords: (value) => (value === 1 ? "Yes" : "No"),
};

/** Which of a challenge's alternate records a completion is. */
export interface CompletionTypeField extends FieldBase {
  readonly kind: "completiontype";
  /** The first is the default. */
  readonly choices: readonly string[];
  /** The type whose completions have no hero. */
  readonly heroless?: string;
}

export const completionTypeKind: FieldKind<CompletionTypeField, string> = {
  attribute: "completionType",
  present: ({ completionType }) => completionType,
  schema: (z) => z.string(),
  // An imported completion may have another type, which only its exact text finds.
  filter: (text, { choices }) => ({
    on: "attribute",
    attribute: "completionType",
    value: choices.find((each) => each === text.toLowerCase()) ?? text,
  }),
  sort: () => "completion_type",
  describeFilter: (text) => nameOfType(text.toLowerCase()),
  filterControl: ({ choices }) => ({ takes: "choice", choices }),
  searchKeys: (name) => ({ type: keyFor(name, { example: "cheapest", says: "of this completion type" }) }),
  read(text, { choices }) {
    const choice = choices.find((each) => each === text.toLowerCase());
    if (!choice) throw new InvalidValue("not-a-choice", { choices });
    return choice;
  },
  isPublic: () => true,
  freeText: "none",
  initialText: ({ choices }) => choices[0] ?? "",
  inWords: (type) => nameOfType(String(type)),
};

/** The difficulty of the completion's map. */
export interface DifficultyField extends FieldBase {
  readonly kind: "difficulty";
}

export const difficultyKind: FieldKind<DifficultyField> = {
  attribute: null,
  present: ({ difficulty }) => difficulty,
  nullable: true,
  schema: (z) => z.string(),
  filter: (text) => ({ on: "difficulty", difficulty: text.toLowerCase() }),
  describeFilter: (text) => nameOfChoice(text.toLowerCase()),
  filterControl: () => ({ takes: "choice", choices: DIFFICULTIES.map((each) => each.toLowerCase()) }),
  sort: () => null,
  searchKeys: (name) => ({
    difficulty: keyFor(name, { example: "expert", says: "on maps of this difficulty" }),
  }),
  read: null,
  isPublic: () => false,
  freeText: "none",
};

/** Something that a completion is or is not: an original, or still waiting for a helper. */
export interface FlagField extends FieldBase {
  readonly kind: "flag";
  readonly flag: "og" | "pending";
}

/** The values that "is:" takes, and the parameter that each stands for. */
const IS: Readonly<Record<string, readonly [string, string]>> = {
  og: ["og", "1"],
  pending: ["pending", "1"],
  verified: ["pending", "0"],
};

/** What each flag reads as, off and on. */
const TOLD: Readonly<Record<FlagField["flag"], readonly [off: string, on: string]>> = {
  og: ["completions that are not OG", "OG completions"],
  pending: ["verified completions", "pending completions"],
};

/** Reads 1 or true, 0 or false. Throws InvalidValue. */
export function parseFlag(text: string): boolean {
  const value = text.toLowerCase();
  if (value === "1" || value === "true") return true;
  if (value === "0" || value === "false") return false;
  throw new InvalidValue("not-a-flag");
}

/** Returns whether a text means yes. A text that means neither yes nor no is refused where it is read. */
const isFlagged = (text: string): boolean => ["1", "true"].includes(text.toLowerCase());

/** Returns a flag's text as addresses have it. */
const flagOf = (text: string): string => (isFlagged(text) ? "1" : "0");

export const flagKind: FieldKind<FlagField> = {
  attribute: null,
  present: (completion, { flag }) => completion[flag],
  schema: (z, { flag }) =>
    flag === "og"
      ? z.boolean()
      : z
          .string()
          .nullable()
          .describe("The submitter's user id while a helper has yet to verify, else null."),
  filter: (text, { flag }) =>
    flag === "og" ? { on: "og", og: parseFlag(text) } : { on: "pending", pending: parseFlag(text) },
  filterLabel: "Only",
  describeFilter: (text, { flag }) => TOLD[flag][isFlagged(text) ? 1 : 0],
  sort: ({ flag }) => (flag === "og" ? "og" : null),
  searchKeys: () => ({
    is: {
      to: (value) => IS[value.toLowerCase()] ?? null,
      from: ([parameter, value]) => {
        const same = Object.entries(IS).find(([, [name, on]]) => name === parameter && on === flagOf(value));
        return same?.[0] ?? null;
      },
      example: "og",
      says: "OG completions; also: pending, verified",
    },
  }),
  read: null,
  isPublic: ({ flag }) => flag === "og",
  freeText: "none",
};

import { type FieldBase, type FieldKind, InvalidValue } from "../kind.ts";

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
  describeFilter: (text, { flag }) => ({ label: "Only", value: TOLD[flag][isFlagged(text) ? 1 : 0] }),
  sort: ({ flag }) => (flag === "og" ? "og" : null),
  searchKeys: () => ({
    is: {
      to: (value) => IS[value.toLowerCase()] ?? null,
      from: ([parameter, value]) => {
        const same = Object.entries(IS).find(([, [name, on]]) => name === parameter && on === flagOf(value));
        return same?.[0] ?? null;
      },
      example: "og",
      says: "OG completions; with pending those that wait for a helper, with verified all others",
    },
  }),
  read: null,
  isPublic: ({ flag }) => flag === "og",
  freeText: "none",
};

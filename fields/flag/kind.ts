import { type FieldBase, type FieldKind, InvalidValue } from "../kind.ts";

/** What a completion is or is not: an original, or still waiting for a helper. */
export interface FlagField extends FieldBase {
  readonly kind: "flag";
  readonly flag: "og" | "pending";
}

/** What "is:" takes, as the parameters that it stands for. */
const IS: Readonly<Record<string, readonly [string, string]>> = {
  og: ["og", "1"],
  pending: ["pending", "1"],
  verified: ["pending", "0"],
};

/** 1 or true, 0 or false. Throws InvalidValue. */
export function parseFlag(text: string): boolean {
  const value = text.toLowerCase();
  if (value === "1" || value === "true") return true;
  if (value === "0" || value === "false") return false;
  throw new InvalidValue("not-a-flag");
}

export const flagKind: FieldKind<FlagField> = {
  slot: null,
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
  sort: ({ flag }) => (flag === "og" ? "og" : null),
  keys: () => ({
    is: {
      to: (value) => IS[value.toLowerCase()] ?? null,
      example: "og",
      says: "originals; is:pending finds what waits for a helper, is:verified the rest",
    },
  }),
  read: null,
  isPublic: ({ flag }) => flag === "og",
  freeText: "none",
};

import type { Nameable } from "../../game/community-names.ts";
import type { FieldBase, ValueKind } from "../kind.ts";
import { wireName } from "../wire-name.ts";

/** A line of text. */
export interface LineField extends FieldBase {
  readonly kind: "line";
  /** Maximum length, in characters. */
  readonly max: number;
  /** What the text is a name of. */
  readonly names?: Nameable;
}

export const lineKind: ValueKind<LineField, string> = {
  longest: ({ max }) => max,
  read: (text) => text.replace(/[\r\n]+/g, " "),
  schema: (z, { names }) => (names === undefined ? z.string() : wireName(z, names)),
};

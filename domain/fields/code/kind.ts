import type { FieldBase, FieldKind } from "../kind.ts";
import { tidyCode } from "./code.ts";

/** The code by which the game opens the challenge that was played. Any text is taken: the game may change its codes. */
export interface CodeField extends FieldBase {
  readonly kind: "code";
}

export const codeKind: FieldKind<CodeField, string> = {
  attribute: "challengeCode",
  present: ({ challengeCode }) => challengeCode,
  nullable: true,
  schema: (z) => z.string(),
  filter: (text) => ({ on: "attribute", attribute: "challengeCode", value: tidyCode(text) }),
  sort: () => null,
  read: tidyCode,
  staysUnlessSent: true,
  isPublic: () => true,
  freeText: "line",
  formSection: "code",
};

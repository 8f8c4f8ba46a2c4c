import type { FieldBase, FieldKind } from "../kind.ts";

/** The difficulty of the completion's map. */
export interface DifficultyField extends FieldBase {
  readonly kind: "difficulty";
}

export const difficultyKind: FieldKind<DifficultyField> = {
  slot: null,
  present: ({ difficulty }) => difficulty,
  nullable: true,
  schema: (z) => z.string(),
  filter: (text) => ({ on: "difficulty", difficulty: text.toLowerCase() }),
  sort: () => null,
  read: null,
  isPublic: () => false,
  freeText: "none",
};

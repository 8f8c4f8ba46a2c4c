import type { FieldBase, FieldKind } from "../kind.ts";

/** The difficulty of the completion's map. */
export interface DifficultyField extends FieldBase {
  readonly kind: "difficulty";
}

export const difficultyKind: FieldKind<DifficultyField> = {
  present: ({ difficulty }) => difficulty,
  filter: (text) => ({ on: "difficulty", difficulty: text.toLowerCase() }),
  sort: () => null,
  write: null,
};

import { type FieldBase, type FieldKind, keyFor } from "../kind.ts";

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
  keys: (name) => ({
    difficulty: keyFor(name, { example: "expert", says: "completions on maps of this difficulty" }),
  }),
  read: null,
  isPublic: () => false,
  freeText: "none",
};

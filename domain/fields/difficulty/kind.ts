import { DIFFICULTIES } from "../../game/facts.ts";
import { nameOfChoice } from "../choice/kind.ts";
import { type FieldBase, type FieldKind, keyFor } from "../kind.ts";

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
  describeFilter: (text) => ({ value: nameOfChoice(text.toLowerCase()) }),
  filterControl: () => ({ takes: "choice", choices: DIFFICULTIES.map((each) => each.toLowerCase()) }),
  sort: () => null,
  searchKeys: (name) => ({
    difficulty: keyFor(name, { example: "expert", says: "on maps of this difficulty" }),
  }),
  read: null,
  isPublic: () => false,
  freeText: "none",
};

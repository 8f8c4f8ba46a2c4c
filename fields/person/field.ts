import { checkLength, type FieldBase, type FieldKind } from "../kind.ts";

/** A player's name as the player writes it. Looked up without regard to case. */
export interface PersonField extends FieldBase {
  readonly kind: "person";
  /** The player's place, from 0; null in a filter that means any player. */
  readonly position: 0 | 1;
}

export const personKind: FieldKind<PersonField> = {
  present: ({ people }, { position }) => people[position] ?? null,
  filter: (text, { position }) => ({ on: "person", position, person: text }),
  sort: () => null,
  write(text, { position }, draft) {
    draft.people[position] = checkLength(text, 100);
  },
};

import { isSeen } from "../../game/typed-text.ts";
import { type FieldBase, type FieldKind, InvalidValue, keyFor } from "../kind.ts";

/** A player's name as the player writes it. Look-ups ignore case. */
export interface PersonField extends FieldBase {
  readonly kind: "person";
  /** The player's position, from 0. */
  readonly position: 0 | 1;
}

export const personKind: FieldKind<PersonField, string> = {
  attribute: "people",
  present: ({ people }, { position }) => people[position] ?? null,
  schema: (z) => z.string(),
  filter: (text, { position }) => ({ on: "person", position, person: text }),
  modernize: (text) => [["person", text]],
  sort: () => null,
  filters: (fields) => ({
    person: {
      label: "Player",
      control: { takes: "name", of: "player" },
      places: fields.length,
      read: (names) => names.map((person) => ({ on: "person", position: null, person })),
    },
  }),
  searchKeys: () => ({
    by: keyFor("person", { example: "Ada", says: "by this player, whose name is written in full" }),
  }),
  longest: () => 100,
  read(text) {
    if (!isSeen(text)) throw new InvalidValue("missing");
    return text;
  },
  store(person, { position }, draft) {
    draft.people[position] = person;
  },
  isPublic: () => true,
  freeText: "line",
};

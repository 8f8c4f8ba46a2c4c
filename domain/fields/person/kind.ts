import { type FieldBase, type FieldKind, InvalidValue, keyFor } from "../kind.ts";

/** A player's name as the player writes it. Look-ups ignore case. */
export interface PersonField extends FieldBase {
  readonly kind: "person";
  /** The player's position, from 0. */
  readonly position: 0 | 1;
}

/** Letters and signs that render as nothing. */
const BLANK = /[\u115f\u1160\u2800\u3164\uffa0]/gu;
const SEEN = /[\p{L}\p{N}\p{P}\p{S}\p{Co}]/u;

export const personKind: FieldKind<PersonField, string> = {
  slot: "people",
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
    if (!SEEN.test(text.replace(BLANK, ""))) throw new InvalidValue("missing");
    return text.replace(/[\r\n]+/g, " ");
  },
  store(person, { position }, draft) {
    draft.people[position] = person;
  },
  isPublic: () => true,
  freeText: "line",
};

import { checkLength, type FieldBase, type FieldKind } from "../kind.ts";

/** Markdown that the player wrote about the run. */
export interface NotesField extends FieldBase {
  readonly kind: "notes";
}

/** Longest notes, in characters. */
export const MAX_NOTES = 10_000;

export const notesKind: FieldKind<NotesField> = {
  present: ({ notes }) => notes,
  filter: (text) => ({ on: "notes", notes: text }),
  sort: () => null,
  write(text, _field, draft) {
    draft.notes = checkLength(text, MAX_NOTES);
  },
};

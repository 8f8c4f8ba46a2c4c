import { checkLength, type FieldBase, type FieldKind } from "../kind.ts";

/** Markdown that the player wrote about the run. */
export interface NotesField extends FieldBase {
  readonly kind: "notes";
}

/** Longest notes, in characters. */
export const MAX_NOTES = 10_000;

export const notesKind: FieldKind<NotesField> = {
  slot: "notes",
  present: ({ notes }) => notes,
  schema: (z) => z.string().describe("Markdown."),
  filter: (text) => ({ on: "slot", slot: "notes", kept: text }),
  sort: () => null,
  write(text, _field, draft) {
    draft.notes = checkLength(text, MAX_NOTES);
  },
  isPublic: () => true,
  freeText: "markdown",
  place: "end",
};

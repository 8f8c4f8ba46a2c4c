import type { FieldBase, FieldKind } from "../kind.ts";

/** Markdown that the player wrote about the run. */
export interface NotesField extends FieldBase {
  readonly kind: "notes";
}

/** Maximum length of notes, in characters. */
export const MAX_NOTES = 10_000;

export const notesKind: FieldKind<NotesField, string> = {
  slot: "notes",
  present: ({ notes }) => notes,
  schema: (z) => z.string().describe("Markdown."),
  filter: (text) => ({ on: "slot", slot: "notes", value: text }),
  sort: () => null,
  longest: () => MAX_NOTES,
  read: (text) => text,
  isPublic: () => true,
  freeText: "markdown",
  formSection: "end",
};

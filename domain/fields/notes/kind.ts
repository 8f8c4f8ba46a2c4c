import { severalLines } from "../../game/typed-text.ts";
import { codeToken, isCode } from "../../game/words.ts";
import { type FieldBase, type FieldKind, keyFor, type ValueKind } from "../kind.ts";

/** Markdown that the player wrote about the run. */
export interface NotesField extends FieldBase {
  readonly kind: "notes";
}

/** Maximum length of notes, in characters. */
export const MAX_NOTES = 10_000;

/** Returns notes with a paragraph at their end, unless it is a line of theirs already. */
export const withParagraph = (notes: string, paragraph: string): string =>
  notes.split("\n").includes(paragraph)
    ? notes
    : notes.trim() === ""
      ? paragraph
      : `${notes.trimEnd()}\n\n${paragraph}`;

export const notesKind: FieldKind<NotesField, string> = {
  attribute: "notes",
  present: ({ notes }) => notes,
  schema: (z) => z.string().describe("Markdown."),
  filter: (text) => ({ on: "attribute", attribute: "notes", value: text }),
  sort: () => null,
  filters: () => ({
    code: {
      label: "Challenge code",
      control: { takes: "text", example: "ZXMPLE5" },
      read: ([text = ""]) => [
        isCode(text) ? { on: "search", find: { word: codeToken(text) } } : { on: "nothing" },
      ],
    },
  }),
  searchKeys: () => ({
    code: keyFor("code", {
      example: "ZXMPLE5",
      says: "with this challenge code, in its field or in the notes",
    }),
  }),
  longest: () => MAX_NOTES,
  tidy: severalLines,
  read: (text) => text,
  isPublic: () => true,
  freeText: "markdown",
  formSection: "end",
};

/** A remark about something: plain text of several lines, empty if there is nothing to say. */
export interface RemarkField extends FieldBase {
  readonly kind: "remark";
  /** Maximum length, in characters. */
  readonly max: number;
  /** An example, shown while the field is empty. */
  readonly placeholder?: string;
}

export const remarkKind: ValueKind<RemarkField, string> & { readonly none: "" } = {
  longest: ({ max }) => max,
  tidy: severalLines,
  read: (text) => text,
  schema: (z) => z.string(),
  none: "",
};

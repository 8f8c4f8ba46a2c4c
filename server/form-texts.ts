import type { z } from "zod";
import { problemsOf } from "../domain/submissions/form-problems.ts";
import { BadFields } from "./bad-fields.ts";
import { BadForm } from "./errors.ts";
import type { ReceivedForm } from "./media/uploads.ts";

/** The one value of each field of a form. */
export type Texts = Readonly<Record<string, string>>;

/**
 * Returns the texts of a form. Throws BadForm for a field with two different values, or with a NUL.
 * @param repeated a field that may be given more than once, which is left out
 */
export function textsOf({ texts }: Pick<ReceivedForm, "texts">, repeated?: string): Texts {
  const found: Record<string, string> = {};
  for (const [name, values] of texts) {
    if (name === repeated) continue;
    if (new Set(values).size > 1) throw new BadForm("given-twice", { subject: { field: name } });
    if (values[0]?.includes("\0")) throw new BadForm("holds-nul", { subject: { field: name } });
    found[name] = values[0] ?? "";
  }
  return found;
}

/** Checks the texts by a schema and returns its output; throws BadFields. */
export function checked<Schema extends z.ZodType>(schema: Schema, texts: Texts): z.output<Schema> {
  const { data, error } = schema.safeParse(texts);
  if (error) throw new BadFields(problemsOf(error));
  return data as z.output<Schema>;
}

/** Returns the revision that an edit is based on; null if it has none, as from existing programs. Throws BadForm. */
export function revisionIn(text: string | undefined): number | null {
  const given = text?.trim() ?? "";
  if (!/^\d{0,15}$/.test(given)) throw new BadForm("not-a-whole-number", { subject: { field: "revision" } });
  return given === "" ? null : Number(given);
}

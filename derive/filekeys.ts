import { InvalidValue } from "../fields/kind.ts";

/** As many rows as a page of a list shows at most. */
export const MOST_ENTRIES = 100;

/** The filekeys of a JSON array, each once. Throws InvalidValue. */
export function parseFilekeys(text: string): string[] {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Said below.
  }
  if (!Array.isArray(value) || value.length === 0 || !value.every((each) => typeof each === "string"))
    throw new InvalidValue("not-filekeys");
  if (value.length > MOST_ENTRIES) throw new InvalidValue("too-many-entries", { most: MOST_ENTRIES });
  return [...new Set(value)];
}

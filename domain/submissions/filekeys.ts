import { InvalidValue } from "../fields/kind.ts";

/** The most entries in one array: as many rows as a list page can show. */
export const MOST_ENTRIES = 100;

/** Reads the filekeys of a JSON array, each once. Throws InvalidValue. */
export function parseFilekeys(text: string): string[] {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Refused below.
  }
  if (!Array.isArray(value) || value.length === 0 || !value.every((each) => typeof each === "string"))
    throw new InvalidValue("not-filekeys");
  if (value.length > MOST_ENTRIES) throw new InvalidValue("too-many-entries", { most: MOST_ENTRIES });
  return [...new Set(value)];
}

import { MOST_ENTRIES } from "../limits.ts";
import { InvalidValue } from "./kind.ts";

/** Returns a text that a JSON escape may have made: half of a character becomes U+FFFD. Throws InvalidValue for a NUL. */
function plainText(text: string): string {
  if (text.includes("\0")) throw new InvalidValue("holds-nul");
  return text.toWellFormed();
}

/**
 * Reads the JSON text of an array whose entries are texts or null: `["Druid", null]`. Throws InvalidValue for anything
 * else. Blanks between the entries do not matter.
 */
export function parseTextList(text: string): (string | null)[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidValue("not-json");
  }
  if (!Array.isArray(value) || !value.every((entry) => entry === null || typeof entry === "string")) {
    throw new InvalidValue("not-a-list");
  }
  return value.map((entry) => entry && plainText(entry));
}

/** Reads the JSON text of an array of names, or of one name, and drops empty ones. Throws InvalidValue. */
export function parseNames(text: string): string[] {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Reported below.
  }
  const list = typeof value === "string" ? [value] : value;
  if (!Array.isArray(list) || !list.every((entry) => typeof entry === "string"))
    throw new InvalidValue("not-names");
  return list.map((entry) => plainText(entry).trim()).filter((entry) => entry !== "");
}

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

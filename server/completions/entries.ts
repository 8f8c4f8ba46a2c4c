import type { ChallengeDefinition } from "../../challenges/define.ts";
import { MOST_ENTRIES, parseFilekeys } from "../../derive/filekeys.ts";
import { InvalidValue } from "../../fields/kind.ts";
import { about, toldOf } from "../../messages/index.ts";
import { BadForm, NotFound } from "../errors.ts";
import type { WriteContext } from "../write-context.ts";
import { findNamed } from "./named.ts";

/**
 * Returns the filekeys that the entries of a delete name: arrays of key values in the definition's order, or filekeys.
 * Throws BadForm, NotFound, Conflict.
 */
export async function readEntries(
  definition: ChallengeDefinition,
  text: string,
  context: WriteContext,
): Promise<string[]> {
  const filekeys: string[] = [];
  for (const entry of parseEntries(definition, text)) {
    const filekey = await findNamed(definition, keysOf(definition, entry), context);
    if (!filekey) throw new NotFound("completions-gone");
    filekeys.push(filekey);
  }
  return filekeys;
}

type Entry = string | readonly string[];

function keysOf(definition: ChallengeDefinition, entry: Entry): URLSearchParams {
  if (typeof entry === "string") return new URLSearchParams({ filekey: entry });
  const keys = new URLSearchParams();
  for (const [at, name] of definition.keys.entries()) if (entry[at]) keys.append(name, entry[at]);
  return keys;
}

/** The form field. */
const ENTRIES = { field: "entries" };

function parseEntries(definition: ChallengeDefinition, text: string): Entry[] {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Reported below.
  }
  const length = definition.keys.length;
  const isEntry = (entry: unknown): entry is Entry =>
    (typeof entry === "string" && entry.trim() !== "") ||
    (Array.isArray(entry) && entry.length === length && entry.every((part) => typeof part === "string"));
  if (!Array.isArray(value) || value.length === 0 || !value.every(isEntry))
    throw new BadForm("not-entries", { subject: ENTRIES, keys: definition.keys });
  if (value.length > MOST_ENTRIES)
    throw new BadForm("too-many-entries", { subject: ENTRIES, most: MOST_ENTRIES });
  return value;
}

/** Reads the filekeys from a form's JSON array, without duplicates. Throws BadForm. */
export function readFilekeys(text: string): string[] {
  try {
    return parseFilekeys(text);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    throw new BadForm(...toldOf(about(ENTRIES, error.fault)));
  }
}

import type { ChallengeDefinition } from "../../challenges/define.ts";
import { preferred, readKeyQuery } from "../../derive/key-query.ts";
import { BadForm, NotFound } from "../errors.ts";
import type { WriteContext } from "../write-context.ts";

/** The filekeys that a delete's entries name: arrays of key values in the definition's order. Throws BadForm, NotFound. */
export async function readEntries(
  definition: ChallengeDefinition,
  text: string,
  { data }: WriteContext,
): Promise<string[]> {
  const filekeys: string[] = [];
  for (const entry of parseEntries(definition, text)) {
    const keys = new URLSearchParams();
    for (const [at, name] of definition.keys.entries()) if (entry[at]) keys.append(name, entry[at]);
    const found = preferred(
      definition,
      await data.completions.findAll(definition, readKeyQuery(definition, keys)),
    );
    if (!found) throw new NotFound("completions-gone");
    filekeys.push(found.id);
  }
  return filekeys;
}

/** The field of the form. */
const ENTRIES = { field: "entries" };

/** As many rows as a page of a list shows at most. */
const MOST_ENTRIES = 100;

function parseEntries(definition: ChallengeDefinition, text: string): string[][] {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Said below.
  }
  const length = definition.keys.length;
  const isEntry = (entry: unknown): entry is string[] =>
    Array.isArray(entry) && entry.length === length && entry.every((part) => typeof part === "string");
  if (!Array.isArray(value) || value.length === 0 || !value.every(isEntry))
    throw new BadForm("not-entries", { subject: ENTRIES, keys: definition.keys });
  if (value.length > MOST_ENTRIES)
    throw new BadForm("too-many-entries", { subject: ENTRIES, most: MOST_ENTRIES });
  return value;
}

/** The filekeys of a JSON array, each once. Throws BadForm. */
export function readFilekeys(text: string): string[] {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Said below.
  }
  if (!Array.isArray(value) || value.length === 0 || !value.every((each) => typeof each === "string"))
    throw new BadForm("not-filekeys", { subject: ENTRIES });
  if (value.length > MOST_ENTRIES)
    throw new BadForm("too-many-entries", { subject: ENTRIES, most: MOST_ENTRIES });
  return [...new Set(value)];
}

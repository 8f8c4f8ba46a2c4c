import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { InvalidValue } from "../../../domain/fields/kind.ts";
import { MOST_ENTRIES, parseFilekeys } from "../../../domain/fields/text-list.ts";
import { about, argumentsOf } from "../../../domain/messages/index.ts";
import { BadForm, NotFound } from "../../../server/errors.ts";
import type { WriteContext } from "../../api/write-context.server.ts";
import { findOneNamed, type Texts } from "./find-named.server.ts";

/**
 * Returns the filekeys that the entries of a delete name: arrays of key values in the definition's order, filekeys, or
 * rows, whose filekeys or keys count; of several claims what else a row says tells which is meant.
 * Throws BadForm, NotFound, Conflict.
 */
export async function readEntries(
  definition: ChallengeDefinition,
  text: string,
  context: WriteContext,
): Promise<string[]> {
  const filekeys: string[] = [];
  for (const { keys, texts } of parseEntries(definition, text)) {
    const filekey = await findOneNamed(definition, keys, context, texts);
    if (!filekey) throw new NotFound("completions-gone");
    filekeys.push(filekey);
  }
  return filekeys;
}

/** The form field. */
const ENTRIES = { field: "entries" };

/** An entry as it was sent: the keys that it names a completion by, and its other texts. */
interface Entry {
  readonly keys: URLSearchParams;
  readonly texts: Texts;
}

/** Returns an entry; null for what is none. */
function entryOf({ keys }: ChallengeDefinition, entry: unknown): Entry | null {
  if (typeof entry === "string")
    return entry.trim() === "" ? null : { keys: new URLSearchParams({ filekey: entry }), texts: () => "" };
  if (typeof entry !== "object" || entry === null) return null;
  if (Array.isArray(entry) && entry.length !== keys.length) return null;
  const row: Readonly<Record<string, unknown>> = Array.isArray(entry)
    ? Object.fromEntries(keys.map((name, at) => [name, entry[at]]))
    : { ...entry };
  const names = typeof row.filekey === "string" && row.filekey !== "" ? ["filekey"] : keys;
  if (!names.every((name) => typeof row[name] === "string")) return null;
  const texts: Texts = (name) => (typeof row[name] === "string" ? row[name] : "");
  return {
    keys: new URLSearchParams(names.map((name) => [name, texts(name)]).filter(([, text]) => text !== "")),
    texts,
  };
}

function parseEntries(definition: ChallengeDefinition, text: string): Entry[] {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Reported below.
  }
  const entries = Array.isArray(value) ? value : [];
  const named = entries.flatMap((entry) => entryOf(definition, entry) ?? []);
  if (entries.length === 0 || named.length < entries.length)
    throw new BadForm("not-entries", { subject: ENTRIES, keys: definition.keys });
  if (entries.length > MOST_ENTRIES)
    throw new BadForm("too-many-entries", { subject: ENTRIES, most: MOST_ENTRIES });
  return named;
}

/** A row as somebody saw it, by its fields' names on the wire; `change`: the number of its newest change. */
export type SeenRow = Readonly<Record<string, unknown>>;

/** Reads the rows that somebody saw, each in a field of its own, by filekey. Throws BadForm. */
export function readSeen(texts: readonly string[]): ReadonlyMap<string, SeenRow> {
  return new Map(
    texts.map((text) => {
      let row: unknown = null;
      try {
        row = JSON.parse(text);
      } catch {
        // Reported below.
      }
      if (typeof row !== "object" || row === null || !("filekey" in row) || typeof row.filekey !== "string")
        throw new BadForm("not-seen", { subject: { field: "seen" } });
      return [row.filekey, { ...row }];
    }),
  );
}

/** Reads the filekeys from a form's JSON array, without duplicates. Throws BadForm. */
export function readFilekeys(text: string): string[] {
  try {
    return parseFilekeys(text);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    throw new BadForm(...argumentsOf(about(ENTRIES, error.fault)));
  }
}

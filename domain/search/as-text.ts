import type { ChallengeDefinition } from "../challenges/define.ts";
import { modernizedFilters, searchKeys } from "../challenges/fields.ts";
import type { Filter } from "../fields/kind.ts";

/** A value that needs no quotes behind its key. */
const PLAIN = /^[\p{L}\p{N}<>=.#'-]+$/u;

/** Whether a key would not read a value back as it is: it ends the quotes, or reads as several values. */
const isLost = (value: string, isName: boolean): boolean =>
  value.includes('"') || (!isName && value.includes(",")) || value.trim() === "";

/**
 * Writes a list's filters as a search text that asks for the same by keys: `tower:"Absolute Zero" map:Quad`. Parameters
 * of older addresses are read as today's. Null if a filter has no key, or a value that no key takes.
 */
export function asText(definition: ChallengeDefinition, filters: readonly Filter[]): string | null {
  const keys = [...searchKeys(definition)];
  const terms: string[] = [];
  for (const filter of filters.flatMap((each) => modernizedFilters(definition, each))) {
    const found = keys.flatMap(([key, { from, names }]) => {
      const value = from(filter);
      return value === null || isLost(value, names !== undefined) ? [] : [{ key, value }];
    })[0];
    if (!found) return null;
    terms.push(`${found.key}:${PLAIN.test(found.value) ? found.value : `"${found.value}"`}`);
  }
  return terms.join(" ");
}

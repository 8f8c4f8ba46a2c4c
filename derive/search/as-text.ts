import type { ChallengeDefinition } from "../../challenges/define.ts";
import type { Filter } from "../../fields/kind.ts";
import { newerFilters, searchKeys } from "../fields.ts";

/** A value that needs no quotes behind its key. */
const PLAIN = /^[\p{L}\p{N}<>=.#'-]+$/u;

/** Text that a key would not give back: it ends the quotes, or reads as several values. */
const isLost = (value: string, isName: boolean): boolean =>
  value.includes('"') || (!isName && value.includes(",")) || value.trim() === "";

/**
 * Filters of a list as a text that asks for the same by keys: `tower:"Absolute Zero" map:Quad`. Parameters under which
 * something was asked for in older addresses count as today's. Null: one of them has no key, or a value that no key takes.
 */
export function asText(definition: ChallengeDefinition, filters: readonly Filter[]): string | null {
  const keys = [...searchKeys(definition)];
  const terms: string[] = [];
  for (const filter of filters.flatMap((each) => newerFilters(definition, each))) {
    const found = keys.flatMap(([key, { from, names }]) => {
      const value = from(filter);
      return value === null || isLost(value, names !== undefined) ? [] : [{ key, value }];
    })[0];
    if (!found) return null;
    terms.push(`${found.key}:${PLAIN.test(found.value) ? found.value : `"${found.value}"`}`);
  }
  return terms.join(" ");
}

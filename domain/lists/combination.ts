import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind, kindFilters } from "../challenges/fields.ts";
import { towersOf, type WireRow } from "./row.ts";

/** The towers of one completion, whatever the map: how to query the list for them, and what to call them. */
export interface Combination {
  /** Finds every completion with these towers. A list of sets of towers may return others, too: `isSame` tells. */
  readonly parameters: Readonly<Record<string, string | readonly string[]>>;
  readonly isSame: (row: WireRow) => boolean;
  /** "This pair" */
  readonly words: string;
}

const sorted = (towers: readonly string[]): string => JSON.stringify([...towers].sort());

/** How a text refers to a completion's towers. */
function wordsFor(definition: ChallengeDefinition, towers: readonly string[]): string {
  if (towers.length === 1) return "This tower";
  return fieldsOfKind(definition, "tower").length === towers.length ? "This pair" : "These towers";
}

/** Returns a completion's combination; null in a challenge whose identity does not count both towers and map. */
export function combinationOf(definition: ChallengeDefinition, row: WireRow): Combination | null {
  const { identity } = definition;
  if (!identity.includes("towers") || !identity.includes("map")) return null;
  const towers = towersOf(definition, row);
  if (towers.length === 0) return null;
  const same = sorted(towers);
  return {
    parameters: {
      tower: towers,
      ...(kindFilters(definition).has("towercount") ? { towercount: String(towers.length) } : {}),
    },
    isSame: (other) => sorted(towersOf(definition, other)) === same,
    words: wordsFor(definition, towers),
  };
}

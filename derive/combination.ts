import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind, kindFilters } from "./fields.ts";
import { towersOf, type WireRow } from "./row.ts";

/** What one completion's towers are on every map: what the list is asked by, and what people call it. */
export interface Combination {
  /** Finds all of it. A list of sets of towers may find others as well: `isSame` tells. */
  readonly parameters: Readonly<Record<string, string | readonly string[]>>;
  readonly isSame: (row: WireRow) => boolean;
  /** "This pair" */
  readonly words: string;
}

const sorted = (towers: readonly string[]): string => JSON.stringify([...towers].sort());

/** What a completion's towers are called when they are pointed at. */
function wordsFor(definition: ChallengeDefinition, towers: readonly string[]): string {
  if (towers.length === 1) return "This tower";
  return fieldsOfKind(definition, "tower").length === towers.length ? "This pair" : "These towers";
}

/** The combination that a completion is one of; null in a challenge whose completions are not told apart by their towers and map. */
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

import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind } from "../challenges/fields.ts";
import { refusalOf } from "../fields/tower/kind.ts";
import { TOWER_NAMES } from "../game/names.ts";

/** What a challenge's progress counts: pairs or names that have an original, or maps that have a completion. */
export type ShareOf = "pairs" | "names" | "maps";

/** Returns what the progress of a challenge counts. */
export function shareOf(definition: ChallengeDefinition): ShareOf {
  const isByTowers = definition.og?.every((part) => part === "towers") ?? false;
  if (!isByTowers) return "maps";
  return fieldsOfKind(definition, "tower").length > 1 ? "pairs" : "names";
}

/** Returns how many names, or pairs in either order, the form of a challenge accepts. */
export function countCombinations(definition: ChallengeDefinition): number {
  const [first, second] = fieldsOfKind(definition, "tower").map(([, field]) =>
    TOWER_NAMES.filter((name) => refusalOf(field, name) === null),
  );
  if (!first) return 0;
  if (!second) return first.length;
  const [inFirst, inSecond] = [new Set(first), new Set(second)];
  let count = 0;
  for (const [at, one] of TOWER_NAMES.entries()) {
    // A tower may be paired with itself.
    for (const other of TOWER_NAMES.slice(at)) {
      if (definition.oneHero && one.kind === "hero" && other.kind === "hero") continue;
      if ((inFirst.has(one) && inSecond.has(other)) || (inFirst.has(other) && inSecond.has(one))) count++;
    }
  }
  return count;
}

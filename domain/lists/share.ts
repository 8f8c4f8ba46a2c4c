import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind, isForOne } from "../challenges/fields.ts";
import { isOnlyOne } from "../checks/towers.ts";
import { doubtOf, refusalOf } from "../fields/tower/kind.ts";
import { oncePerCatalogue, type TowerName } from "../game/catalogue.ts";
import { CANNOT_BE, inTriangle } from "./triangle.ts";

/** What a challenge's progress counts: pairs or names that have an original, or maps that have a completion. */
export type ShareOf = "pairs" | "names" | "maps";

/** Returns what the progress of a challenge counts. */
export function shareOf(definition: ChallengeDefinition): ShareOf {
  const isByTowers = definition.og?.every((part) => part === "towers") ?? false;
  if (!isByTowers) return "maps";
  return fieldsOfKind(definition, "tower").length > 1 ? "pairs" : "names";
}

/** What a challenge's form accepts at the newest version, where its original goes by its towers alone. */
export interface Possible {
  /** The names that any of its places takes, in the order of the shop, heroes last. */
  readonly names: readonly TowerName[];
  /** Whether two of them, in either order, can be a completion. */
  readonly isPair: (one: TowerName, other: TowerName) => boolean;
  /** How many names or pairs there are. */
  readonly count: number;
}

/** Returns what is possible in a challenge. Whatever counts or draws what is left asks here. */
export const possibleIn = oncePerCatalogue((definition: ChallengeDefinition, catalogue): Possible => {
  const places = fieldsOfKind(definition, "tower").map(
    ([, field]) =>
      new Set(
        catalogue.names.filter((name) => refusalOf(field, name) === null && doubtOf(field, name) === null),
      ),
  );
  const [first, second] = places;
  const names = catalogue.names.filter((name) => places.some((place) => place.has(name)));
  if (!first || !second) return { names, isPair: () => false, count: names.length };
  const isPair = (one: TowerName, other: TowerName): boolean => {
    // Nobody has one hero twice; one player has no second hero either, and nothing twice that the game allows once.
    if (one.kind === "hero" && other.kind === "hero" && (one === other || isForOne(definition))) return false;
    if (one === other && isOnlyOne(one) && isForOne(definition)) return false;
    return (first.has(one) && second.has(other)) || (first.has(other) && second.has(one));
  };
  let count = 0;
  for (const [at, one] of names.entries())
    for (const other of names.slice(at)) if (isPair(one, other)) count++;
  return { names, isPair, count };
});

/** The triangle of a challenge in which nothing is done. To be copied before it is filled in. */
export const emptyTriangle = oncePerCatalogue((definition: ChallengeDefinition, catalogue): Uint8Array => {
  const { names, isPair } = possibleIn(definition, catalogue);
  const cells = new Uint8Array(inTriangle(names.length, 0));
  for (const [row, one] of names.entries())
    for (const [column, other] of names.slice(0, row + 1).entries())
      if (!isPair(one, other)) cells[inTriangle(row, column)] = CANNOT_BE;
  return cells;
});

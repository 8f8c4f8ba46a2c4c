import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import { nameOfKind, searchKeys } from "../../domain/challenges/fields.ts";
import type { WireRow } from "../../domain/lists/row.ts";
import { asText } from "../../domain/search/question.ts";

/** A key of the search box as pages show it. */
export interface ShownKey {
  readonly name: string;
  readonly says: string;
  /** Includes the key. */
  readonly example: string;
}

/** Returns the keys of a challenge's list. `row` is one of its completions, whose player becomes an example. */
export function shownKeys(definition: ChallengeDefinition, row: WireRow | undefined): readonly ShownKey[] {
  const player = row?.[nameOfKind(definition, "person") ?? ""];
  return Array.from(searchKeys(definition), ([name, { says, example, to }]) => {
    const isPlayer = to("")?.[0] === "person" && typeof player === "string";
    const real = isPlayer ? asText(definition, [["person", player]]) : null;
    return { name, says, example: real ?? `${name}:${example}` };
  });
}

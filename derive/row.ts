import type { ChallengeDefinition } from "../challenges/define.ts";
import type { Completion } from "../fields/completion.ts";
import { presentField } from "../fields/index.ts";
import type { WireValue } from "../fields/kind.ts";
import { rowFields } from "./fields.ts";

/** A completion on the wire: the challenge's own names, then link, notes, og, pending, filekey and difficulty. */
export type WireRow = Readonly<Record<string, WireValue>>;

export function presentRow(definition: ChallengeDefinition, completion: Completion): WireRow {
  return Object.fromEntries(
    rowFields(definition).map(([name, field]) => [name, presentField(completion, field)]),
  );
}

/** What -og-info answers: the row's key, its OG extras, and where its proof is. */
export function presentOgInfo(definition: ChallengeDefinition, original: Completion): WireRow {
  const shown = rowFields(definition).filter(
    ([name, field]) =>
      definition.keys.includes(name) ||
      field.ogExtra ||
      field.kind === "person" ||
      name === "link" ||
      name === "filekey",
  );
  return Object.fromEntries(shown.map(([name, field]) => [name, presentField(original, field)]));
}

/**
 * The same completion seen with its two towers the other way round, if that is how they were asked for; upgrades and
 * nothing else follow the towers.
 */
export function inOrderOf(towers: readonly string[], completion: Completion): Completion {
  const [first, second] = completion.towers;
  const swapped = first !== second && towers[0] === second && towers[1] === first;
  if (towers.length !== 2 || !swapped) return completion;
  const { upgrades } = completion;
  return { ...completion, towers, upgrades: [upgrades[1] ?? null, upgrades[0] ?? null] };
}

import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { fieldsOfKind } from "../../../domain/challenges/fields.ts";
import { type Field, kindOf } from "../../../domain/fields/index.ts";
import { dateInWords } from "../../../domain/game/day-in-words.ts";
import { challengeCodesIn } from "../../../domain/game/words.ts";
import { isOfOriginal } from "../../../domain/lists/of-original.ts";
import type { WireRow } from "../../../domain/lists/row.ts";

/** Kinds of fields that the page shows elsewhere. */
const SHOWN_ELSEWHERE: ReadonlySet<Field["kind"]> = new Set([
  ...(["tower", "towerset", "upgrade", "upgradeset", "map", "person", "code"] as const),
]);

/**
 * Returns what else is recorded of a completion, leaving out empty fields and, unless it is an original, those of
 * originals.
 */
export function recordedFacts(definition: ChallengeDefinition, row: WireRow) {
  return Object.entries<Field>(definition.fields).flatMap(([name, field]) => {
    const value = row[name] ?? null;
    if (value === null || value === "" || SHOWN_ELSEWHERE.has(field.kind)) return [];
    if (isOfOriginal(field, row)) return [];
    const text =
      field.kind === "date"
        ? dateInWords(String(value))
        : (kindOf(field).inWords?.(value, field) ?? String(value));
    return [{ label: field.column ?? field.label, text }];
  });
}

/** Returns the challenge codes of a completion: that of its field, then those that its notes mention. */
export function codesOf(definition: ChallengeDefinition, row: WireRow, notes: string): readonly string[] {
  const own = fieldsOfKind(definition, "code").flatMap(([name]) => (row[name] ? [String(row[name])] : []));
  return [...new Set([...own, ...challengeCodesIn(notes)])];
}

import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import type { PublicChange } from "../../../../../domain/contract/history.ts";
import { type Field, kindOf } from "../../../../../domain/fields/index.ts";
import { isOfOriginal } from "../../../../../domain/lists/of-original.ts";
import type { WireRow } from "../../../../../domain/lists/row.ts";

/** Kinds of fields that the page shows elsewhere. */
const SHOWN_ELSEWHERE: ReadonlySet<Field["kind"]> = new Set([
  ...(["tower", "towerset", "upgrade", "upgradeset", "map", "person"] as const),
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
    const text = kindOf(field).inWords?.(value, field) ?? String(value);
    return [{ label: field.column ?? field.label, text }];
  });
}

/** When something was done, and by whom as far as they chose to show. */
export interface Deed {
  readonly day: string;
  /** Null if nobody knows. */
  readonly who: string | null;
}

const deedOf = (change: PublicChange | undefined): Deed | null =>
  change ? { day: change.at.slice(0, 10), who: change.who } : null;

/** Returns when a completion was submitted; null if that was before there was a history. */
export const submissionIn = (history: readonly PublicChange[]): Deed | null =>
  deedOf(history.findLast(({ action }) => action === "add"));

/** Returns when a completion was verified, and by whom if the history says so. */
export function verificationOf(history: readonly PublicChange[], verifiedAt: string | null): Deed | null {
  // What an import brings was verified before, elsewhere.
  const change = history.find(
    ({ action, changes }) =>
      action !== "import" && changes.some(({ label, after }) => label === "Verified" && after === true),
  );
  return deedOf(change) ?? (verifiedAt === null ? null : { day: verifiedAt.slice(0, 10), who: null });
}

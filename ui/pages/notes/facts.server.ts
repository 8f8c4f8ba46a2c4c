import type { ChallengeDefinition } from "../../../challenges/define.ts";
import type { PublicChange } from "../../../contract/history.ts";
import type { WireRow } from "../../../derive/row.ts";
import { type Field, kindOf } from "../../../fields/index.ts";

/** Kinds that the page shows in a place of their own. */
const SHOWN_ELSEWHERE: ReadonlySet<Field["kind"]> = new Set([
  ...(["tower", "towerset", "upgrade", "upgradeset", "map", "person"] as const),
]);

/** What else is recorded of a completion: what it does not have is left out, and so is what is only its original's. */
export function recordedFacts(definition: ChallengeDefinition, row: WireRow) {
  return Object.entries<Field>(definition.fields).flatMap(([name, field]) => {
    const value = row[name] ?? null;
    if (value === null || value === "" || SHOWN_ELSEWHERE.has(field.kind)) return [];
    if (field.ogExtra && row.og !== true) return [];
    const text = kindOf(field).inWords?.(value, field) ?? String(value);
    return [{ label: field.column ?? field.label, text }];
  });
}

/** When something was done, and by whom as far as they chose to show. */
export interface Deed {
  readonly day: string;
  /** Null: nobody knows. */
  readonly who: string | null;
}

const deedOf = (change: PublicChange | undefined): Deed | null =>
  change ? { day: change.at.slice(0, 10), who: change.who } : null;

/** When a completion was submitted; null: before there was a history. */
export const submissionIn = (history: readonly PublicChange[]): Deed | null =>
  deedOf(history.findLast(({ action }) => action === "add"));

/** When it was verified; the history says by whom. */
export function verificationOf(history: readonly PublicChange[], verifiedAt: string | null): Deed | null {
  const change = history.find(({ changes }) =>
    changes.some(({ label, after }) => label === "Verified" && after === true),
  );
  return deedOf(change) ?? (verifiedAt === null ? null : { day: verifiedAt.slice(0, 10), who: null });
}

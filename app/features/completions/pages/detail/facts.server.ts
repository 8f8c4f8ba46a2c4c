import type { PublicChange } from "../../../../../domain/contract/history.ts";

/** When something was done, and by whom as far as they chose to show. */
export interface Deed {
  /** The number of its change; null if nobody knows. */
  readonly seq: number | null;
  readonly day: string;
  /** Null if nobody knows. */
  readonly who: string | null;
}

const deedOf = (change: PublicChange | undefined): Deed | null =>
  change ? { seq: change.seq, day: change.at.slice(0, 10), who: change.who } : null;

/** Returns when a completion was submitted; null if that was before there was a history. */
export const submissionIn = (history: readonly PublicChange[]): Deed | null =>
  deedOf(history.findLast(({ action }) => action === "add"));

/** Returns when a second helper looked at a completion as it is, and who; null: nobody did. */
export const confirmationOf = (history: readonly PublicChange[], confirmedAt: string | null): Deed | null =>
  confirmedAt === null
    ? null
    : (deedOf(history.find(({ action }) => action === "confirm")) ?? {
        ...{ seq: null, day: confirmedAt.slice(0, 10), who: null },
      });

/** Returns when a completion was verified, and by whom if the history says so. */
export function verificationOf(history: readonly PublicChange[], verifiedAt: string | null): Deed | null {
  // What an import brings was verified before, elsewhere.
  const change = history.find(
    ({ action, changes }) =>
      action !== "import" && changes.some(({ label, after }) => label === "Verified" && after === true),
  );
  return (
    deedOf(change) ?? (verifiedAt === null ? null : { seq: null, day: verifiedAt.slice(0, 10), who: null })
  );
}

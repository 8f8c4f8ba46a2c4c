/** The most characters of a helper's reason for rejecting a completion. */
export const LONGEST_REASON = 1_000;

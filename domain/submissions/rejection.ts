/** The most characters of a helper's reason for rejecting a completion. */
export const LONGEST_REASON = 1_000;

/** The most characters of the title by which helpers choose a canned reason. */
export const LONGEST_TITLE = 60;

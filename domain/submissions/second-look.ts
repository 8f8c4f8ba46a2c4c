/**
 * Which verified completions another helper has to look at: the originals, those that hold a record, and those that
 * their own submitter verified.
 */
export const SECOND_LOOKS = ["og", "record", "self"] as const;
export type SecondLook = (typeof SECOND_LOOKS)[number];

/** Days after which it is too late for a second look. */
export const SECOND_LOOK_DAYS = 60;

/** The most characters of a message between a player and helpers. */
export const LONGEST_MESSAGE = 2_000;

/** Hours that a player has to answer a question of a helper (SPEC section 9). */
export const HOURS_TO_ANSWER = 48;

/** The most characters of a reason, whoever gives it: for a rejection, a report, a ban, an exception. */
export const LONGEST_REASON = 1_000;

/** The most characters of the title by which helpers choose a canned reason. */
export const LONGEST_TITLE = 60;

/** The most characters of an e-mail address (RFC 5321: 256 with its brackets). */
export const LONGEST_EMAIL = 254;

/** The most characters of the name by which a person wants to be called. */
export const LONGEST_DISPLAY_NAME = 40;

/**
 * Which verified completions another helper has to look at: the originals, those that hold a record, and those that
 * their own submitter verified.
 */
export const SECOND_LOOKS = ["og", "record", "self"] as const;
export type SecondLook = (typeof SECOND_LOOKS)[number];

/** Days after which it is too late for a second look. */
export const SECOND_LOOK_DAYS = 60;

/** How many proofs that a person proposes may be open. */
export const MOST_OPEN_PROPOSALS = 3;

/** The role of a proposed file that is none of the proofs that the rules ask for. */
export const FURTHER = "attachment";

/** What the log calls it when a helper takes over a proof that a player proposed. */
export const TAKE_PROOF = "take-proof";

/** The field of a submission that says whether pictures behind its links are copied: 1 or 0; absent: as before. */
export const KEEP_COPY = "keep-copy";

/** How long a change can be undone, in days. What it needs stays as long: files, and backups of these. */
export const UNDO_DAYS = 90;

/** How long a public dump stays, in days. */
export const DUMP_DAYS = 30;

/** What stands in a completion for somebody whose name was erased. No player has it (migrations/0004-players.sql). */
export const ERASED_NAME = "a player";

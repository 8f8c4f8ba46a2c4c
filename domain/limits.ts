// The limits that people and programs can run into. docs/promises.md lists them (tools/docs/docs.ts). Besides these there are
// rates (contract/rates.ts), settings (platform/shared/settings.ts), and the longest text of each kind of field (fields/).

// Of people and what they send

/** The most submissions of one account that may wait for helpers. */
export const MOST_CLAIMS = 50;

/** The most attachments of one completion, links to proof included. */
export const MOST_ATTACHMENTS = 20;

/** The most entries of one list in a request: as many rows as a list page can show. */
export const MOST_ENTRIES = 100;

/** How many proofs that a person proposes may be open. */
export const MOST_OPEN_PROPOSALS = 3;

/** How many wishes of a member may be open. */
export const MOST_OPEN_WISHES = 3;

/** How many reports of a member may be open. */
export const MOST_OPEN_REPORTS = 5;

/** The most that one person follows. */
export const MOST_FOLLOWS = 50;

/** The most characters of a message between a player and helpers. */
export const LONGEST_MESSAGE = 2_000;

/** The most characters of a reason of a rejection, a report, a ban or an exception. */
export const LONGEST_REASON = 1_000;

/** The most characters of the title by which helpers choose a canned reason. */
export const LONGEST_TITLE = 60;

/** The most characters of an e-mail address (RFC 5321: 256 with its brackets). */
export const LONGEST_EMAIL = 254;

/** The most characters of the name by which a person wants to be called. */
export const LONGEST_DISPLAY_NAME = 40;

// Of time

/** Hours that a player has to answer a question of a helper (SPEC section 9). */
export const HOURS_TO_ANSWER = 48;

/** Days after which it is too late for a second look. */
export const SECOND_LOOK_DAYS = 60;

/** How long a change can be undone, in days. What it needs stays as long: files, and backups of these. */
export const UNDO_DAYS = 90;

/** How long a public dump stays, in days. */
export const DUMP_DAYS = 30;

// Of lists and searches

/** The most rows of a page. */
export const MOST_ROWS_OF_PAGE = 100;

/** The most characters of a search, in the normal form NFC. Nobody types more, and each word is looked up. */
export const LONGEST_SEARCH = 300;

// Of challenge codes

/** How often in an hour an account may have the game's server asked about challenge codes. */
export const CODES_PER_HOUR = 30;

/** Codes that the game's server is asked for in an hour, by all processes together. */
export const BACKFILLED_CODES_PER_HOUR = 60;

// Of requests

/** The most characters of an address. */
export const MOST_URL = 8 * 1024;

/** The most parameters of an address: several times as many as any of ours has. */
export const MOST_PARAMETERS = 200;

/** The most bytes of a request's first line and headers together. */
export const MOST_HEADER_BYTES = 16 * 1024;

/** Bad requests of a network in a minute that are answered at once. A person or a working program sends few. */
export const REFUSALS_PER_MINUTE = 30;

/** The most bytes of a form without files: a hundred filekeys are 4 KB, the longest texts some 60 KB. */
export const MOST_FORM_BYTES = 256 * 1024;

/** How long a form without files may take to arrive. */
export const FORM_TIMEOUT_MS = 30_000;

/** The most bytes of a game's data as JSON. */
export const MOST_GAME_BYTES = 512 * 1024;

// Of uploads

/** Forms with files of one account that may be in progress at once. */
export const UPLOADS_OF_ACCOUNT = 4;

/** Of all members of one network. */
export const UPLOADS_OF_NETWORK = 6;

/** Of all members together; helpers have some more to themselves. */
export const UPLOADS_IN_ALL = 12;

/**
 * The longest silence of a sender of files. Bytes that arrive extend the wait up to this; time in which we do not read does
 * not count.
 */
export const UPLOAD_TIMEOUT_MS = 120_000;

/** A sender slower than this on average times out, in bytes per millisecond: 16 KB/s. */
export const UPLOAD_LEAST_BYTES_PER_MS = (16 * 1024) / 1000;

/** MB of files that an account may send in a day. */
export const UPLOADED_MB_PER_DAY = 5_000;

/** The same of a helper or verifier. */
export const UPLOADED_MB_PER_DAY_OF_HELPER = 50_000;

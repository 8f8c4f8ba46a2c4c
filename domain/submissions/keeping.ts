/** How long a change can be undone, in days. What it needs stays as long: files, and backups of these. */
export const UNDO_DAYS = 90;

/** How long a public dump stays, in days. */
export const DUMP_DAYS = 30;

/** What stands in a completion for somebody whose name was erased. No player has it (migrations/0004-players.sql). */
export const ERASED_NAME = "a player";

/** What SQLite says went wrong, by its result codes: https://sqlite.org/rescode.html */

const BUSY = 5;
const READONLY = 8;
const CORRUPT = 11;
const FULL = 13;
const PROTOCOL = 15;
const NOTADB = 26;

/** The index of the log of writes could not be made as long as it must be: so a full disk meets whoever opens the file. */
const IOERR_SHMSIZE = 4874;

function resultCode(error: unknown): number | null {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode
    : null;
}

/** The lower byte says what happened, the rest says where. */
const isOneOf = (error: unknown, ...codes: readonly number[]): boolean => {
  const code = resultCode(error);
  return code !== null && codes.includes(code & 0xff);
};

/** Another process is at it, for a moment as a rule. */
export const isBusy = (error: unknown): boolean => isOneOf(error, BUSY, PROTOCOL);

/** There is no room on the disk. */
export const isFull = (error: unknown): boolean =>
  isOneOf(error, FULL) || resultCode(error) === IOERR_SHMSIZE;

/** The file may not be written. */
export const isReadOnly = (error: unknown): boolean => isOneOf(error, READONLY);

/** The file is not, or no longer, what SQLite wrote. */
export const isDamage = (error: unknown): boolean => isOneOf(error, CORRUPT, NOTADB);

/** What whoever runs the site reads of a damaged database; `what` is SQLite's own word. */
export const damaged = (file: string, what: string): string =>
  `The database ${file} is damaged (${what}). Stop the site and restore it from a backup: npm run index -- restore DIR --overwrite. docs/operating.md says how.`;

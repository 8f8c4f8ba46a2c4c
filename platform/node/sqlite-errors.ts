/** SQLite's errors, by their result codes: https://sqlite.org/rescode.html */

const BUSY = 5;
const READONLY = 8;
const CORRUPT = 11;
const FULL = 13;
const PROTOCOL = 15;
const NOTADB = 26;

/** The index of the write-ahead log could not get its size. A full disk shows as this when the file is opened. */
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

/** Whether another process is using it, usually for a moment. */
export const isBusy = (error: unknown): boolean => isOneOf(error, BUSY, PROTOCOL);

/** Whether there is no space on the disk. */
export const isFull = (error: unknown): boolean =>
  isOneOf(error, FULL) || resultCode(error) === IOERR_SHMSIZE;

/** Whether the file cannot be written to. */
export const isReadOnly = (error: unknown): boolean => isOneOf(error, READONLY);

/** Whether the file is not, or is no longer, what SQLite wrote. */
export const isDamage = (error: unknown): boolean => isOneOf(error, CORRUPT, NOTADB);

/** What the operator reads about a damaged database; `what` is SQLite's own wording. */
export const damaged = (file: string, what: string): string =>
  `The database ${file} is damaged (${what}). Stop the site and restore it from a backup: npm run index -- restore DIR --overwrite. docs/operating.md says how.`;

import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { hasCode } from "./blob-folder.ts";

/**
 * The umask of every program that writes an index, a backup or an export: they hold keys, password hashes and e-mail
 * addresses, and so do the files that SQLite makes beside a database.
 */
export const OWNER_ONLY = 0o077;

/** The bit of folders in which many users keep things, such as /tmp. */
const SHARED = 0o1000;

/**
 * Takes a folder, and everything in it, from all users but its owner: an earlier version, another program or a copy may
 * have made it. Links are not followed, and what many users share or another one owns is left as it is.
 */
export function makePrivate(path: string): void {
  try {
    const found = lstatSync(path);
    if (found.isSymbolicLink() || (found.mode & SHARED) !== 0) return;
    if ((found.mode & OWNER_ONLY) !== 0) chmodSync(path, found.mode & 0o7777 & ~OWNER_ONLY);
    if (found.isDirectory()) for (const name of readdirSync(path)) makePrivate(join(path, name));
  } catch (error) {
    // ENOENT: another process has just removed it.
    if (!hasCode(error, "ENOENT", "EPERM", "EACCES")) throw error;
  }
}

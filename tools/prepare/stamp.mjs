import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ROOT } from "./run.mjs";

/**
 * Hashes files and folders under the project's root: their names and contents, in a fixed order. A path that does not
 * exist counts as empty.
 * @param {string[]} paths
 * @param {(path: string) => boolean} [wanted] which files count, by their path from the root
 */
export function hashOf(paths, wanted = () => true) {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of filesUnder(join(ROOT, path))) {
      const name = relative(ROOT, file).replaceAll("\\", "/");
      if (wanted(name)) hash.update(`${name}\0`).update(readFileSync(file)).update("\0");
    }
  }
  return hash.digest("hex");
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  if (!existsSync(path)) return [];
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOTDIR") return [path];
    throw error;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => filesUnder(join(path, entry.name)));
}

/**
 * Runs a step only when its inputs have changed. The stamp is removed before the work starts, so a step that was
 * interrupted runs again.
 * @param {string} file the stamp, from the root; it lies in the step's output, so it vanishes with that
 * @param {string} hash
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>} whether there was something to do
 */
export async function whenChanged(file, hash, work) {
  const stamp = join(ROOT, file);
  if (isDone(file, hash)) return false;
  rmSync(stamp, { force: true });
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  return true;
}

/**
 * Whether a step was done with its current inputs.
 * @param {string} file its stamp, from the root
 * @param {string} hash
 */
export function isDone(file, hash) {
  const stamp = join(ROOT, file);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hash;
}

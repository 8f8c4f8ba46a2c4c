// Checks the directions of imports (scripts/imports/rules.mjs). Prints `file:line: reason` for each import that breaks
// a rule, and fails if there is one.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { violations } from "./imports/rules.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = ["game", "messages", "challenges", "fields", "derive", "server", "ui", "platform"];

const files = [
  "routes.ts",
  ...folders.flatMap((folder) => sourcesUnder(join(root, folder))).map((path) => relative(root, path)),
].map((path) => path.replaceAll("\\", "/"));

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sourcesUnder(folder) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return [];
    throw error;
  }
}

let wrong = 0;
for (const file of files) {
  for (const { line, reason } of violations(file, readFileSync(join(root, file), "utf8"))) {
    console.error(`${file}:${line}: ${reason}`);
    wrong += 1;
  }
}
console.log(
  `Imports of ${files.length} files: ${wrong === 0 ? "all in the right direction" : `${wrong} wrong`}.`,
);
process.exitCode = wrong === 0 ? 0 : 1;

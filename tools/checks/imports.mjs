// Checks the directions of imports (tools/checks/rules.mjs). Prints `file:line: reason` for each import that breaks
// a rule, and fails if there is one.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { USES, violations } from "./rules.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = ["domain", "server", "app", "site", "platform", "packages"]
  .flatMap((folder) => sourcesUnder(join(root, folder)))
  .map((path) => relative(root, path).replaceAll("\\", "/"));

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sourcesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

let wrong = 0;
for (const file of files) {
  for (const { line, reason } of violations(file, readFileSync(join(root, file), "utf8"))) {
    console.error(`${file}:${line}: ${reason}`);
    wrong += 1;
  }
}
for (const [feature, used] of Object.entries(USES))
  console.log(`${feature} uses ${Object.keys(used).join(", ")}`);
console.log(
  `Imports of ${files.length} files: ${wrong === 0 ? "all in the right direction" : `${wrong} wrong`}.`,
);
process.exitCode = wrong === 0 ? 0 : 1;

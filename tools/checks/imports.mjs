// Checks the directions of imports, and that no two files export types of the same name (tools/checks/rules.mjs). Prints
// what breaks a rule, an import as `file:line: reason`, and fails if something does.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { typesOfSeveralFiles, USES, violations } from "./rules.mjs";

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

const sources = files.map((file) => /** @type {const} */ ([file, readFileSync(join(root, file), "utf8")]));
const wrong = [
  ...sources.flatMap(([file, source]) =>
    violations(file, source).map(({ line, reason }) => `${file}:${line}: ${reason}`),
  ),
  ...typesOfSeveralFiles(sources.filter(([file]) => !/\.test\.tsx?$|\/test\//.test(file))),
];
for (const problem of wrong) console.error(problem);
for (const [feature, used] of Object.entries(USES))
  console.log(`${feature} uses ${Object.keys(used).join(", ")}`);
console.log(
  `Imports and types of ${files.length} files: ${wrong.length === 0 ? "all right" : `${wrong.length} wrong`}.`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;

// Fails when a folder has more production lines than budgets.json allows it, and prints the table and the sums.
// --write sets each budget to what its folder has.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const file = fileURLToPath(new URL("budgets.json", import.meta.url));

const CODE = /\.(ts|tsx|css|sql|mjs)$/;
/** Tests, and folders whose lines are data or prose. */
const NOT_PRODUCTION = /(^|\/)test\/|\.test\.tsx?$|^(sample|docs)\//;
/** Workspaces beside the site have a sum of their own. */
const BESIDE = /^(qa|packages)(\/|$)/;

/**
 * Returns the folder that a file's lines count for: a feature, or a folder of the second level.
 * @param {string} path
 */
function folderOf(path) {
  const folders = path.split("/").slice(0, -1);
  const depth = path.startsWith("app/features/") ? 3 : 2;
  return folders.slice(0, depth).join("/") || "(root)";
}

/** @returns {Map<string, number>} production lines by folder, in alphabetical order */
function linesByFolder() {
  const paths = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 }).split(
    "\n",
  );
  /** @type {Map<string, number>} */
  const lines = new Map();
  for (const path of paths.filter((each) => CODE.test(each) && !NOT_PRODUCTION.test(each)).sort()) {
    const folder = folderOf(path);
    const count = readFileSync(join(root, path), "utf8").split("\n").length - 1;
    lines.set(folder, (lines.get(folder) ?? 0) + count);
  }
  return lines;
}

/**
 * Returns what is wrong with the sizes of folders, a sentence each.
 * @param {ReadonlyMap<string, number>} lines by folder
 * @param {Readonly<Record<string, number>>} budgets by folder
 */
export function problemsOf(lines, budgets) {
  const gone = Object.keys(budgets).filter((folder) => !lines.has(folder));
  return [
    ...gone.map((folder) => `${folder} is gone: take it out of budgets.json.`),
    ...[...lines].flatMap(([folder, count]) => {
      const budget = budgets[folder];
      if (budget === undefined) return [`${folder} has no budget.`];
      return count > budget ? [`${folder} has ${count} lines; its budget is ${budget}.`] : [];
    }),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lines = linesByFolder();
  if (process.argv.includes("--write"))
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(lines), null, 2)}\n`);
  /** @type {Record<string, number>} */
  const budgets = JSON.parse(readFileSync(file, "utf8"));
  for (const [folder, count] of lines)
    console.log(`${String(count).padStart(7)} of ${String(budgets[folder] ?? "?").padStart(6)}  ${folder}`);
  const sumOf = (/** @type {boolean} */ isBeside) =>
    [...lines].reduce((sum, [path, count]) => (BESIDE.test(path) === isBeside ? sum + count : sum), 0);
  console.log(`${String(sumOf(false)).padStart(7)} lines at the root, ${sumOf(true)} beside it`);
  const problems = problemsOf(lines, budgets);
  if (problems.length > 0) {
    console.error(`\n${problems.join("\n")}`);
    console.error("Take lines away elsewhere in the folder, or raise its budget and say why in the commit.");
    process.exit(1);
  }
}

// Runs every check and test, each to its end; prints at its end what failed, and as its last line how many passed and
// failed: each test of the two runners, as their own reports count them, and one for each static check. With --static
// the checks alone.

import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { countsOf } from "./test/report.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const reports = join(root, "node_modules/.cache/btd6-index/reports");
const report = { vitest: join(reports, "vitest.json"), playwright: join(reports, "playwright.json") };

/** @type {{ name: string, commands: string[][] }[]} */
const CHECKS = [
  {
    name: "Types",
    commands: [
      ["react-router", "typegen"],
      ["tsc", "--noEmit"],
    ],
  },
  { name: "Format and lint", commands: [["biome", "ci", "--error-on-warnings"]] },
  { name: "Directions of imports", commands: [[process.execPath, "scripts/check-imports.mjs"]] },
  { name: "Lock file", commands: [[process.execPath, "scripts/complete-lock.mjs", "--check"]] },
];

/** @type {{ name: "vitest" | "playwright", command: string[] }[]} */
const RUNNERS = [
  {
    name: "vitest",
    command: ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report.vitest}`],
  },
  { name: "playwright", command: ["playwright", "test", "--reporter=list,json"] },
];

/**
 * Runs a tool with its output on ours.
 * @param {string[]} command
 * @returns {Promise<number>} its exit code; 1 when it could not start or was killed
 */
function run([tool = "", ...rest]) {
  const path = [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: report.playwright };
  return new Promise((resolve) => {
    const child = spawn(tool, rest, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", (error) => {
      console.error(`${tool}: ${error.message}`);
      resolve(1);
    });
    child.on("close", (code) => resolve(code ?? 1));
  });
}

let passed = 0;
let failed = 0;
/** @type {string[]} */
const problems = [];

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

for (const { name, commands } of CHECKS) {
  console.log(`\n== ${name}`);
  let code = 0;
  for (const command of commands) code ||= await run(command);
  if (code === 0) passed += 1;
  else failed += 1;
  if (code !== 0) problems.push(`${name}: failed`);
}

for (const { name, command } of process.argv.includes("--static") ? [] : RUNNERS) {
  console.log(`\n== ${name}`);
  const counts = countsOf(name, report[name], await run(command));
  passed += counts.passed;
  failed += counts.failed;
  problems.push(...counts.problems.map((problem) => `${name}: ${problem}`));
}

console.log("");
for (const problem of problems) console.log(problem);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

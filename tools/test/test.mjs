// Runs every check and test, each to its end, and then prints what failed and what passed only when retried ("flaky:
// ..."). The last line says how many passed and failed: each test, as the reports of the runners count them, and one for
// each static check. With --static only the checks run, with --all also what takes long, and the journeys on both
// engines. With a name, only that runs: the test files whose path
// contains it, or else the tests whose title contains it; arguments after the name go to the runner.

import { spawn } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { countsOf } from "./report.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const reports = join(root, "node_modules/.cache/btd6-index/reports");
const report = { vitest: join(reports, "vitest.json"), playwright: join(reports, "playwright.json") };

/** Hundreds of processes load the same modules: these are compiled once. */
const compiled = mkdtempSync(join(tmpdir(), "btd6-index-compiled-"));
process.on("exit", () => rmSync(compiled, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

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
  {
    name: "Directions of imports, names of types",
    commands: [[process.execPath, "tools/checks/imports.mjs"]],
  },
  { name: "Style sheets", commands: [[process.execPath, "tools/checks/sheets.mjs"]] },
  { name: "Dead files, exports and dependencies", commands: [["knip"]] },
  { name: "Docs that are made", commands: [[process.execPath, "tools/docs/docs.ts", "--check"]] },
  { name: "Migrations that landed", commands: [[process.execPath, "tools/checks/migrations.mjs"]] },
  { name: "Budgets of lines", commands: [[process.execPath, "tools/checks/budgets.mjs"]] },
  { name: "Lock file", commands: [[process.execPath, "tools/checks/complete-lock.mjs", "--check"]] },
];

const [name, ...rest] = process.argv.slice(2);
const isAll = name === "--all";

const JOURNEYS = ["playwright", "test", "--reporter=list,json"];

/** @type {{ name: string, runner: "vitest" | "playwright", command: string[], env?: Record<string, string> }[]} */
const RUNNERS = [
  {
    name: "vitest",
    runner: "vitest",
    command: [
      ...["vitest", "run", "--reporter=default", "--reporter=json"],
      `--outputFile.json=${report.vitest}`,
      ...(isAll ? [] : ["--project=!long*", "--tagsFilter=!long"]),
    ],
    // How many addresses both engines are asked.
    ...(isAll && { env: { EDGE_ADDRESSES: "2000" } }),
  },
  // Hundreds of journeys with two browsers on two cores: a failing test is retried once, and named if it then passes.
  {
    name: "playwright",
    runner: "playwright",
    command: [...JOURNEYS, "--retries=1"],
    ...(!isAll && { env: { JOURNEYS: "short" } }),
  },
  ...(isAll
    ? [
        {
          name: "playwright on workerd",
          runner: /** @type {const} */ ("playwright"),
          command: [...JOURNEYS, "--retries=1"],
          env: { BROWSER_TEST_ENGINE: "workerd" },
        },
      ]
    : []),
];

/**
 * Runs a tool, passing its output through.
 * @param {string[]} command
 * @param {Record<string, string>} [settings] added to the environment
 * @returns {Promise<number>} its exit code; 1 when it could not start or was killed
 */
function run([tool = "", ...rest], settings = {}) {
  const path = [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const env = {
    ...{ ...process.env, PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: report.playwright },
    NODE_COMPILE_CACHE: compiled,
    ...settings,
  };
  return new Promise((resolve) => {
    const child = spawn(tool, rest, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", (error) => {
      console.error(`${tool}: ${error.message}`);
      resolve(1);
    });
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/**
 * Runs the tests that a name matches.
 * @param {string} name
 * @param {string[]} rest
 * @returns {Promise<number>} an exit code
 */
async function runNamed(name, rest) {
  const all = globSync("**/*.test.ts", {
    cwd: root,
    exclude: (path) => /^(node_modules|build|data)$/.test(path),
  });
  const byPath = all.filter((file) => file.includes(name));
  const isPath = byPath.length > 0;
  const files = isPath ? byPath : all.filter((file) => readFileSync(join(root, file), "utf8").includes(name));
  const title = name.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");
  const isInBrowser = (/** @type {string} */ file) => file.startsWith("test/browser/");
  const units = files.filter((file) => !isInBrowser(file));
  const pages = files.filter(isInBrowser);
  if (files.length === 0) console.error(`No test file or test is called "${name}".`);
  let code = files.length === 0 ? 1 : 0;
  if (units.length > 0)
    code = await run(["vitest", "run", ...units, ...(isPath ? [] : ["-t", title]), ...rest]);
  if (pages.length > 0)
    code ||= await run(["playwright", "test", ...pages, ...(isPath ? [] : ["-g", title]), ...rest]);
  return code;
}

if (name !== undefined && name !== "--static" && !isAll) process.exit(await runNamed(name, rest));

let passed = 0;
let failed = 0;
/** @type {string[]} */
const problems = [];
/** @type {string[]} */
const flaky = [];

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

for (const { name, runner, command, env } of process.argv.includes("--static") ? [] : RUNNERS) {
  console.log(`\n== ${name}`);
  // The second run of a runner must not be counted by the report of the first.
  rmSync(report[runner], { force: true });
  const counts = countsOf(runner, report[runner], await run(command, env));
  passed += counts.passed;
  failed += counts.failed;
  problems.push(...counts.problems.map((problem) => `${name}: ${problem}`));
  flaky.push(...counts.flaky);
}

console.log("");
for (const test of flaky) console.log(`flaky: ${test}`);
for (const problem of problems) console.log(problem);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

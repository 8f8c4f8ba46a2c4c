// `npm run attack [-- --only NAME] [--seed NUMBER]`: serves a site of its own on this machine and attacks it. What it
// tries is in kinds.ts; a new address of the contract is attacked by itself. Prints a table, and exits with 1 if
// anything was found.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { endAll } from "../../test/node/processes.ts";
import { cache, redirects, tokens } from "./confusion.ts";
import { fuzz } from "./fuzz.ts";
import { kept } from "./kept.ts";
import { KINDS, type KindName } from "./kinds.ts";
import { races } from "./races.ts";
import { roles } from "./roles.ts";
import { scripts } from "./scripts.ts";
import { slow } from "./slow.ts";
import { type Attack, openTarget } from "./target.ts";

const { values: options } = parseArgs({
  options: { only: { type: "string" }, seed: { type: "string", default: String(Date.now() % 100_000) } },
});

const TESTS = "node_modules/vitest/vitest.mjs run --project=measuring test/growth --reporter=json".split(" ");

/** What is read of vitest's report. */
interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

/** Runs the tests of how work grows, while nothing else asks the machine for anything. */
const growth: Attack = async (_site, found) => {
  const cwd = resolve(import.meta.dirname, "../..");
  const { stdout } = spawn(process.execPath, TESTS, { cwd, stdio: ["ignore", "pipe", "ignore"] });
  const printed = await text(stdout);
  const { numPassedTests, testResults } = JSON.parse(printed.slice(printed.indexOf("{"))) as Report;
  for (const { fullName, status, failureMessages } of testResults.flatMap((file) => file.assertionResults))
    if (status === "failed") found(fullName, String(failureMessages?.[0]).slice(0, 160));
  if (numPassedTests === 0) found("test/growth", "no test ran");
  return `${numPassedTests} tests`;
};

const ATTACKS: Readonly<Record<KindName, Attack>> = {
  ...{ growth, fuzz, tokens, cache, redirects, slow, kept, races, scripts, roles },
};

const secondsSince = (begun: number): number => Math.round((performance.now() - begun) / 1_000);

/** How many findings of one kind are printed. */
const MOST_PRINTED = 40;

const chosen = KINDS.filter(
  ({ name }) => options.only === undefined || options.only.split(",").includes(name),
);
if (chosen.length === 0) throw new Error(`--only takes one of ${KINDS.map(({ name }) => name).join(", ")}`);
const root = mkdtempSync(join(tmpdir(), "btd6-index-attack-"));
const tidy = (): void => {
  endAll();
  rmSync(root, { recursive: true, force: true });
};
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    tidy();
    process.exit(1);
  });
console.log(`seed ${options.seed}`);
const lines: string[] = [];
try {
  const begunAt = performance.now();
  const site = await openTarget(join(root, "data"), options.seed);
  console.log(`a site of three processes and seven people, after ${secondsSince(begunAt)} s`);
  for (const { name } of chosen) {
    const [begun, sent] = [performance.now(), site.sent()];
    const findings = new Set<string>();
    const processes = [site.one, site.other, site.uncached];
    const printed = processes.map((each) => each.printed().length);
    let did: string;
    try {
      did = await ATTACKS[name](site, (where, what) => void findings.add(`${where}: ${what}`));
    } catch (error) {
      did = "broke off";
      findings.add(`the attack itself: ${error instanceof Error ? error.stack : error}`);
    }
    for (const [at, each] of processes.entries())
      for (const line of each.printed().slice(printed[at]).split("\n"))
        if (/^\s*(?:\w*Error\b|.*could not be answered)/.test(line))
          findings.add(`logged: ${line.slice(0, 200)}`);
    for (const finding of [...findings].slice(0, MOST_PRINTED)) console.log(`FOUND ${name}: ${finding}`);
    lines.push(
      `${name.padEnd(12)}${String(findings.size).padStart(6)} found  ${String(secondsSince(begun)).padStart(4)} s  ${did}; ${site.sent() - sent} requests`,
    );
    if (findings.size > 0) process.exitCode = 1;
  }
} finally {
  tidy();
}
console.log(`\n${lines.join("\n")}`);

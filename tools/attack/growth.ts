import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import type { Attack } from "./target.ts";

const TESTS = "node_modules/vitest/vitest.mjs run --project=measuring test/growth --reporter=json".split(" ");

/** What is read of vitest's report. */
interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

/** Runs the tests of how work grows, while nothing else asks the machine for anything. */
export const growth: Attack = async (_site, found) => {
  const cwd = resolve(import.meta.dirname, "../..");
  const { stdout } = spawn(process.execPath, TESTS, { cwd, stdio: ["ignore", "pipe", "ignore"] });
  const printed = await text(stdout);
  const { numPassedTests, testResults } = JSON.parse(printed.slice(printed.indexOf("{"))) as Report;
  for (const { fullName, status, failureMessages } of testResults.flatMap((file) => file.assertionResults))
    if (status === "failed") found(fullName, String(failureMessages?.[0]).slice(0, 160));
  if (numPassedTests === 0) found("test/growth", "no test ran");
  return `${numPassedTests} tests`;
};

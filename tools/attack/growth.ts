import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import type { Attack } from "./target.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** Runs the tests of how work grows, while nothing else asks the machine for anything. */
export const growth: Attack = async (_site, found) => {
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project=measuring",
    "test/growth",
    "--reporter=json",
  ];
  const tests = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "ignore"] });
  const [printed] = await Promise.all([text(tests.stdout), once(tests, "exit")]);
  const { numPassedTests, testResults } = JSON.parse(printed.slice(printed.indexOf("{"))) as {
    readonly numPassedTests: number;
    readonly testResults: readonly {
      readonly assertionResults: readonly { fullName: string; status: string; failureMessages?: string[] }[];
    }[];
  };
  for (const { fullName, status, failureMessages } of testResults.flatMap((file) => file.assertionResults))
    if (status === "failed") found(fullName, String(failureMessages?.[0]).slice(0, 160));
  if (numPassedTests === 0) found("test/growth", "no test ran");
  return `${numPassedTests} tests`;
};

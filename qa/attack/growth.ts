import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Attack } from "./target.ts";

const TESTS = "node_modules/vitest/vitest.mjs run --project=long-growth test/growth --reporter=verbose".split(
  " ",
);

/** A test in vitest's report: whether it passed, and its file and title. */
const TESTED = /^\s*([✓×])\s+(.+)$/;

/** Runs the tests of how work grows, while nothing else asks the machine for anything. */
export const growth: Attack = async (_site, found, progress) => {
  const tests = spawn(process.execPath, TESTS, {
    cwd: resolve(import.meta.dirname, "../.."),
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" },
    signal: progress.signal,
    killSignal: "SIGKILL",
    stdio: ["ignore", "pipe", "ignore"],
  });
  // It rejects where the deadline ends it.
  const ended = once(tests, "exit").catch(() => undefined);
  let passed = 0;
  for await (const line of createInterface(tests.stdout)) {
    const [, sign, test = ""] = TESTED.exec(line) ?? [];
    if (sign === undefined) continue;
    progress.step();
    if (sign === "✓") passed += 1;
    else found(test, "failed");
  }
  const [code] = (await ended) ?? [];
  if (code !== 0 && !progress.isOver) found("test/growth", `vitest ended with ${code}`);
  if (passed === 0) found("test/growth", "no test passed");
  return `${passed} tests passed`;
};

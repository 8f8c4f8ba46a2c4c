import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number, problem?: string }} Counts */
/** @typedef {{ status: string, assertionResults: { status: string }[] }} VitestFile */
/** @typedef {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} VitestReport */
/** @typedef {{ expected: number, unexpected: number, flaky: number }} PlaywrightStats */
/** @typedef {{ stats: PlaywrightStats, errors: object[] }} PlaywrightReport */

/**
 * Counts of a Vitest JSON report. A file that could not even be loaded has no tests of its own and counts as one
 * failure.
 * @param {VitestReport} report
 * @returns {Counts}
 */
function vitestCounts(report) {
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((one) => one.status === "failed"),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

/**
 * Counts of a Playwright JSON report; a test that passed only when repeated counts as failed.
 * @param {PlaywrightReport} report
 * @returns {Counts}
 */
function playwrightCounts({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

const READERS = { vitest: vitestCounts, playwright: playwrightCounts };

/**
 * What a runner's own report says, and what is wrong with the run as a whole: no report, no test, or an exit code that
 * its tests do not explain.
 * @param {"vitest" | "playwright"} runner
 * @param {string} file the report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countsOf(runner, file, exitCode) {
  if (!existsSync(file))
    return { passed: 0, failed: 1, problem: `${runner} ended with ${exitCode} and left no report` };
  const counts = READERS[runner](JSON.parse(readFileSync(file, "utf8")));
  if (counts.passed + counts.failed === 0) return { passed: 0, failed: 1, problem: `${runner} ran no tests` };
  if (exitCode !== 0 && counts.failed === 0) {
    return { ...counts, failed: 1, problem: `${runner} ended with ${exitCode} although its tests passed` };
  }
  return counts;
}

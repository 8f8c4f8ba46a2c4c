import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/** @typedef {{ passed: number, failed: number, problems: string[], flaky: string[] }} Counts */
/** @typedef {{ name: string, status: string, assertionResults: VitestTest[] }} VitestFile */
/** @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestTest */
/** @typedef {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} VitestReport */
/** @typedef {{ expected: number, unexpected: number, flaky: number }} PlaywrightStats */
/** @typedef {{ title: string, file: string, ok: boolean, tests: { projectName: string, status: string }[] }} Spec */
/** @typedef {{ specs?: Spec[], suites?: PlaywrightSuite[] }} PlaywrightSuite */
/** @typedef {{ stats: PlaywrightStats, errors: object[], suites?: PlaywrightSuite[] }} PlaywrightReport */

/** In characters: more of a failure is in the runner's own output. */
const LONGEST_REASON = 200;

/**
 * Returns what a failed test says first, and the line of its file that said it.
 * @param {string} file
 * @param {string[] | undefined} messages
 */
function reasonOf(file, [message = ""] = []) {
  const [first = ""] = message.split("\n");
  const line = message.split(`${basename(file)}:`)[1]?.match(/^\d+/)?.[0];
  return `${line === undefined ? "" : ` (line ${line})`}: ${first.slice(0, LONGEST_REASON)}`;
}

/**
 * Counts a Vitest JSON report. A file that could not even be loaded has no tests of its own and counts as one failure.
 * @param {VitestReport} report
 * @returns {Counts}
 */
function vitestCounts(report) {
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((one) => one.status === "failed"),
  );
  const problems = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(
        ({ fullName, failureMessages }) => `${basename(name)}: ${fullName}${reasonOf(name, failureMessages)}`,
      ),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    problems: [...problems, ...broken.map(({ name }) => `${basename(name)} could not be run`)],
    flaky: [],
  };
}

/**
 * Counts a Playwright JSON report. A test that failed and passed when retried counts as passed, and is listed as flaky.
 * @param {PlaywrightReport} report
 * @returns {Counts}
 */
function playwrightCounts({ stats, errors, suites = [] }) {
  /** @type {(suite: PlaywrightSuite) => Spec[]} */
  const specsOf = ({ specs = [], suites: within = [] }) => [...specs, ...within.flatMap(specsOf)];
  const specs = suites.flatMap(specsOf);
  const thatAre = (/** @type {string} */ wanted) =>
    specs.flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ projectName }) => `${file} [${projectName}]: ${title}`),
    );
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    problems: thatAre("unexpected"),
    flaky: thatAre("flaky"),
  };
}

const READERS = { vitest: vitestCounts, playwright: playwrightCounts };

/**
 * Reads a runner's own report: its counts, which tests failed, which were flaky, and what is wrong with the run as a
 * whole (no report, no tests, or an exit code that its tests do not explain).
 * @param {"vitest" | "playwright"} runner
 * @param {string} file the report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countsOf(runner, file, exitCode) {
  if (!existsSync(file))
    return {
      passed: 0,
      failed: 1,
      problems: [`${runner} ended with ${exitCode} and left no report`],
      flaky: [],
    };
  const counts = READERS[runner](JSON.parse(readFileSync(file, "utf8")));
  if (counts.passed + counts.failed === 0)
    return { passed: 0, failed: 1, problems: [`${runner} ran no tests`], flaky: [] };
  if (exitCode !== 0 && counts.failed === 0) {
    return { ...counts, failed: 1, problems: [`${runner} ended with ${exitCode} although its tests passed`] };
  }
  return counts;
}

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countsOf } from "./report.mjs";

function reportOf(content: object): string {
  const file = join(mkdtempSync(join(tmpdir(), "btd6-index-report-")), "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const spec = (title: string, status: string) => ({
  ...{ title, file: "maps.test.ts", ok: status !== "unexpected" },
  tests: [{ projectName: "phone", status }],
});

const journeys = (stats: object, ...specs: object[]) => reportOf({ stats, errors: [], suites: [{ specs }] });

test("a journey that passes on retry counts as passed, and is listed as flaky", () => {
  const report = journeys(
    { expected: 1, unexpected: 0, flaky: 1 },
    spec("a map opens", "expected"),
    spec("a map closes", "flaky"),
  );
  expect(countsOf("playwright", report, 0)).toEqual({
    ...{ passed: 2, failed: 0, problems: [] },
    flaky: ["maps.test.ts [phone]: a map closes"],
  });
});

test("a journey that fails both times counts as failed, and is listed as a problem", () => {
  const report = journeys({ expected: 0, unexpected: 1, flaky: 0 }, spec("a map opens", "unexpected"));
  expect(countsOf("playwright", report, 1)).toEqual({
    ...{ passed: 0, failed: 1, flaky: [] },
    problems: ["maps.test.ts [phone]: a map opens"],
  });
});

test("a failed test is listed with what it says first, and the line that said it", () => {
  const failureMessages = [
    "AssertionError: expected 200 to be 503\n    at ask (/some/where/site.ts:9:2)\n    at /some/where/a.test.ts:12:5",
  ];
  const report = reportOf({
    ...{ numPassedTests: 0, numFailedTests: 1 },
    testResults: [
      {
        ...{ name: "/some/where/a.test.ts", status: "failed" },
        assertionResults: [{ status: "failed", fullName: "it is busy", failureMessages }],
      },
    ],
  });
  expect(countsOf("vitest", report, 1).problems).toEqual([
    "a.test.ts: it is busy (line 12): AssertionError: expected 200 to be 503",
  ]);
});

test("a file that cannot be loaded is a failure of its own", () => {
  const report = reportOf({
    ...{ numPassedTests: 3, numFailedTests: 0 },
    testResults: [{ name: "/some/where/a.test.ts", status: "failed", assertionResults: [] }],
  });
  const problems = ["a.test.ts could not be run"];
  expect(countsOf("vitest", report, 1)).toEqual({ passed: 3, failed: 1, problems, flaky: [] });
});

test("a missing report, no tests, or an exit code that the tests do not explain is a failure", () => {
  expect(countsOf("vitest", "/nothing/here.json", 137)).toMatchObject({ passed: 0, failed: 1 });
  const none = journeys({ expected: 0, unexpected: 0, flaky: 0 });
  expect(countsOf("playwright", none, 0)).toMatchObject({ passed: 0, failed: 1 });
  const passed = journeys({ expected: 1, unexpected: 0, flaky: 0 }, spec("a map opens", "expected"));
  expect(countsOf("playwright", passed, 1)).toMatchObject({ passed: 1, failed: 1 });
});

import { expect, test } from "vitest";
import { told } from "./advisories.mjs";

const via = [{ title: "Reads too much", url: "https://github.com/advisories/1" }, "other"];

test.each([
  ["none", { vulnerabilities: {} }, 0, "No advisory"],
  [
    "one",
    { vulnerabilities: { hono: { severity: "high", range: "<4", via } } },
    1,
    "high: hono <4: Reads too much",
  ],
  [
    "an error",
    { error: { code: "ENOAUDIT", summary: "the endpoint is not there" } },
    2,
    "the endpoint is not there",
  ],
  ["a refusal", { message: "request failed", error: { summary: "", detail: "" } }, 2, "request failed"],
  ["another answer", null, 2, "Could not ask"],
] as const)("%s", (_, answer, code, words) => {
  const found = told(JSON.stringify(answer));
  expect(found).toMatchObject({ code, lines: expect.arrayContaining([expect.stringContaining(words)]) });
});

test("no answer is no pass", () => {
  expect(told("").code).toBe(2);
});

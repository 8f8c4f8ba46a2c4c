import { expect, test } from "vitest";
import { problemsOf } from "./budgets.mjs";

test("a folder that is larger than its budget, has none, or is gone is named", () => {
  const lines = new Map([
    ["server/db", 101],
    ["server/http", 50],
    ["server/new", 1],
  ]);
  expect(problemsOf(lines, { "server/db": 100, "server/http": 50, "server/old": 10 })).toEqual([
    "server/old is gone: take it out of budgets.json.",
    "server/db has 101 lines; its budget is 100.",
    "server/new has no budget.",
  ]);
});

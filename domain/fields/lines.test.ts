import { expect, test } from "vitest";
import { costKind } from "./lines.ts";

test.each([
  ["1000", "$1,000"],
  ["50000-300000", "$50,000-$300,000"],
  ["4000-?", "$4,000-?"],
  ["N/A", "N/A"],
  ["500 for each of 3", "500 for each of 3"],
])("a cost of %s reads %s", (written, words) => {
  expect(costKind.inWords?.(written, { kind: "cost", label: "Cost", max: 200 })).toBe(words);
});

import { expect, test } from "vitest";
import { compareScreenshots } from "../../test/node/compared-screenshots.ts";

test("of a thousand screenshots of twelve maps, thirty copies are found and no others", async () => {
  const { found, wrong } = await compareScreenshots(970, 12, 30);
  expect(found).toBeGreaterThanOrEqual(27);
  expect(wrong).toBe(0);
});

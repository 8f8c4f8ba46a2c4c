import { expect, test } from "vitest";
import { compareScreenshots } from "../../test/node/compared-screenshots.ts";

test("of 40 screenshots of two maps, the copies of ten are found however they are encoded, and no others", async () => {
  expect(await compareScreenshots(30, 2, 10)).toMatchObject({ found: 10, wrong: 0 });
});

import { afterEach, expect, test, vi } from "vitest";
import { pauseAfter } from "./back-off.ts";

afterEach(() => vi.restoreAllMocks());

const after = (...failures: readonly number[]) => failures.map((each) => pauseAfter(each, 500));

test("pauses double up to 20 seconds, and up to half of each is random", () => {
  const random = vi.spyOn(Math, "random").mockReturnValue(1);
  expect(after(1, 2, 3, 4, 5, 6, 7, 2_000)).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000,
  ]);
  random.mockReturnValue(0);
  expect(after(1, 2, 7)).toEqual([250, 500, 10_000]);
});

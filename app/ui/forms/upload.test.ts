import { expect, test } from "vitest";
import { uploadInWords } from "./upload.ts";

const MB = 1024 * 1024;

test.each([
  [{ sent: 0, total: 0, speed: null }, "Sending…"],
  [{ sent: 12.4 * MB, total: 20 * MB, speed: null }, "12.4 of 20.0 MB"],
  [{ sent: 12.4 * MB, total: 20 * MB, speed: 3.1 * MB }, "12.4 of 20.0 MB · 3.1 MB/s · 3 s left"],
  [{ sent: 10 * MB, total: 100 * MB, speed: 0.5 * MB }, "10.0 of 100.0 MB · 512 KB/s · 3 min left"],
  [{ sent: 100 * 1024, total: 800 * 1024, speed: 15_000 }, "100 of 800 KB · 15 KB/s · 48 s left"],
  [{ sent: 5 * MB, total: 20 * MB, speed: 0 }, "5.0 of 20.0 MB"],
  [{ sent: 20 * MB, total: 20 * MB, speed: 3 * MB }, "All sent. The site is looking at it…"],
])("%o reads %s", (progress, words) => {
  expect(uploadInWords(progress)).toBe(words);
});

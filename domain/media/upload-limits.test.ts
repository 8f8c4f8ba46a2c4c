import { expect, test } from "vitest";
import { say } from "../messages/index.ts";
import { problemOfFiles } from "./upload-limits.ts";

const MB = 1024 * 1024;
const LIMITS = { fileBytes: 100 * MB, pictureBytes: 25 * MB, files: 2, totalBytes: 150 * MB };
const picture = (size: number) => ({ name: "a.png", type: "image/png", size });
const video = (size: number) => ({ name: "b.mp4", type: "video/mp4", size });

/** Returns the sentence about files beyond the limits, or null. */
function sentence(files: Parameters<typeof problemOfFiles>[0]): string | null {
  const found = problemOfFiles(files, LIMITS);
  return found && say(found);
}

test("files within the limits have no problem", () => {
  expect(problemOfFiles([], LIMITS)).toBeNull();
  expect(problemOfFiles([picture(25 * MB), video(100 * MB)], LIMITS)).toBeNull();
});

test.each([
  ["a picture", [picture(25 * MB + 1)], '"a.png" is too large: the limit for a picture is 25 MB.'],
  ["a video", [picture(1), video(100 * MB + 1)], '"b.mp4" is too large: the limit for a video is 100 MB.'],
  ["their number", [picture(1), picture(1), picture(1)], "Too many files at once: 2 at most."],
  ["their sum", [video(80 * MB), video(80 * MB)], "These files are too large together: the limit is 150 MB."],
])("%s beyond the limit is reported in words", (_, files, said) => {
  expect(sentence(files)).toBe(said);
});

test("a long file name is truncated", () => {
  expect(sentence([{ ...picture(30 * MB), name: "x".repeat(500) }])).toBe(
    `"${"x".repeat(99)}…" is too large: the limit for a picture is 25 MB.`,
  );
});

import { expect, test } from "vitest";
import { progressBar } from "./progress.ts";

/** Returns what these calls write. */
function written(isTTY: boolean, calls: readonly Parameters<ReturnType<typeof progressBar>>[]): string {
  let text = "";
  const bar = progressBar({
    isTTY,
    write: (more: string | Uint8Array) => {
      text += String(more);
      return true;
    },
  });
  for (const call of calls) bar(...call);
  return text;
}

/** A step with nothing that can be counted beforehand: every call is its end. */
const AT_ITS_END = Array.from({ length: 1_000 }, () => ["reading", 0, 0] as [string, number, number]);

test("the end of a step is written once, however often it is reported", () => {
  expect(written(false, AT_ITS_END)).toBe("reading: 100 %\n");
  expect(written(true, AT_ITS_END).split("\n")).toHaveLength(2);
});

test("a step writes its beginning and its end, and so does a later one of the same name", () => {
  const step = [0, 1, 2, 3].map((done) => ["reading", done, 3] as [string, number, number]);
  const other: [string, number, number] = ["writing", 0, 1];
  expect(written(false, [...step, other, ...step])).toBe(
    "reading: 0 %\nreading: 100 %\nwriting: 0 %\nreading: 0 %\nreading: 100 %\n",
  );
});

test("after two seconds a step says its rate and how long it still takes", () => {
  let time = 0;
  const lines: string[] = [];
  const bar = progressBar({ isTTY: false, write: (more) => lines.push(String(more)) > 0 }, () => time);
  for (const [seconds, done] of [
    [0, 0],
    [1, 500],
    [10, 3_000],
    [20, 5_000],
  ] as const) {
    time = seconds * 1_000;
    bar("writing", done, 100_000, "rows");
  }
  expect(lines).toEqual([
    "writing: 0 %\n",
    "writing: 3 %, 300 rows a second, 6 minutes left\n",
    "writing: 5 %, 250 rows a second, 7 minutes left\n",
  ]);
});

test("a terminal shows each step on a line of its own", () => {
  const lines = written(true, [
    ["reading", 1, 2],
    ["reading", 2, 2],
    ["writing", 5, 2],
  ]).split("\n");
  expect(lines.map((line) => line.split("\r").at(-1))).toEqual([
    `reading                  [${"#".repeat(30)}] 100 %\u001b[K`,
    `writing                  [${"#".repeat(30)}] 100 %\u001b[K`,
    "",
  ]);
});

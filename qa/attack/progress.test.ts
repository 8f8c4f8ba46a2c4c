import { expect, test, vi } from "vitest";
import { KINDS } from "./kinds.ts";
import { Progress } from "./progress.ts";

const AN_HOUR = 3_600;
const WORK = [1, 2, 3, 4, 5];

test("an attack with time enough does all of its work, each once", async () => {
  const progress = new Progress("fuzz", AN_HOUR);
  const done: number[] = [];
  progress.expect(WORK.length);
  await progress.each(WORK, async (one) => void done.push(one), 2);
  expect(done.toSorted()).toEqual(WORK);
  expect(progress.end()).toBe("whole");
});

test("an attack at its deadline leaves the rest out, and says how much it did", async () => {
  const progress = new Progress("fuzz", 0);
  const done: number[] = [];
  progress.expect(WORK.length);
  progress.step();
  await progress.each(WORK, async (one) => void done.push(one));
  expect(done).toEqual([]);
  expect(progress.end()).toBe("1 of 5, cut short");
});

test("an attack that does not know how much there is says at its deadline how much it did", () => {
  const progress = new Progress("growth", 0);
  progress.step();
  expect(progress.end()).toBe("1 done, cut short");
});

test("an attack says how far it is and how long the rest takes, until it ends", () => {
  vi.useFakeTimers();
  const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
  try {
    const progress = new Progress("fuzz", 100);
    vi.advanceTimersByTime(5_000);
    progress.expect(2_000);
    for (let steps = 0; steps < 1_500; steps++) progress.step();
    vi.advanceTimersByTime(60_000);
    expect(printed.mock.calls[0]).toEqual(["fuzz: starting, 0:05 of 1:40 gone"]);
    expect(printed.mock.lastCall).toEqual(["fuzz: 1,500 of 2,000, 1:05 of 1:40 gone, about 0:20 left"]);
    progress.end();
    printed.mockClear();
    vi.advanceTimersByTime(60_000);
    expect(printed).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
    printed.mockRestore();
  }
});

test("all kinds together usually take less than the 20 minutes that they have", () => {
  expect(KINDS.reduce((sum: number, { usual }) => sum + usual, 0)).toBeLessThan(20 * 60);
});

import { expect, test } from "vitest";
import { takeConsoleErrors } from "../../test/no-console-errors.ts";
import { type Job, jobRunner } from "./job.ts";

const job = (run: Job["run"]): Job => ({ name: "feeding", every: 1_000, run });

test("a job never overlaps with itself, and does not block other jobs", async () => {
  const runner = jobRunner();
  let [runs, finish] = [0, (): void => {}];
  const slow = job(() => {
    runs += 1;
    return new Promise((done) => {
      finish = done;
    });
  });
  const first = runner.run(slow);
  await runner.run(slow);
  const other = job(async () => {
    runs += 10;
  });
  await runner.run(other);
  expect(runs).toBe(11);
  finish();
  await first;
  void runner.run(slow);
  expect(runs).toBe(12);
});

test("a failure is logged with the job's name, once until the error changes or the job succeeds", async () => {
  const runner = jobRunner();
  let problem: string | null = "no room";
  const failing = job(async () => {
    if (problem !== null) throw new Error(problem);
  });
  for (const next of ["no room", "no room", "no network", null, "no network"]) {
    problem = next;
    await runner.run(failing);
  }
  const said = takeConsoleErrors().map(([name, error]) => [name, String(error)]);
  expect(said).toEqual(["no room", "no network", "no network"].map((each) => ["feeding:", `Error: ${each}`]));
});

test("closing aborts running jobs without logging, and starts no more", async () => {
  const runner = jobRunner();
  let runs = 0;
  const patient = job(async (signal) => {
    runs += 1;
    await new Promise((_, fail) =>
      signal.addEventListener("abort", () => fail(new Error("the database is closed"))),
    );
  });
  const running = runner.run(patient);
  runner.close();
  await running;
  await runner.run(patient);
  expect(runs).toBe(1);
});

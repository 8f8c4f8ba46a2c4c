import { type Job, jobRunner } from "../../server/jobs/job.ts";

/** Runs each job now, if it is not patient, and again and again in its time. No job keeps the process alive. Answers what ends them. */
export function startJobs(jobs: readonly Job[]): { close(): void } {
  const runner = jobRunner();
  const timers = jobs.map((job) => {
    if (!job.isPatient) void runner.run(job);
    return setInterval(() => void runner.run(job), job.every).unref();
  });
  return {
    close() {
      for (const timer of timers) clearInterval(timer);
      runner.close();
    },
  };
}

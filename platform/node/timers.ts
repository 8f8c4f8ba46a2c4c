import { type Job, jobRunner } from "../../server/jobs/job.ts";

/**
 * Runs each job now, unless it is patient, and then at its interval. No job keeps the process alive. `close` ends them.
 */
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

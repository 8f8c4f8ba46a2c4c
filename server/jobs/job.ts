/** Work that is done again and again beside the requests: by a timer, or by a cron. */
export interface Job {
  /** As the log says it: "webhook WEBHOOKS 0". */
  readonly name: string;
  /** The time from one run to the next, in milliseconds. */
  readonly every: number;
  /** Where a timer runs it: not at the start already, which has enough to do. */
  readonly isPatient?: boolean;
  /** One run; it ends before its next step when the signal is given. */
  run(signal: AbortSignal): Promise<void>;
}

/** Runs jobs. A job never runs beside itself. */
export interface JobRunner {
  /** Never throws: a failure is logged with the job's name, once for as long as the job fails in the same way. */
  run(job: Job): Promise<void>;
  /** Ends what runs, and runs nothing any more. */
  close(): void;
}

export function jobRunner(): JobRunner {
  const closing = new AbortController();
  const { signal } = closing;
  const running = new Set<Job>();
  const failures = new Map<Job, string>();
  return {
    async run(job) {
      if (signal.aborted || running.has(job)) return;
      running.add(job);
      try {
        await job.run(signal);
        failures.delete(job);
      } catch (error) {
        // Whatever fails once the site closes fails because of that.
        if (!signal.aborted && failures.get(job) !== String(error)) console.error(`${job.name}:`, error);
        failures.set(job, String(error));
      } finally {
        running.delete(job);
      }
    },
    close: () => closing.abort(),
  };
}

/** Work that is repeated in the background, by a timer or a cron. */
export interface Job {
  /** Its name in the log, such as "webhook WEBHOOKS 0". */
  readonly name: string;
  /** The time from one run to the next, in milliseconds. */
  readonly every: number;
  /** Whether a timer leaves it out at the start, which has enough to do. */
  readonly isPatient?: boolean;
  /** Does one run; it stops before its next step once the signal is aborted. */
  run(signal: AbortSignal): Promise<void>;
}

/** Runs jobs. No job runs twice at the same time. */
export interface JobRunner {
  /** Never throws: a failure is logged with the job's name, once for as long as the job fails in the same way. */
  run(job: Job): Promise<void>;
  /** Aborts running jobs and starts no more. */
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
        // Any failure while the site closes is due to the closing.
        if (!signal.aborted && failures.get(job) !== String(error)) console.error(`${job.name}:`, error);
        failures.set(job, String(error));
      } finally {
        running.delete(job);
      }
    },
    close: () => closing.abort(),
  };
}

/** Reports how far a step has come, in whatever it counts; `what` names that where it means something to people. */
export type ReportProgress = (step: string, done: number, total: number, what?: string) => void;

import { TooMany } from "../../../server/errors.ts";

/** Runs work after the response, so that response times reveal nothing. Failures are logged, preceded by `what`. */
export type RunAfterResponse = (what: string, work: Promise<void>) => void;

/** Uses `waitUntil`, which keeps a process alive that would otherwise end with the response. */
export const afterResponseBy =
  (waitUntil: (work: Promise<void>) => void): RunAfterResponse =>
  (what, work) =>
    waitUntil(
      work.catch((error: unknown) => {
        if (!(error instanceof TooMany)) console.error(what, error);
      }),
    );

import { TooMany } from "../errors.ts";

/** Runs work after the response, so that response times reveal nothing. Failures are logged, preceded by `what`. */
export type Afterwards = (what: string, work: Promise<void>) => void;

/** Uses `waitUntil`, which keeps a process alive that would otherwise end with the response. */
export const afterwardsBy =
  (waitUntil: (work: Promise<void>) => void): Afterwards =>
  (what, work) =>
    waitUntil(
      work.catch((error: unknown) => {
        if (!(error instanceof TooMany)) console.error(what, error);
      }),
    );

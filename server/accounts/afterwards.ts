import { TooMany } from "../errors.ts";

/** Lets work go on after the answer, so that the time of the answer tells nothing. What fails is logged after the words. */
export type Afterwards = (what: string, work: Promise<void>) => void;

/** `waitUntil` keeps the process alive until work is done, where it would end with the answer. */
export const afterwardsBy =
  (waitUntil: (work: Promise<void>) => void): Afterwards =>
  (what, work) =>
    waitUntil(
      work.catch((error: unknown) => {
        if (!(error instanceof TooMany)) console.error(what, error);
      }),
    );

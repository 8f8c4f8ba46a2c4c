import { type ReactNode, startTransition, useCallback, useState } from "react";

/** Something that a person started: running, done with a message, or failed with one. */
export interface Action {
  readonly isRunning: boolean;
  readonly done: ReactNode;
  readonly problem: string | null;
  /** Runs `work`, which returns what to say when it is done. Does nothing while another one is running. */
  run(work: () => Promise<ReactNode>): Promise<void>;
  /** Takes back what was said of the last one. */
  forget(): void;
}

const NOTHING_SAID = { isRunning: false, done: null, problem: null };

export function useAction(): Action {
  const [state, setState] = useState<Omit<Action, "run" | "forget">>(NOTHING_SAID);
  const { isRunning } = state;
  const run = useCallback(
    async (work: () => Promise<ReactNode>) => {
      if (isRunning) return;
      setState({ ...NOTHING_SAID, isRunning: true });
      try {
        setState({ ...NOTHING_SAID, done: await work() });
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error);
        // Not before what was loaded anew because of it is shown, which is a transition, too.
        startTransition(() => setState({ ...NOTHING_SAID, problem }));
      }
    },
    [isRunning],
  );
  const forget = useCallback(() => setState(NOTHING_SAID), []);
  return { ...state, run, forget };
}

import { useCallback, useState } from "react";

/** Something that a person started: running, done with a message, or failed with one. */
export interface Action {
  readonly isRunning: boolean;
  readonly done: string | null;
  readonly problem: string | null;
  /** Runs `work`, which returns what to say when it is done. Does nothing while another one is running. */
  run(work: () => Promise<string | null>): Promise<void>;
}

export function useAction(): Action {
  const [state, setState] = useState<Omit<Action, "run">>({ isRunning: false, done: null, problem: null });
  const { isRunning } = state;
  const run = useCallback(
    async (work: () => Promise<string | null>) => {
      if (isRunning) return;
      setState({ isRunning: true, done: null, problem: null });
      try {
        setState({ isRunning: false, done: await work(), problem: null });
      } catch (error) {
        setState({
          isRunning: false,
          done: null,
          problem: error instanceof Error ? error.message : String(error),
        });
      }
    },
    [isRunning],
  );
  return { ...state, run };
}

import { useCallback, useEffect, useState } from "react";
import { useApi } from "./use-api.ts";

/** What the API answers to whoever is signed in. */
export interface Answer<Body> {
  /** Null until it has come. */
  readonly body: Body | null;
  /** Why it did not come, a sentence. */
  readonly problem: string | null;
  /** Asks once more; what is there stays until the new answer comes. */
  reload(): Promise<void>;
}

/** Asks for an address of the API, anew whenever it becomes another. */
export function useAnswer<Body>(path: string): Answer<Body> {
  const { get } = useApi();
  const [state, setState] = useState<{ path: string; body: Body | null; problem: string | null } | null>(
    null,
  );
  const ask = useCallback(
    (isWanted: () => boolean) =>
      get<Body>(path).then(
        (body) => isWanted() && setState({ path, body, problem: null }),
        (error: Error) => isWanted() && setState({ path, body: null, problem: error.message }),
      ),
    [get, path],
  );
  useEffect(() => {
    // An answer that was overtaken by another question is of no use.
    let isWanted = true;
    void ask(() => isWanted);
    return () => {
      isWanted = false;
    };
  }, [ask]);
  const reload = useCallback(async () => void (await ask(() => true)), [ask]);
  const current = state?.path === path ? state : null;
  return { body: current?.body ?? null, problem: current?.problem ?? null, reload };
}

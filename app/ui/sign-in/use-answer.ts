import { useCallback, useEffect, useState } from "react";
import { useApi } from "./use-api.ts";

/** The API's response to the signed-in user. */
export interface Answer<Body> {
  /** Null until it has arrived. */
  readonly body: Body | null;
  /** Why it did not arrive, as a sentence. */
  readonly problem: string | null;
  /** Whether nothing more is to come: it has arrived, or failed, or nothing was requested. */
  readonly isSettled: boolean;
  /** Requests it anew; what is there stays until the new response arrives. */
  reload(): Promise<void>;
}

/** Requests an address of the API, and anew whenever the address changes; null: nothing. */
export function useAnswer<Body>(path: string | null): Answer<Body> {
  const { get } = useApi();
  const [state, setState] = useState<{ path: string; body: Body | null; problem: string | null } | null>(
    null,
  );
  const ask = useCallback(
    async (isWanted: () => boolean) =>
      path === null ||
      get<Body>(path).then(
        (body) => isWanted() && setState({ path, body, problem: null }),
        (error: Error) => isWanted() && setState({ path, body: null, problem: error.message }),
      ),
    [get, path],
  );
  useEffect(() => {
    // A response that a newer request has overtaken is dropped.
    let isWanted = true;
    void ask(() => isWanted);
    return () => {
      isWanted = false;
    };
  }, [ask]);
  const reload = useCallback(async () => void (await ask(() => true)), [ask]);
  const current = state?.path === path ? state : null;
  const isSettled = path === null || current !== null;
  return { body: current?.body ?? null, problem: current?.problem ?? null, isSettled, reload };
}

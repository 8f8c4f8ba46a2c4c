import { useCallback, useEffect, useRef, useState } from "react";
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

/**
 * Requests an address of the API, and anew whenever the address changes; null: nothing.
 * @param of what the response is about: when it changes, too, but what is there stays until the new one arrives
 */
export function useAnswer<Body>(path: string | null, of = ""): Answer<Body> {
  const { get } = useApi();
  const [state, setState] = useState<{
    path: string;
    of: string;
    body: Body | null;
    problem: string | null;
  } | null>(null);
  const ask = useCallback(
    async (isWanted: () => boolean) =>
      path === null ||
      get<Body>(path).then(
        (body) => isWanted() && setState({ path, of, body, problem: null }),
        (error: Error) => isWanted() && setState({ path, of, body: null, problem: error.message }),
      ),
    [get, path, of],
  );
  const newest = useRef(ask);
  // A response to what is requested no more is dropped.
  const reload = useCallback(async () => void (await ask(() => newest.current === ask)), [ask]);
  useEffect(() => {
    newest.current = ask;
    void reload();
  }, [ask, reload]);
  const current = state?.path === path ? state : null;
  const isSettled = path === null || current?.of === of;
  return { body: current?.body ?? null, problem: current?.problem ?? null, isSettled, reload };
}

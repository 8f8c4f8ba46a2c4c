import { useEffect, useState } from "react";
import { useSignIn } from "../sign-in/state.ts";

/** A file that only some may read: it is fetched with the token, for an address of its own in this page. */
export interface PrivateFile {
  /** Null until it is there. */
  readonly url: string | null;
  readonly isMissing: boolean;
}

/** @param path its address; null: none is wanted */
export function usePrivateFile(path: string | null): PrivateFile {
  const { getToken } = useSignIn();
  const [file, setFile] = useState<PrivateFile & { readonly path: string | null }>({
    path: null,
    url: null,
    isMissing: false,
  });
  useEffect(() => {
    if (path === null) return;
    const stop = new AbortController();
    let made: string | null = null;
    const load = async (): Promise<void> => {
      const headers = { Authorization: `Bearer ${await getToken()}` };
      const answer = await fetch(path, { headers, signal: stop.signal });
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      const blob = await answer.blob();
      if (stop.signal.aborted) return;
      made = URL.createObjectURL(blob);
      setFile({ path, url: made, isMissing: false });
    };
    load().catch(() => {
      if (!stop.signal.aborted) setFile({ path, url: null, isMissing: true });
    });
    return () => {
      stop.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [path, getToken]);
  // What was fetched for another address is gone.
  return file.path === path ? file : { url: null, isMissing: false };
}

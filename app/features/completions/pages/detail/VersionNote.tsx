import { useEffect, useState } from "react";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { NOTHING_KNOWN } from "../../../../../domain/checks/check.ts";
import { failuresIn } from "../../../../../domain/checks/index.ts";
import { farNewerVersion, newerVersion } from "../../../../../domain/checks/versions.ts";
import type { NamesAnswer } from "../../../../../domain/contract/names.ts";
import { api } from "../../../../../domain/contract/routes.ts";
import type { WireRow } from "../../../../../domain/lists/row.ts";
import { say } from "../../../../../domain/messages/index.ts";

/** Loads the newest version of the game that is known; null until it is there. A failure is ignored. */
function useNewestVersion(isNeeded: boolean): string | null {
  const [newest, setNewest] = useState<string | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    const stop = new AbortController();
    fetch(api.names(), { signal: stop.signal })
      .then(async (response) => {
        if (response.ok) setNewest(((await response.json()) as NamesAnswer).newestVersion);
      })
      .catch(() => undefined);
    return () => stop.abort();
  }, [isNeeded]);
  return newest;
}

/** Tells a helper that a completion's version is above the newest one known. */
export function VersionNote({ challenge, row }: { challenge: string; row: WireRow }) {
  const definition = CHALLENGES.get(challenge);
  const version = String(row.version ?? "");
  const newestVersion = useNewestVersion(version !== "");
  if (!definition) return null;
  const facts = { ...NOTHING_KNOWN, newestVersion };
  const notes = failuresIn(definition, { version }, row.og === true, facts, [newerVersion, farNewerVersion]);
  return notes.map(({ problem }) => <p key={problem.code}>{say(problem)}</p>);
}

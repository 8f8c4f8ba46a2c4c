import { useEffect, useState } from "react";
import type { TotalsAnswer } from "../../../domain/contract/completions.ts";
import { api } from "../../../domain/contract/routes.ts";

/** How many completions of a challenge have a link to the same. */
export interface SameLink {
  readonly key: string;
  readonly label: string;
  readonly count: number;
}

/** How long typing must pause before the request is sent, in milliseconds. */
const PAUSE = 400;

/**
 * Asks which completions have a link to what this one leads to.
 * @param own the challenge of a completion that has it itself and does not count; null if there is none
 */
export function useSameLink(link: string | null, own: string | null): readonly SameLink[] {
  const [found, setFound] = useState<{ readonly link: string; readonly same: readonly SameLink[] } | null>(
    null,
  );
  useEffect(() => {
    if (link === null || !/^https?:\/\/./i.test(link)) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      fetch(api.totals({ link }), { signal: stop.signal })
        .then(async (response) => {
          if (!response.ok) return;
          const { totals } = (await response.json()) as TotalsAnswer;
          const same = Object.entries(totals).map(([key, total]) => ({
            // The challenges themselves are too much to load for their names.
            key,
            label: key.toUpperCase(),
            count: (total ?? 0) - (key === own ? 1 : 0),
          }));
          setFound({ link, same: same.filter(({ count }) => count > 0) });
        })
        // Only a help: without an answer nothing is said.
        .catch(() => undefined);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [link, own]);
  return found !== null && found.link === link ? found.same : [];
}

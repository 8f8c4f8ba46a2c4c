import { useEffect, useState } from "react";
import type { TotalsAnswer } from "../../../contract/completions.ts";
import { isPassing, untilAnswered } from "./until-answered.ts";

/** How many completions each list has, by the challenge's key. */
type Totals = TotalsAnswer["totals"];

interface Found {
  readonly address: string;
  readonly totals: Totals;
}

/** The last answer. Lists that are narrowed alike ask the same, and so have it at once. */
let last: Found | null = null;

async function askFor(address: string, signal: AbortSignal): Promise<Totals> {
  const ask = () => fetch(address, { signal });
  const failureIn = ({ status }: Response) => (isPassing(status) ? `HTTP ${status}` : null);
  const answer = await untilAnswered(ask, { signal, failureIn, tell: () => {} });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return ((await answer.json()) as TotalsAnswer).totals;
}

/**
 * Returns how many completions each list has, from the address that says it; null if it is not known yet or nothing
 * is asked. Asks again when `own` changes, which is how many the page itself knows of.
 */
export function useTotals(address: string | null, own: number | null): Totals | null {
  const [found, setFound] = useState(last);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changed in the one list may have in others
  useEffect(() => {
    if (address === null) return;
    const asking = new AbortController();
    askFor(address, asking.signal).then(
      (totals) => {
        last = { address, totals };
        setFound(last);
      },
      // Ignored: the tabs work without their counts.
      () => {},
    );
    return () => asking.abort();
  }, [address, own]);
  return found?.address === address ? found.totals : null;
}

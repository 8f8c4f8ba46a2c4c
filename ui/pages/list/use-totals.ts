import { useEffect, useState } from "react";
import type { TotalsAnswer } from "../../../contract/completions.ts";
import { isPassing, untilAnswered } from "./until-answered.ts";

/** How many each list has, by their keys. */
type Totals = TotalsAnswer["totals"];

interface Found {
  readonly address: string;
  readonly totals: Totals;
}

/** What was found last: every tab of what is narrowed alike asks the same, and has it at once. */
let last: Found | null = null;

async function askFor(address: string, signal: AbortSignal): Promise<Totals> {
  const ask = () => fetch(address, { signal });
  const failureIn = ({ status }: Response) => (isPassing(status) ? `HTTP ${status}` : null);
  const answer = await untilAnswered(ask, { signal, failureIn, tell: () => {} });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return ((await answer.json()) as TotalsAnswer).totals;
}

/**
 * How many each list has, from the address that says it; null: it is not known yet, or nothing is asked. Asked again when
 * `own` changes: how many the page itself knows of.
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
      // Nothing is said then: the tabs lead where they lead.
      () => {},
    );
    return () => asking.abort();
  }, [address, own]);
  return found?.address === address ? found.totals : null;
}

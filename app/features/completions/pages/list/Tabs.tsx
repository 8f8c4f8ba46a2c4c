import { useEffect, useState } from "react";
import type { TotalsAnswer } from "../../../../../domain/contract/completions.ts";
import { ChallengeTabs } from "../../../../ui/components/ChallengeTabs.tsx";
import { isPassing, untilAnswered } from "./ask-for-list.ts";
import type { ListPageData } from "./load.server.ts";

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
 * Returns how many completions each list has, from the address that says it; null if it is not known yet or there
 * is no address. Sends a new request when `own` changes, which is how many the page itself knows of.
 */
function useTotals(address: string | null, own: number | null): Totals | null {
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

/** Tabs of all challenges' lists. The counts of the other lists arrive a moment after the page. */
export function Tabs({ page: { challenge, chips, lists } }: { page: ListPageData }) {
  const { tabs, own, totals } = lists;
  const counted = useTotals(totals, own);
  const current = challenge.key;
  const countedFor = chips.map(({ value, corrected }) => corrected ?? value);
  const countOf = (key: string) => (key === current ? own : null) ?? counted?.[key] ?? null;
  return (
    <>
      {/* Fetched while the scripts are still loading. */}
      {totals && <link rel="preload" as="fetch" href={totals} crossOrigin="anonymous" />}
      <ChallengeTabs {...{ tabs, current, countOf, countedFor }} />
    </>
  );
}

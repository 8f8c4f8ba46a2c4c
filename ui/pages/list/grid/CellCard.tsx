import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { ListAnswer } from "../../../../contract/completions.ts";
import { api, pages } from "../../../../routes.ts";
import type { ListPageData } from "../load.server.ts";
import { type CellAt, keysOf } from "./cell.ts";
import classes from "./Grid.module.css";

/** Milliseconds to wait, so that a pointer that only passes asks for nothing. */
const PAUSE_MS = 150;

/** Players by the address that was asked, so that each is asked for only once. */
const known = new Map<string, string>();

/** Returns who did what a cell stands for; null until it is known. */
function usePlayer(address: string | null): string | null {
  const [player, setPlayer] = useState<string | null>(null);
  useEffect(() => {
    setPlayer(address === null ? null : (known.get(address) ?? null));
    if (address === null || known.has(address)) return;
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { results } = (await (await fetch(address, { signal: asking.signal })).json()) as ListAnswer;
        const person = results[0]?.person;
        if (typeof person !== "string") return;
        known.set(address, person);
        setPlayer(person);
      } catch {
        // The cell does without the player, who is on the completion's page.
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [address]);
  return player;
}

const SAYS = { og: "The original", done: "Done", pending: "Waits for a helper" } as const;

/** Says what the cell under the cursor is. */
export function CellCard({
  challenge,
  cell: { tower, map, state },
}: {
  challenge: ListPageData["challenge"];
  cell: CellAt;
}) {
  const names = keysOf(challenge, tower, map);
  const player = usePlayer(
    state === "open" ? null : api.list(challenge.key, { ...names, count: "1", names: "game" }),
  );
  return (
    <div className={classes.card}>
      <strong>
        {tower} on {map}
      </strong>
      {state === "open" ? (
        <span>
          Not in this index yet. <Link to={pages.addForm(challenge.key, names)}>Add it</Link>
        </span>
      ) : (
        <span>
          {SAYS[state]}
          {player !== null && (
            <>
              , by <bdi>{player}</bdi>
            </>
          )}
        </span>
      )}
    </div>
  );
}

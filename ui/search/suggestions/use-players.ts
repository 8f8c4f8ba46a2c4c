import { useEffect, useState } from "react";
import { api } from "../../../routes.ts";
import { type Entry, entryOf, playerPrefixes } from "./match.ts";

/** How long somebody must have paused before players are asked for, in milliseconds. */
const PAUSE = 120;

/** Returns players whose names begin as the end of the text does; none if the request fails. */
export function usePlayers(text: string): readonly Entry[] {
  const [players, setPlayers] = useState<readonly Entry[]>([]);
  const prefixes = JSON.stringify(playerPrefixes(text));
  useEffect(() => {
    const prefix = JSON.parse(prefixes) as string[];
    if (prefix.length === 0) {
      setPlayers([]);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(api.playerNames({ prefix }), { signal: stop.signal });
        const { results } = response.ok
          ? ((await response.json()) as { results: string[] })
          : { results: [] };
        if (!stop.signal.aborted) setPlayers(results.map((name) => entryOf("player", [name])));
      } catch {
        if (!stop.signal.aborted) setPlayers([]);
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [prefixes]);
  return players;
}

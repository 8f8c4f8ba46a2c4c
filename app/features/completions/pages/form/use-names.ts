import { useEffect, useMemo, useState } from "react";
import type { NamesAnswer } from "../../../../../domain/contract/names.ts";
import { api } from "../../../../../domain/contract/routes.ts";
import type { Choice } from "../../../../../domain/fields/props.ts";

const choicesOf = (spelled: readonly (readonly string[])[]): Choice[] =>
  spelled.flatMap(([name, ...spellings]) => (name === undefined ? [] : [{ name, spellings }]));

/** Adds to the maps the spellings that helpers recorded. */
function withSpellings(maps: readonly Choice[], spellings: readonly Choice[]): readonly Choice[] {
  const known = new Map(spellings.map((each) => [each.name, each.spellings]));
  return maps.map((map) => ({ ...map, spellings: [...map.spellings, ...(known.get(map.name) ?? [])] }));
}

/**
 * Loads the spellings that helpers recorded of towers and maps, and which versions of the game are known. Without them the
 * boxes know only the game's own names: a failure is ignored.
 * @param maps all maps, as they are called without those spellings
 */
export function useNames(maps: readonly Choice[]) {
  const [answer, setAnswer] = useState<NamesAnswer | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    fetch(api.names(), { signal: stop.signal })
      .then(async (response) => response.ok && setAnswer((await response.json()) as NamesAnswer))
      .catch(() => undefined);
    return () => stop.abort();
  }, []);
  return useMemo(() => {
    const { types = [], heroes = [], maps: spelled = [] } = answer ?? {};
    const towers = [...types.flatMap(({ names, tiers }) => [names, ...Object.values(tiers)]), ...heroes];
    return {
      towers: choicesOf(towers),
      maps: withSpellings(maps, choicesOf(spelled.map(({ names }) => names))),
      /** The newest version of the game; null until it is loaded. */
      newestVersion: answer?.newestVersion ?? null,
      released: answer?.released ?? [],
    };
  }, [answer, maps]);
}

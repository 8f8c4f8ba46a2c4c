import { useEffect, useState } from "react";
import type { NamesAnswer } from "../../../contract/names.ts";
import type { Choice } from "../../../fields/input-props.ts";
import { api } from "../../../routes.ts";

/** Other spellings of towers and maps, by their names; empty until they are loaded. */
export interface Spellings {
  readonly towers: readonly Choice[];
  readonly maps: readonly Choice[];
}

const NONE: Spellings = { towers: [], maps: [] };

const choicesOf = (spelled: readonly (readonly string[])[]): Choice[] =>
  spelled.flatMap(([name, ...spellings]) => (name === undefined ? [] : [{ name, spellings }]));

/** Loads the spellings that helpers recorded. Without them the boxes know only the game's own: a failure is ignored. */
export function useSpellings(): Spellings {
  const [spellings, setSpellings] = useState(NONE);
  useEffect(() => {
    const stop = new AbortController();
    fetch(api.names(), { signal: stop.signal })
      .then(async (response) => {
        if (!response.ok) return;
        const { types, heroes, maps } = (await response.json()) as NamesAnswer;
        const towers = [...types.flatMap(({ names, tiers }) => [names, ...Object.values(tiers)]), ...heroes];
        setSpellings({ towers: choicesOf(towers), maps: choicesOf(maps.map(({ names }) => names)) });
      })
      .catch(() => undefined);
    return () => stop.abort();
  }, []);
  return spellings;
}

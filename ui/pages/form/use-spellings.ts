import { useEffect, useState } from "react";
import type { NamesAnswer } from "../../../contract/names.ts";
import type { Choice } from "../../../fields/input-props.ts";
import { api } from "../../../routes.ts";

/** What towers and maps are called besides, by their names; empty until it is known. */
export interface Spellings {
  readonly towers: readonly Choice[];
  readonly maps: readonly Choice[];
}

const NONE: Spellings = { towers: [], maps: [] };

const choicesOf = (spelled: readonly (readonly string[])[]): Choice[] =>
  spelled.flatMap(([name, ...spellings]) => (name === undefined ? [] : [{ name, spellings }]));

/** The spellings that helpers wrote down. Without them boxes know the game's own alone, so a failure is not said. */
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

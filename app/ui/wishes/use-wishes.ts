import { useCallback, useEffect, useState } from "react";
import type {
  OwnWish,
  OwnWishesAnswer,
  WantedAnswer,
  WishedCombination,
} from "../../../domain/contract/coverage.ts";
import { api } from "../../../domain/contract/routes.ts";
import { useSignIn } from "../sign-in/state.ts";
import { useAnswer } from "../sign-in/use-answer.ts";

/** What can be wished for. */
export interface Wishable {
  readonly challenge: string;
  readonly heading: string;
  readonly towers: readonly string[];
  readonly map: string | null;
}

/** One of them, and what of it is wished for. */
export interface Wish extends Wishable {
  readonly people: number;
  /** The wish of who is signed in; null: none. */
  readonly own: OwnWish | null;
  readonly wanted: WishedCombination | null;
}

const keyOf = ({ challenge, towers, map }: Omit<Wishable, "heading">): string =>
  JSON.stringify([challenge, [...towers].sort(), map]);

/** Asks what is wished for at an address of the API, and by who is signed in. These come first: `shown`. */
export function useWishes(address: string, shown: readonly Wishable[]) {
  const { user } = useSignIn();
  const [loaded, setLoaded] = useState<{ address: string; results: readonly WishedCombination[] } | null>(
    null,
  );
  const { body, reload: reloadOwn } = useAnswer<OwnWishesAnswer>(user ? api.ownWishes() : null);
  const ask = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const response = await fetch(address, { signal: signal ?? null });
        const { results }: WantedAnswer = response.ok ? await response.json() : { results: [] };
        setLoaded({ address, results });
      } catch {
        // The page is whole without what others wish for.
      }
    },
    [address],
  );
  useEffect(() => {
    const stop = new AbortController();
    void ask(stop.signal);
    return () => stop.abort();
  }, [ask]);
  const results = loaded?.address === address ? loaded.results : null;
  const counts = new Map((results ?? []).map((each) => [namedBy(each), each]));
  const own = new Map((body?.results ?? []).map((each) => [keyOf(each), each]));
  const known = new Set(shown.map(keyOf));
  const all: readonly Wishable[] = [
    ...shown,
    ...(results ?? []).filter((each) => !known.has(namedBy(each))).map(asWishable),
  ];
  return {
    hasCome: results !== null && (user === null || body !== null),
    own: body?.results ?? [],
    wishes: all.map((each): Wish => {
      const count = counts.get(keyOf(each)) ?? null;
      return { ...each, people: count?.wishes ?? 0, own: own.get(keyOf(each)) ?? null, wanted: count };
    }),
    reload: async () => void (await Promise.all([ask(), reloadOwn()])),
  };
}

const asWishable = ({ challenge, heading, towers, map }: WishedCombination): Wishable => ({
  challenge,
  heading,
  map,
  towers: towers.map(({ name }) => name),
});

const namedBy = (each: WishedCombination): string => keyOf(asWishable(each));

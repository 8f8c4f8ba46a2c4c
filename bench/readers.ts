import { CHALLENGES } from "../challenges/index.ts";
import { api, pages } from "../routes.ts";
import { seeded } from "../server/sample/random.ts";
import { drawer } from "./fill.ts";

/** How many addresses readers know, and how much each kind of address is asked for. */
const ADDRESSES = 2_000;
const KINDS = {
  list: 16,
  narrowed: 14,
  searched: 10,
  completion: 20,
  map: 8,
  ask: 4,
  home: 2,
  fetched: 10,
  fetchedNarrowed: 8,
  fetchedSearched: 5,
  counted: 3,
};

interface Row {
  readonly challenge: string;
  readonly map: string;
  readonly filekey: string;
  /** Its first tower, where its challenge has one. */
  readonly tower: string;
}

/** Some rows of each challenge that a running site answers with. */
async function rowsOf(port: number): Promise<Row[]> {
  const found: Row[] = [];
  for (const { key } of CHALLENGES.values()) {
    const response = await fetch(`http://localhost:${port}${api.list(key, { count: 100, names: "game" })}`);
    const { results } = (await response.json()) as { results: Record<string, string>[] };
    for (const { map = "", filekey = "", tower1, entity } of results)
      found.push({ challenge: key, map, filekey, tower: tower1 ?? entity ?? "" });
  }
  return found;
}

/**
 * What readers ask a site for: `addresses` of all kinds, the one asked for most first, and `draw`, which draws one of them:
 * the second half as often as the first, the third a third as often (Zipf). The same for the same rows.
 */
export async function readersOf(port: number): Promise<{
  readonly addresses: readonly string[];
  draw(): string;
}> {
  const random = seeded("readers");
  const rows = await rowsOf(port);
  const keys = [...CHALLENGES.keys()];
  const narrow = ({ map, tower }: Row) =>
    random.pick([{ map }, { map }, { difficulty: "expert" }, { og: 1 }, tower ? { tower } : { map }]);
  const words = ({ map, tower }: Row) => `${random.chance(0.5) ? tower || map : map}`.toLowerCase();
  const make: Record<keyof typeof KINDS, (row: Row) => string> = {
    list: () => pages.list(random.pick(keys), { offset: random.pick([null, null, null, 20, 40, 60]) }),
    narrowed: (row) => pages.list(row.challenge, narrow(row)),
    searched: (row) => pages.list(row.challenge, { query: words(row) }),
    completion: ({ challenge, filekey }) => pages.notes(challenge, { filekey }),
    map: ({ map }) => pages.maps({ map }),
    ask: (row) => pages.ask(words(row)),
    home: () => pages.home(),
    fetched: () => api.list(random.pick(keys), { offset: random.integer(0, 10) * 20, count: 20 }),
    fetchedNarrowed: (row) => api.list(row.challenge, narrow(row)),
    fetchedSearched: (row) => api.list(row.challenge, { query: words(row) }),
    counted: (row) => api.list(row.challenge, { count: 0, ...narrow(row) }),
  };
  const drawKind = drawer(Object.entries(KINDS) as [keyof typeof KINDS, number][], ([, weight]) => weight);
  const addresses = new Set<string>();
  for (let tries = 0; addresses.size < ADDRESSES && tries < 20 * ADDRESSES; tries++)
    addresses.add(make[drawKind(random)[0]](random.pick(rows)));
  const all = [...addresses];
  const byRank = drawer(all, (_, rank) => 1 / (rank + 1));
  return { addresses: all, draw: () => byRank(random) };
}

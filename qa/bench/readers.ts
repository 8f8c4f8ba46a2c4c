import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import { seeded } from "./random.ts";
import { drawer } from "./seed.ts";

/** How many addresses readers know, and the weight of each kind among them. */
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

type Kind = keyof typeof KINDS;

interface Address {
  readonly kind: Kind;
  readonly path: string;
}

interface Row {
  readonly challenge: string;
  readonly map: string;
  readonly filekey: string;
  /** Its first tower; empty if its challenge has none. */
  readonly tower: string;
}

/** Kinds of pages whose tabs show counts. */
const WITH_TABS: ReadonlySet<Kind> = new Set(["narrowed", "searched"]);

/** Returns some rows of each challenge from a running site. */
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

/** Returns what a page makes a browser request by itself: the totals on the tabs of a narrowed list; null: nothing. */
function askedBehind(page: string): string | null {
  const [, address] = /<link rel="preload" as="fetch" href="([^"]+)"/.exec(page) ?? [];
  return address?.replaceAll("&amp;", "&") ?? null;
}

/** Returns the same for all of these addresses, by path. */
export async function allAskedBehind(
  port: number,
  addresses: readonly Address[],
): Promise<ReadonlyMap<string, string>> {
  const behind = new Map<string, string>();
  for (const { kind, path } of addresses) {
    if (!WITH_TABS.has(kind)) continue;
    const address = askedBehind(await (await fetch(`http://localhost:${port}${path}`)).text());
    if (address) behind.set(path, address);
  }
  return behind;
}

/**
 * Returns what readers request from a site: `addresses` of all kinds, the most requested first, and `draw`, which draws
 * one of them: the second half as often as the first, the third a third as often (Zipf). The same for the same rows.
 */
export async function readersOf(port: number): Promise<{
  readonly addresses: readonly Address[];
  draw(): Address;
}> {
  const random = seeded("readers");
  const rows = await rowsOf(port);
  const narrow = ({ map, tower }: Row) =>
    random.pick([{ map }, { map }, { difficulty: "expert" }, { og: 1 }, tower ? { tower } : { map }]);
  const words = ({ map, tower }: Row) => `${random.chance(0.5) ? tower || map : map}`.toLowerCase();
  const make: Record<Kind, (row: Row) => string> = {
    list: (row) => pages.list(row.challenge, { offset: random.pick([null, null, null, 20, 40, 60]) }),
    narrowed: (row) => pages.list(row.challenge, narrow(row)),
    searched: (row) => pages.list(row.challenge, { query: words(row) }),
    completion: ({ challenge, filekey }) => pages.notes(challenge, { filekey }),
    map: ({ map }) => pages.maps({ map }),
    ask: (row) => pages.ask(words(row)),
    home: () => pages.home(),
    fetched: (row) => api.list(row.challenge, { offset: random.integer(0, 10) * 20, count: 20 }),
    fetchedNarrowed: (row) => api.list(row.challenge, narrow(row)),
    fetchedSearched: (row) => api.list(row.challenge, { query: words(row) }),
    counted: (row) => api.list(row.challenge, { count: 0, ...narrow(row) }),
  };
  const drawKind = drawer(Object.entries(KINDS) as [Kind, number][], ([, weight]) => weight);
  const addresses = new Map<string, Address>();
  for (let tries = 0; addresses.size < ADDRESSES && tries < 20 * ADDRESSES; tries++) {
    const [kind] = drawKind(random);
    const row = random.pick(rows);
    const path = make[kind](row);
    addresses.set(path, { kind, path });
  }
  const all = [...addresses.values()];
  const byRank = drawer(all, (_, rank) => 1 / (rank + 1));
  return { addresses: all, draw: () => byRank(random) };
}

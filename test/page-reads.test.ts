import { Session } from "node:inspector/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../app/api/repositories.server.ts";
import { detailsOf } from "../app/features/completions/notes.server.ts";
import { mediumOf } from "../app/features/media/medium.server.ts";
import { answerOrRefusal, outcomeOf } from "../app/ui/outcome.server.ts";
import { CHALLENGES } from "../domain/challenges/index.ts";
import { contractOf } from "../domain/contract/index.ts";
import { keeping } from "../domain/contract/privacy.ts";
import { waiting } from "../domain/contract/review.ts";
import { api, pages, type Query } from "../domain/contract/routes.ts";
import { months } from "../domain/contract/site.ts";
import { readListQuery } from "../domain/lists/list-query.ts";
import { createPages } from "../platform/shared/pages.ts";
import { addTags, collectTags } from "../server/db/tags.ts";
import type { PageReads, RenderPageFrom } from "../site/page-context.ts";
import { type Reads, readsOfPages } from "../site/reads.ts";
import { FACTS } from "./catalogue.ts";
import { type Body, LIMITS, type TestApp, testApp } from "./factories.ts";
import { questionsOf } from "./questions.ts";

/** `npm test` builds the pages first. */
const BUILD = join(resolve(import.meta.dirname, ".."), "build/server/index.js");
const ORIGIN = "http://localhost:3000";

const settings = {
  site: {
    ...{ shortName: "Index", tagline: "An index.", origin: ORIGIN, mediaOrigin: null },
    ...{ creatorCode: "", playlist: "", links: { video: "", chat: "", source: "" }, uploads: LIMITS },
  },
  signInOrigin: null,
  returnOrigins: [],
};

let app: TestApp;
let render: RenderPageFrom;
/** What pages call besides the reads that the API answers as well. */
let others: Omit<PageReads, "reads">;
beforeAll(async () => {
  render = createPages(await import(pathToFileURL(BUILD).href), settings);
  app = await testApp(await openEngine());
  const [data, { media }] = [openData(app.database), app];
  others = {
    catalogue: data.catalogue.current,
    today: () => {
      addTags(["day"]);
      return "2026-11-27";
    },
    holdsSample: data.sample.isThere,
    isImporting: async () => (await data.imports.findUnderWay()) !== null,
    mediumOf: (key) => mediumOf(key, { data, media }),
    detailsOf: (filekey) => detailsOf(filekey, { data, media }),
  };
  for (const { key } of CHALLENGES.values()) for (const at of [0, 1, 2]) await add(key, at);
});

const RUNS = [
  ["Absolute Zero", "Quincy", "Quad"],
  ["Ezili", "Quincy", "Logs"],
  ["Glaive Lord", "Ezili", "Quad"],
] as const;

/** Records a completion: a verified original, another verified one, and a claim. */
async function add(challenge: string, at: number): Promise<void> {
  const [tower = "", other = "", map = ""] = RUNS[at] ?? [];
  const towers = challenge === "2mp" ? [tower] : [tower, other];
  await app.add(challenge, {
    ...(!["lcc", "lcd"].includes(challenge) && { towers, upgrades: towers.map(() => "") }),
    people: challenge === "2tcc" ? ["Ada", "Eve"] : ["Ada"],
    ...{ map, version: "44.1", money: 1_000 + at },
    ...{ og: at === 0, pending: at === 2 ? "somebody" : null },
  });
}

const filekeysIn = (filekeys: readonly string[]): string => JSON.stringify(filekeys);

/** Returns the parameters of a page's address that the API knows by the same names. */
const given = ({ searchParams }: URL, names: readonly string[]): Query =>
  Object.fromEntries(names.map((name) => [name, searchParams.getAll(name)]));

/** For each read that pages call, the address at which the API answers the same. */
const ADDRESSES: {
  readonly [Noun in keyof Reads]: {
    readonly [Name in keyof Reads[Noun]]: Reads[Noun][Name] extends (...values: infer Given) => unknown
      ? (page: URL, ...values: Given) => string
      : never;
  };
} = {
  balanceChanges: {
    all: (page) => api.balanceChanges(given(page, ["tower", "version", "version_end"])),
    versions: (_, tower) => api.balanceChangeVersions({ tower }),
  },
  catalogue: { address: () => api.catalogueFile("any") },
  chimpsStarts: { all: (_, map) => api.chimpsStarts({ map }) },
  completions: {
    list: (_, { key }, { parameters }) => `${api.list(key)}?${parameters}`,
    dated: (_, { key }, { parameters }) => `${api.dated(key)}?${parameters}`,
    understood: (_, { key }, query) => api.understood(key, { query }),
    notes: (page, { key, keys }) => api.notes(key, given(page, [...keys, "filekey"])),
    ogInfo: (page, { key, keys }) => api.ogInfo(key, given(page, [...keys, "filekey"])),
    grid: (_, { key }) => api.grid(key),
    standings: (_, { key }, filekeys, isDated) =>
      api.standings(key, { filekeys: filekeysIn(filekeys), when: isDated ? 1 : 0 }),
    recordHistory: (_, { key }, map) => api.recordHistory(key, { map }),
    taken: (_, filekeys) => api.takenClaims({ filekeys: filekeysIn(filekeys) }),
    newest: (_, { og, ...query }) => api.newest({ ...query, og: og ? 1 : 0 }),
    appeared: (_, query) => api.appeared({ ...query }),
    shares: () => api.shares(),
  },
  coverage: {
    maps: (_, map) => api.coverage({ map }),
    pairs: (_, { key }, player) => api.challengeCoverage(key, { player }),
    names: (_, { key }, player) => api.challengeCoverage(key, { player }),
    undone: (page) => api.undone() + page.search,
  },
  dumps: { all: () => api.dumps() },
  gameVersions: { all: () => api.gameVersions() },
  history: { ofCompletion: (_, filekey) => api.history({ filekey }) },
  maps: {
    names: (_, difficulty) => api.maps({ difficulty }),
    all: () => api.allMaps(),
    info: (_, map) => api.mapInfo({ map }),
  },
  names: { all: () => api.names(), players: (_, prefix) => api.playerNames({ prefix }) },
  players: {
    counts: (_, { key }, { ogOnly, ...page }) => api.personCounts(key, { ...page, og: ogOnly ? 1 : 0 }),
    board: (page) => api.players(given(page, ["query", "board", "year", "offset"])),
    player: (_, name) => api.player({ name }),
  },
  privacy: { keeping: () => keeping.path },
  progress: { months: () => months.path },
  records: { list: (page) => api.records(given(page, ["challenge", "map", "offset"])) },
  review: { waiting: () => waiting.path },
  search: { answer: (_, q) => api.answer({ q }) },
  spellings: { all: () => api.spellings() },
};

/** The reads that some page called. */
const called = new Set<string>();

type Call = (...values: readonly unknown[]) => unknown;

/** Returns the functions of pages, and what each call of them leaves to be done again by way of the API. */
function recorded(page: URL) {
  const again: (() => unknown)[] = [];
  const wrapped = (read: Call, repeat: Call): Call =>
    function call(...values) {
      again.push(() => repeat(...values));
      return read(...values);
    };
  const noteAll = (functions: object, repeatOf: (name: string, read: Call) => Call): object =>
    Object.fromEntries(
      Object.entries(functions).map(([name, read]) => [name, wrapped(read, repeatOf(name, read))]),
    );
  const addresses = ADDRESSES as unknown as Readonly<Record<string, Readonly<Record<string, Call>>>>;
  const reads = Object.entries(readsOfPages(app.reads)).map(([noun, functions]) => [
    noun,
    noteAll(functions, (name) => async (...values) => {
      called.add(`${noun}.${name}`);
      const address = String(addresses[noun]?.[name]?.(page, ...values));
      const { status } = await app.app.request(address);
      expect([address, status]).not.toEqual([address, 500]);
    }),
  ]);
  const context = { ...noteAll(others, (_, read) => read), reads: Object.fromEntries(reads) };
  return { context: context as unknown as PageReads, again };
}

const findRow = async (path: string) =>
  ((await (await app.app.request(path)).json()) as Body).results[0] ?? {};

const all = contractOf(CHALLENGES.values()).pages.map((page) => [page.path, page] as const);

async function compare(address: string): Promise<void> {
  const url = new URL(address, ORIGIN);
  const { context, again } = recorded(url);
  const made = await collectTags(() => render(new Request(url), context));
  const asJson = await collectTags(async () => {
    for (const repeat of again) await repeat();
  });
  expect([address, made.tags?.toSorted()]).toEqual([address, asJson.tags?.toSorted()]);
}

describe.each(all)("%s", (_, page) => {
  test("has the tags of the same reads as JSON", async () => {
    for (const question of await questionsOf(page, findRow)) await compare(question);
  });
});

test.each([
  pages.list("2mp", { view: "table" }),
  pages.list("2tc", { view: "person-stats", og: 1 }),
  pages.list("2tc", { query: "nobody quad", pending: 0 }),
  pages.player("Ada"),
  pages.player("Ada", { with: "Eve" }),
  pages.player("Adx"),
  "/nothing-of-abs-zero",
])("%s has the tags of the same reads as JSON", compare);

test.each<[address: string, read: (reads: Reads) => unknown]>([
  [api.mapInfo({ map: "nowhere" }), ({ maps }) => maps.info("nowhere")],
  [api.mapInfo(), ({ maps }) => maps.info(null)],
  [api.player({ name: "Nobody" }), ({ players }) => players.player("Nobody")],
  [api.history({ filekey: "none" }), ({ history }) => history.ofCompletion("none")],
  [api.coverage({ map: "nowhere" }), ({ coverage }) => coverage.maps("nowhere")],
  [
    api.records({ challenge: "2tc" }),
    ({ records: { list } }) => list({ challenge: "2tc", map: null, offset: 0, count: 1 }),
  ],
])("where %s fails, a page has the same sentence and status", async (address, read) => {
  const response = await app.app.request(address);
  const { error } = (await response.json()) as Body;
  expect(response.status).toBeGreaterThanOrEqual(400);
  const outcome = await outcomeOf(async () => read(readsOfPages(app.reads)));
  expect(outcome).toEqual({ body: null, error, status: response.status });
});

test("what a page's address says wrongly has the sentence of the API", async () => {
  const { body } = await app.get(api.list("2tc", { sortby: "nothing" }));
  const [definition] = CHALLENGES.values();
  if (!definition) throw new Error("no challenges");
  const outcome = await outcomeOf(async () =>
    readListQuery(definition, new URLSearchParams({ sortby: "nothing" }), FACTS),
  );
  expect(outcome).toEqual({ body: null, error: body.error, status: 400 });
});

test("a failure on our side is thrown for the error page, and logged", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const broken = { ...app.reads, maps: { ...app.reads.maps, all: () => Promise.reject(new Error("disk")) } };
  const { maps } = readsOfPages(broken);
  await expect(answerOrRefusal(maps.all)).rejects.toMatchObject({
    data: { error: expect.any(String) },
    init: { status: 500 },
  });
  expect(console.error).toHaveBeenCalledWith("maps.all:", expect.any(Error));
  vi.restoreAllMocks();
});

test("every read is called by some page", () => {
  const all = Object.entries(app.reads).flatMap(([noun, functions]) =>
    Object.keys(functions).map((name) => `${noun}.${name}`),
  );
  expect(all.filter((name) => !called.has(name))).toEqual([]);
});

test("a search text is understood once for a page and all that stands on it", async () => {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const timesUnderstood = async (work: () => Promise<Response>): Promise<number> => {
    await session.post("Profiler.takePreciseCoverage");
    await collectTags(async () => (await work()).text());
    const { result } = await session.post("Profiler.takePreciseCoverage");
    return result
      .filter(({ url }) => url.endsWith("/app/features/search/understanding.server.ts"))
      .flatMap(({ functions }) => functions)
      .filter(({ functionName }) => functionName === "understandText")
      .reduce((sum, { ranges: [range] }) => sum + (range?.count ?? 0), 0);
  };
  const list = new Request(ORIGIN + pages.list("2tc", { query: "abs zero quad" }));
  const context = { ...others, reads: readsOfPages(app.reads) };
  expect(await timesUnderstood(() => render(list, context))).toBe(1);
  expect(
    await timesUnderstood(async () => app.app.request(api.list("2tc", { query: "abs zero quad" }))),
  ).toBe(1);
  // Each list has words of its own, so each understands the text for itself, once.
  const totals = api.totals({ lists: "2tc,ltc", query: "abs zero quad" });
  expect(await timesUnderstood(async () => app.app.request(totals))).toBe(2);
  session.disconnect();
});

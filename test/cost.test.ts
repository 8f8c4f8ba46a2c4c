import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { api, pages } from "../domain/contract/routes.ts";
import { type RunningSite, startSite } from "./node/site.ts";

/** `npm test` builds the pages first. */
const BUILT = join(resolve(import.meta.dirname, ".."), "build");
const BUILD = join(BUILT, "server/index.js");

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

/** What an answer costs when nothing of it is remembered. Counts rather than times, which differ between machines. */
interface Cost {
  /** Statements run. */
  readonly queries: number;
  /** Thousands of bytes sent, with brotli. */
  readonly kilobytes: number;
  /** Distinct scripts that the page refers to. */
  readonly scripts: number;
  /** Thousands of bytes of these scripts, with brotli. */
  readonly code: number;
}

/**
 * The most that each kind of answer may cost on the sample, a little above what it does; a single completion is the
 * first of its list. One statement of each that names towers is the catalogue's, which is remembered between answers. When a
 * cost falls, lower its limit here.
 */
const MOST: Readonly<Record<string, Cost>> = {
  home: { queries: 8, kilobytes: 9.8, scripts: 11, code: 123.8 },
  list: { queries: 6, kilobytes: 17, scripts: 9, code: 129.8 },
  "list of a map": { queries: 6, kilobytes: 17.2, scripts: 9, code: 129.8 },
  "list of a tower": { queries: 6, kilobytes: 16.5, scripts: 9, code: 129.8 },
  "list, searched": { queries: 8, kilobytes: 16.5, scripts: 9, code: 129.8 },
  "list, its last page": { queries: 8, kilobytes: 17.2, scripts: 9, code: 129.8 },
  leaderboard: { queries: 4, kilobytes: 10, scripts: 9, code: 129.8 },
  table: { queries: 5, kilobytes: 23.8, scripts: 9, code: 129.8 },
  // Of 54.0, so that it says how prices have changed since.
  completion: { queries: 17, kilobytes: 13.2, scripts: 19, code: 132 },
  "gallery of maps": { queries: 2, kilobytes: 14.5, scripts: 15, code: 128.3 },
  // With its records in each challenge, and what is left on it.
  map: { queries: 20, kilobytes: 13.2, scripts: 15, code: 128.3 },
  // With the least cost in two challenges, proofs, marks, a button that copies its link, and in each challenge that would
  // answer No a look at names that nobody has resolved.
  question: { queries: 25, kilobytes: 8.5, scripts: 13, code: 126.2 },
  "balance changes": { queries: 4, kilobytes: 24.8, scripts: 14, code: 124.4 },
  starts: { queries: 3, kilobytes: 7, scripts: 14, code: 124.4 },
  spellings: { queries: 4, kilobytes: 17.5, scripts: 30, code: 177.8 },
  // Programs are shown no claim to what is verified: which these are is a statement of its own.
  "rows of a list": { queries: 4, kilobytes: 2.5, scripts: 0, code: 1.9 },
  "rows of a search": { queries: 6, kilobytes: 2.5, scripts: 0, code: 1.9 },
  "a total": { queries: 3, kilobytes: 0.1, scripts: 0, code: 1.9 },
  "totals of a map": { queries: 2, kilobytes: 0.1, scripts: 0, code: 1.9 },
  "totals of a search": { queries: 4, kilobytes: 0.1, scripts: 0, code: 1.9 },
};

let site: RunningSite;
const addresses: Record<string, string> = {};
const statements: string[] = [];
/** Says that it is an answer that asks the database: jobs run meanwhile. */
const answering = new AsyncLocalStorage<true>();

beforeAll(async () => {
  site = await startSite({ SAMPLE_DATA: "on" }, await import(pathToFileURL(BUILD).href));
  const { results } = await (await site.app.request(api.list("2tc", { count: 1, names: "game" }))).json();
  const { filekey, map, tower1 } = results[0];
  Object.assign(addresses, {
    home: pages.home(),
    list: pages.list("2tc"),
    "list of a map": pages.list("2tc", { map }),
    "list of a tower": pages.list("2tc", { tower: tower1 }),
    "list, searched": pages.list("2tc", { query: String(tower1).toLowerCase() }),
    "list, its last page": pages.list("2tc", { offset: 1_000 }),
    leaderboard: pages.list("2tc", { view: "person-stats" }),
    table: pages.list("2mp", { view: "table" }),
    completion: pages.notes("2tc", { filekey }),
    "gallery of maps": pages.maps(),
    map: pages.maps({ map }),
    question: pages.ask(`${tower1} ${map}`.toLowerCase()),
    "balance changes": pages.balanceChanges(),
    starts: pages.chimpsStarts(),
    spellings: pages.spellings(),
    "rows of a list": api.list("2tc"),
    "rows of a search": api.list("2tc", { query: String(tower1).toLowerCase() }),
    "a total": api.list("2tc", { count: 0 }),
    "totals of a map": api.totals({ map }),
    "totals of a search": api.totals({ query: String(tower1).toLowerCase() }),
  });
  const { query } = site.database;
  site.database.query = (tags, statement) => {
    if (answering.getStore()) statements.push(statement.sql);
    return query(tags, statement);
  };
});
afterAll(() => site.stop());

/** Moves all tags, so that nothing that is cached is good any more. */
const forget = () =>
  site.database.transaction(() => site.database.sqlite.exec("update source set version = version + 1000"));

async function costOf(address: string): Promise<Cost> {
  await forget();
  statements.length = 0;
  const answer = await answering.run(true, () =>
    site.fetch(new Request(site.origin + address, { headers: { "Accept-Encoding": "br" } })),
  );
  const queries = statements.length;
  expect(answer.status, address).toBe(200);
  const { byteLength } = await answer.arrayBuffer();
  const text = await (await site.app.request(address)).text();
  const scripts = [...new Set(text.match(/\/assets\/[\w.-]+\.js/g))];
  const code = scripts.reduce((sum, path) => sum + sentBytes(path), 0) / 1_000;
  return { queries, kilobytes: byteLength / 1_000, scripts: scripts.length, code };
}

/** Returns how many bytes of a built file are sent. Small files are not compressed. */
function sentBytes(path: string): number {
  const file = join(BUILT, "client", path);
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
}

test("no answer exceeds its limits on statements, bytes and scripts", async () => {
  const costs: Record<string, Cost> = {};
  for (const [name, address] of Object.entries(addresses)) costs[name] = await costOf(address);
  if (process.env.TELL_COST === "on") console.table(costs);
  expect(Object.keys(costs)).toEqual(Object.keys(MOST));
  const over = Object.entries(costs).flatMap(([name, cost]) =>
    Object.entries(MOST[name] ?? {}).flatMap(([what, most]) => {
      const is = cost[what as keyof Cost];
      return is > most ? [`${name}: ${is} ${what}, at most ${most}`] : [];
    }),
  );
  expect(over).toEqual([]);
});

test("no statement scans the completions without an index", async () => {
  const asked = new Set<string>();
  for (const address of Object.values(addresses)) {
    await forget();
    statements.length = 0;
    await answering.run(true, async () => site.app.request(address));
    for (const statement of statements) asked.add(statement);
  }
  expect(asked.size).toBeGreaterThan(40);
  const walking = [...asked].filter((statement) => {
    const plan = site.database.sqlite.prepare(`explain query plan ${statement}`).all();
    const names = new Set(["completion", ...namesOfCompletion(statement)]);
    return plan.some(({ detail }) => {
      const [, name] = /^SCAN (\w+)$/.exec(String(detail)) ?? [];
      return name !== undefined && names.has(name);
    });
  });
  expect(walking).toEqual([]);
});

/** Returns the names under which a statement uses the table `completion`. */
const namesOfCompletion = (statement: string): string[] =>
  Array.from(statement.matchAll(/\b"?completion"? (?:as )?"?(\w+)"?/g), ([, name]) => name ?? "");

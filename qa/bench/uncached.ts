import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api, pages, type Query } from "../../domain/contract/routes.ts";
import { sortableFields } from "../../domain/lists/list-query.ts";
import { type NodeSite, openSite } from "../../platform/node/site.ts";
import { readSettings } from "../../platform/shared/settings.ts";
import { sqlite } from "../../server/db/database.ts";
import { BUILT, TYPES } from "./pool.ts";
import { seeded } from "./random.ts";
import { seed } from "./seed.ts";

/**
 * `node qa/bench/uncached.ts FOLDER [--rows 1000000] [--only WORD] [--times 40] [--slowest] [--statements]`: measures uncached
 * answers, requested in the process, without a socket. Before each request every source is moved, so that no cache
 * applies. A folder without a database is filled first. `--slowest` lists the slowest requests of each class,
 * `--statements` its most expensive statements.
 */
const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: "string", default: "1000000" },
    only: { type: "string", default: "" },
    times: { type: "string", default: "40" },
    slowest: { type: "boolean", default: false },
    statements: { type: "boolean", default: false },
  },
});
const FOLDER = resolve(positionals[0] ?? "data/bench");
const TIMES = Number(options.times);
const BUILD = resolve(import.meta.dirname, "../../build/server/index.js");
const ROW_OF_A_DEEP_PAGE = 1_000;

interface Class {
  readonly name: string;
  readonly paths: readonly string[];
  /** Whether only the time to the first byte is measured. */
  readonly isFirstByte?: boolean;
}

const random = seeded("anew");
const some = <Item>(all: readonly Item[], count = TIMES): Item[] => random.shuffle(all).slice(0, count);
const times = (make: (at: number) => string, count = TIMES): string[] =>
  Array.from({ length: count }, (_, at) => make(at));

const challenges = [...CHALLENGES.values()];
const big = challenges.filter(({ key }) => ["2tc", "2tcc", "ltc"].includes(key));
const paired = challenges.filter(({ key }) => ["2tc", "2tcc"].includes(key));
const keyOf = (of: readonly ChallengeDefinition[]): string => random.pick(of).key;

/** Returns values of random rows, for use in requests. */
function rowsOf(site: NodeSite) {
  const last = Number(site.database.sqlite.prepare("select max(seq) as last from completion").get()?.last);
  const find = site.database.sqlite.prepare(
    `select c.id, c.challenge, c.towers, c.people, c.version, c.date, m.name as map
      from completion c join map m on m.id = c.map_id where c.seq = ?`,
  );
  const rows = Array.from({ length: 400 }, () => find.get(random.integer(1, last)) ?? {});
  return rows.map(({ towers, people, ...row }) => ({
    ...(row as Record<"id" | "challenge" | "map" | "version" | "date", string>),
    towers: JSON.parse(String(towers)) as string[],
    people: JSON.parse(String(people)) as string[],
  }));
}

async function classesOf(site: NodeSite): Promise<Class[]> {
  const rows = rowsOf(site);
  const totals = new Map<string, number>();
  for (const { key } of challenges) totals.set(key, (await askJson(site, api.list(key, { count: 0 }))).count);
  const totalOf = (key: string): number => totals.get(key) ?? 0;

  const orders = challenges.flatMap((definition) =>
    [...sortableFields(definition).keys()].flatMap((name) =>
      ["", " DESC"].map((way) => ({ key: definition.key, sortby: name + way })),
    ),
  );
  const listed = (offset: (total: number) => number) =>
    orders.map(({ key, sortby }) =>
      api.list(key, { sortby, offset: Math.max(0, Math.floor(offset(totalOf(key)))) }),
    );
  const towers = BUILT.map(({ name }) => name);
  const types = TYPES.map(({ name }) => name);
  const words = [...new Set(towers.flatMap((name) => name.toLowerCase().split(/[^a-z]+/)))].filter(
    (word) => word.length > 3,
  );
  const rare = (): string =>
    `${random.pick(words)} ${random.pick(rows).people[0]?.split(" ")[0]?.toLowerCase() ?? "x"}`;
  const prefixes = ["m", "s", "t", "b", "a", "c", "p", "g", "h", "y", "https", "youtu", "20", "5", "0", "th"];
  const order = (key: string): string => {
    const names = [...sortableFields(CHALLENGES.get(key) as ChallengeDefinition).keys()];
    return random.pick(names) + random.pick(["", " DESC"]);
  };
  const search = (query: () => string, more: (key: string) => Query = () => ({})): string[] =>
    times(() => {
      const key = keyOf(big);
      return api.list(key, { query: query(), ...more(key) });
    });
  const others = (): Query =>
    random.pick<Query>([
      { has: "video" },
      { has: "picture", og: 1 },
      { has: "notes" },
      { since: "2024" },
      { difficulty: "expert", og: 0 },
      { person: random.pick(rows).people[0] },
      { map: random.pick(rows).map, has: "notes" },
      { tower: random.pick(types), has: "video" },
      { tower: random.pick(towers), difficulty: "expert" },
      { version: ">=50" },
      { query: random.pick(words), has: "notes" },
      { query: `"${random.pick(words)}"`, difficulty: "advanced" },
      { query: `-${random.pick(words)}` },
      { query: `${random.pick(words)} since:2024` },
      { query: "expert", og: 1 },
    ]);
  const mapNames = [...new Set(rows.map(({ map }) => map))];
  const files = challenges.filter(({ csv }) => csv !== null);
  const boards = challenges.filter(({ views }) => views.includes("person-stats"));
  return [
    { name: "player", paths: times(() => api.player({ name: random.pick(rows).people[0] })) },
    { name: "page of a player", paths: times(() => pages.player(random.pick(rows).people[0] ?? "")) },
    {
      name: "board of players",
      paths: times((at) =>
        api.players({
          board: random.pick(["all", "ogs", "2tc", "2tc-ogs", "lcc"]),
          year: random.pick([null, 2023, 2025]),
          query: random.pick([null, null, "a"]),
          offset: at * 50,
          count: 50,
        }),
      ),
    },
    {
      name: "records as they were set",
      paths: times((at) => api.records({ challenge: random.pick([null, "lcc", "ltc"]), offset: at * 20 })),
    },
    {
      name: "an open one",
      paths: times((at) =>
        api.undone({
          challenge: keyOf(challenges),
          seed: at,
          ...random.pick<Query>([
            {},
            { difficulty: "expert" },
            { tower: "Quincy", affordable: 1 },
            { not: ["Monkey Sub", "Quad"] },
            { player: random.pick(rows).people[0] },
          ]),
        }),
      ),
    },
    {
      name: "coverage",
      paths: [null, ...some(rows, 4).map(({ people: [player] }) => player)].flatMap((player) => [
        ...["2tc", "2tcc", "2mp"].map((key) => api.challengeCoverage(key, { player })),
        api.coverage(),
        pages.coverage(),
        pages.challengeCoverage("2tc", { player }),
      ]),
    },
    { name: "list, first page, every order", paths: listed(() => 0) },
    { name: "list, middle page, every order", paths: listed((total) => total / 2) },
    { name: "list, last page, every order", paths: listed((total) => total - 20) },
    { name: "tower", paths: times(() => api.list(keyOf(big), { tower: random.pick(towers) })) },
    { name: "tower type", paths: times((at) => api.list(keyOf(big), { tower: types[at % types.length] })) },
    {
      name: "tower, sorted, deep",
      paths: times(() => {
        const key = keyOf(paired);
        return api.list(key, {
          tower: random.pick(towers),
          sortby: order(key),
          offset: random.integer(0, 2_000),
        });
      }),
    },
    {
      name: "pair",
      paths: times(() => api.list(keyOf(paired), { tower: [random.pick(towers), random.pick(towers)] })),
    },
    {
      name: "pair of types",
      paths: times(() => api.list(keyOf(paired), { tower: [random.pick(types), random.pick(types)] })),
    },
    { name: "one common word", paths: search(() => random.pick(words)) },
    { name: "two rare words", paths: search(rare) },
    { name: "prefix", paths: search(() => random.pick(prefixes)) },
    {
      name: "search, sorted",
      paths: search(
        () => random.pick([...words, ...prefixes]),
        (key) => ({ sortby: order(key) }),
      ),
    },
    {
      name: "search, deep",
      paths: search(
        () => random.pick([...words, ...prefixes, ...prefixes]),
        (key) => ({
          offset: random.integer(ROW_OF_A_DEEP_PAGE, 20_000),
          ...(random.chance(0.5) ? { sortby: order(key) } : {}),
        }),
      ),
    },
    {
      name: "search, very deep",
      paths: search(
        () => random.pick(prefixes),
        (key) => ({
          offset: random.integer(20_000, totalOf(key) / 2),
          ...(random.chance(0.5) ? { sortby: order(key) } : {}),
        }),
      ),
    },
    {
      name: "totals and counts",
      paths: times(() =>
        api.list(keyOf(challenges), {
          count: 0,
          ...random.pick<Query>([
            {},
            { og: 1 },
            { pending: 1 },
            { difficulty: "expert" },
            { map: random.pick(mapNames), og: 0 },
            { tower: random.pick(types) },
            { query: random.pick(words) },
          ]),
        }),
      ),
    },
    {
      name: "leaderboards",
      paths: boards.flatMap(({ key }) =>
        [null, 1].flatMap((og) =>
          [10, 100].flatMap((limit) =>
            [0, 5_000].map((offset) => api.personCounts(key, { og, limit, offset })),
          ),
        ),
      ),
    },
    { name: "table, grid, shares", paths: [api.table("2mp"), api.grid("2mp"), api.shares()] },
    {
      name: "cost history of a map",
      paths: mapNames.map((map) => api.list("lcc", { map, pending: 0, count: 100, sortby: "version" })),
    },
    {
      name: "newest",
      paths: [{}, { og: 1 }, { count: 50 }, ...mapNames.slice(0, 9).map((map) => ({ map }))].map((query) =>
        api.newest(query),
      ),
    },
    { name: "any other combination", paths: times(() => api.list(keyOf(big), others()), 3 * TIMES) },
    {
      name: "names of players",
      paths: times(() =>
        api.playerNames({ query: random.pick(rows).people[0]?.slice(0, random.integer(1, 4)) }),
      ),
    },
    { name: "users", paths: times(() => api.users({ query: random.pick([..."abcdefgm"]) })) },
    {
      name: "answers",
      paths: some(rows).map(({ towers: [tower = ""], map }) => api.answer({ q: `${tower} ${map}` })),
    },
    {
      name: "CSV, first byte",
      isFirstByte: true,
      paths: files.flatMap(({ key }) => [
        api.csv(key),
        ...some(mapNames, 20).map((map) => api.csv(key, { map })),
      ]),
    },
    { name: "page: home", paths: times(() => pages.home(), 20) },
    { name: "page: map", paths: some(mapNames).map((map) => pages.maps({ map })) },
    { name: "page: list", paths: times((at) => pages.list(keyOf(challenges), { offset: at * 20 })) },
    {
      name: "page: list, narrowed",
      paths: times(() => pages.list(keyOf(big), { tower: random.pick(types) })),
    },
    { name: "page: search", paths: times(() => pages.list(keyOf(big), { query: random.pick(words) })) },
    {
      name: "page: leaderboard",
      paths: boards.flatMap(({ key }) =>
        ["", "1"].map((og) => pages.list(key, { view: "person-stats", og })),
      ),
    },
    { name: "page: table", paths: times(() => pages.list("2mp", { view: "table" }), 10) },
    {
      name: "page: completion",
      paths: some(rows).map(({ challenge, id }) => pages.notes(challenge, { filekey: id })),
    },
    {
      name: "page: ask",
      paths: some(rows).map(({ towers: [tower = ""], map }) => pages.ask(`${tower} ${map}`)),
    },
    {
      name: "totals of all lists",
      paths: times(() =>
        api.totals(
          random.pick<Query>([
            { query: random.pick(words) },
            { query: random.pick(prefixes) },
            { tower: random.pick(types) },
            { map: random.pick(mapNames) },
            { difficulty: "expert" },
          ]),
        ),
      ),
    },
  ];
}

async function askJson(site: NodeSite, path: string): Promise<{ count: number }> {
  return (await site.app.request(path)).json() as Promise<{ count: number }>;
}

interface Took {
  readonly path: string;
  /** Wall-clock time, and CPU time of this thread: on an otherwise idle machine they are the same. */
  readonly clock: number;
  readonly cpu: number;
}

/** Moves every source, as if all of them had just been written to. */
const moved = sql`update source set version = version + 1`.compile(sqlite);

async function ask(site: NodeSite, path: string, isFirstByte: boolean): Promise<Took> {
  await site.database.atomic([moved]);
  const cpu = process.threadCpuUsage();
  const begun = performance.now();
  const took = (): Took => {
    const { user, system } = process.threadCpuUsage(cpu);
    return { path, clock: performance.now() - begun, cpu: (user + system) / 1_000 };
  };
  const response = await site.app.request(`http://localhost${path}`);
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  if (!isFirstByte) {
    await response.arrayBuffer();
    return took();
  }
  const reader = response.body?.getReader();
  await reader?.read();
  const first = took();
  await reader?.cancel();
  return first;
}

interface Cost {
  readonly sql: string;
  cpu: number;
  times: number;
}

/** Adds up the CPU time of each statement. */
function watchStatements({ database }: NodeSite): Map<string, Cost> {
  const costs = new Map<string, Cost>();
  const { query } = database;
  database.query = async (tags, statement) => {
    const cpu = process.threadCpuUsage();
    // The statement runs before its promise is returned: nothing else is counted with it.
    const rows = query(tags, statement);
    const { user, system } = process.threadCpuUsage(cpu);
    const cost = costs.get(statement.sql) ?? { sql: statement.sql, cpu: 0, times: 0 };
    costs.set(statement.sql, cost);
    cost.cpu += (user + system) / 1_000;
    cost.times += 1;
    return rows;
  };
  return costs;
}

const at = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);

/** Requests of a class that are made before it is measured: what has never run takes longer. */
const WARM_UP = 3;

async function measure(
  site: NodeSite,
  statements: Map<string, Cost> | null,
  { name, paths, isFirstByte = false }: Class,
): Promise<void> {
  const took: Took[] = [];
  for (const path of paths.slice(0, WARM_UP)) await ask(site, path, isFirstByte);
  statements?.clear();
  for (const path of paths) took.push(await ask(site, path, isFirstByte));
  const sortedBy = (of: "clock" | "cpu") => took.map((each) => each[of]).sort((one, other) => one - other);
  const figures = [sortedBy("cpu"), sortedBy("clock")].flatMap((sorted) =>
    [0.5, 0.95, 0.99, 1].map((share) => at(sorted, share)),
  );
  console.log(`| ${name} | ${took.length} | ${figures.join(" | ")} |`);
  if (options.slowest)
    for (const { path, cpu } of took.sort((one, other) => other.cpu - one.cpu).slice(0, 6))
      console.log(`    ${cpu.toFixed(1)} ${decodeURIComponent(path)}`);
  const dearest = [...(statements?.values() ?? [])].sort((one, other) => other.cpu - one.cpu);
  for (const { sql: text, cpu, times: runs } of dearest.slice(0, 8))
    console.log(`    ${(cpu / took.length).toFixed(1)} (${runs} times) ${text.replace(/\s+/g, " ")}`);
}

if (!existsSync(`${FOLDER}/index.sqlite`)) (await seed(FOLDER, Number(options.rows))).close();
const settings = readSettings({
  DATA_DIR: FOLDER,
  SITE_ORIGIN: "http://localhost",
  SAMPLE_DATA: "off",
  ADMIN_EMAIL: "admin@localhost",
  ADMIN_PASSWORD: "correct-horse-9",
});
const site = await openSite(
  settings,
  { pages: await import(pathToFileURL(BUILD).href), files: new Map() },
  () => {},
);
try {
  console.log(
    "| ms | requests | CPU p50 | p95 | p99 | most | clock p50 | p95 | p99 | most |\n|---|---|---|---|---|---|---|---|---|---|",
  );
  const statements = options.statements ? watchStatements(site) : null;
  for (const each of await classesOf(site))
    if (each.name.includes(options.only)) await measure(site, statements, each);
} finally {
  site.close();
}

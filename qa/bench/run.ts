import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { api, pages } from "../../domain/contract/routes.ts";
import { pagesInBrowser } from "./browser.ts";
import { Figures } from "./figures.ts";
import { load, type Measured, quantile } from "./load.ts";
import { allAskedBehind, readersOf } from "./readers.ts";
import { seed } from "./seed.ts";
import { pin, type SiteProcess, startSite } from "./site-process.ts";
import { uploadAndDownload } from "./upload.ts";
import { WritersApart } from "./writers-process.ts";

/**
 * `npm run bench [-- --rows 7000 --rows 1000000] [--folder FOLDER] [--write]`: measures the site's answers, cached and
 * uncached, with and without writes, alone and beside a heavy reader; memory, start and a large file. 7,000 rows are
 * the sample; any other number is made up first, in FOLDER/ROWS, which is reused. `--write` makes this run the
 * committed one.
 */
const { values: options } = parseArgs({
  options: {
    rows: { type: "string", multiple: true, default: ["7000"] },
    folder: { type: "string" },
    write: { type: "boolean", default: false },
    seconds: { type: "string", default: "10" },
  },
});
const SAMPLE = 7_000;
const ROUNDS = 5;
const LOAD = { connections: 16, milliseconds: 1_500 } as const;
const WARM_UP = { connections: 16, milliseconds: 1_000 } as const;
/** The readers, with and without writers. */
const READERS = { connections: 200, milliseconds: Number(options.seconds) * 1_000 } as const;
const WRITES_A_SECOND = 14;
/**
 * The time from one request of a reader to the next, in milliseconds, if readers look at what they get: together they
 * make a thousand requests a second.
 */
const PACE = 195;
const AT_A_PACE = "14 writes/s to all, each reader every 195 ms";
/** Forms set aside for a case: more than are sent while it is measured. */
const FORMS_OF_A_CASE = 1_000;
/** How long writers write before anything is measured, in milliseconds: twice to each challenge. */
const FIRST_WRITES = 1_000;

interface Case {
  readonly name: string;
  /** The path of the index-th request. */
  readonly path: (index: number) => string;
}

const words = ["abs", "zero", "quad", "jugger", "ice", "quin", "logs", "sample", "52", "glaive"];
/** "Kept" requests one address repeatedly; "anew" a different one each time. */
const AGAINST_BARE: readonly Case[] = [
  { name: "list, cached", path: () => "/fetch-2tc" },
  {
    name: "list, anew",
    path: (index) => `/fetch-2tc?offset=${index % 2_980}&sortby=${index % 2 ? "map" : "date"}`,
  },
  { name: "search, cached", path: () => "/fetch-2tc?query=abs%20zero%20quad" },
  { name: "search, anew", path: (index) => `/fetch-2tc?query=${words[index % 10]}%20${index.toString(36)}` },
  { name: "count, cached", path: () => "/fetch-2mp?count=0&difficulty=expert" },
  { name: "table, cached", path: () => "/fetch-2mp-table" },
  { name: "page, cached", path: () => "/2tc" },
  { name: "page, anew", path: (index) => `/2tc?offset=${index % 2_980}` },
];

const figures = new Figures();
const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((one, other) => one - other),
    0.5,
  );

function ask(port: number, path: string): Promise<{ headers: string[]; body: Buffer }> {
  return new Promise((done, fail) => {
    const headers = { host: `localhost:${port}`, "accept-encoding": "br" };
    get({ port, host: "127.0.0.1", path, headers }, async (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const shown = response.rawHeaders.filter(
        (_, index, all) => !/^(date|connection|keep-alive)$/i.test(all[index - (index % 2)] ?? ""),
      );
      done({ headers: shown, body: Buffer.concat(chunks) });
    }).on("error", fail);
  });
}

/** Compares the site with a bare node:http server that sends the same bytes: in turns, each on the same core. */
async function againstBare(section: string, site: SiteProcess): Promise<void> {
  const bare = fork(join(import.meta.dirname, "bare.ts"));
  const [{ port }] = (await once(bare, "message")) as [{ port: number }];
  for (const child of [bare, site.child]) pin(child as ChildProcess);
  for (const { name, path } of AGAINST_BARE) {
    const { headers, body } = await ask(site.port, path(0));
    bare.send({ headers, body: body.toString("base64") });
    await once(bare, "message");
    // Warms up both: the first thousands of answers are slower, of either.
    let sent = 0;
    const next = (): string => path(sent++);
    await load(site.port, next, WARM_UP);
    await load(port, () => path(0), WARM_UP);
    const [ours, theirs, cpu]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      const before = site.cpu();
      const own = await load(site.port, next, LOAD);
      cpu.push((site.cpu() - before) / own.latencies.length);
      ours.push(own.requestsPerSecond);
      theirs.push((await load(port, () => path(0), LOAD)).requestsPerSecond);
    }
    figures.add(section, {
      [`${name}: requests/s`]: median(ours),
      [`${name}: ratio to bare node:http`]: median(ours) / median(theirs),
      [`${name}: CPU ms a request`]: median(cpu),
      [`${name}: bytes`]: body.length,
    });
  }
  bare.disconnect();
}

const summary = (name: string, { requestsPerSecond, failures, latencies }: Measured) => ({
  [`${name}: requests/s`]: requestsPerSecond,
  ...Object.fromEntries(
    [0.5, 0.95, 0.99].map((share) => [`${name}: p${share * 100}, ms`, quantile(latencies, share)]),
  ),
  ...(failures > 0 && { [`${name}: failures`]: failures }),
});

/**
 * Returns percentages of all answers: those that waited until one was made, those that waited until it turned out to be
 * unchanged, and those of both that shared the wait with others.
 */
function sharesOf(name: string, ways: ReadonlyMap<string, number>): Record<string, number> {
  const all = [...ways.values()].reduce((sum, count) => sum + count, 0);
  const share = (what: RegExp): number =>
    [...ways].reduce((sum, [way, count]) => sum + (what.test(way) ? count : 0), 0) / (all / 100);
  return {
    [`${name}: made anew, %`]: share(/fwd-status=200/),
    [`${name}: revalidated and unchanged, %`]: share(/fwd-status=304/),
    [`${name}: of both, waited with others, %`]: share(/collapsed/),
  };
}

/**
 * Measures 200 readers, with and without writers. After a page they request what a browser requests by itself: that is
 * load, but not among the requests that are counted.
 */
async function whileWrittenTo(section: string, { port }: SiteProcess): Promise<void> {
  const readers = await readersOf(port);
  const behind = await allAskedBehind(port, readers.addresses);
  const elsewhere = (): string => {
    let address = readers.draw();
    while (/lcc/.test(address.path)) address = readers.draw();
    return address.path;
  };
  const anywhere = (): string => readers.draw().path;
  const all = [...readers.addresses.map((each) => each.path), ...behind.values()];
  // Each address has been requested before, as on a site that has been running.
  const askAll = async (): Promise<void> => {
    for (const path of all) await ask(port, path);
  };
  // And the site has been written to.
  const before = await WritersApart.start(port, 0);
  const first = before.begin(WRITES_A_SECOND);
  await setTimeout(FIRST_WRITES);
  await first.stop();
  before.end();
  await askAll();
  const quiet = new Map<() => string, Measured>();
  for (const [name, draw] of [
    ["nobody writes", anywhere],
    ["nobody writes, readers of all but LCC", elsewhere],
  ] as const) {
    const read = await load(port, draw, { ...READERS, behind });
    quiet.set(draw, read);
    figures.add(section, summary(name, read));
  }
  for (const [at, [name, draw, challenges]] of (
    [
      ["14 writes/s to LCC, readers of all else", elsewhere, ["lcc"]],
      ["14 writes/s to LCC, readers of all", anywhere, ["lcc"]],
      ["14 writes/s to all", anywhere, undefined],
      [AT_A_PACE, anywhere, undefined],
    ] as const
  ).entries()) {
    // New writers each time, with forms that were not sent yet: nobody may have more than fifty pending.
    const writers = await WritersApart.start(port, (at + 1) * FORMS_OF_A_CASE);
    await askAll();
    const ways = new Map<string, number>();
    const writing = writers.begin(WRITES_A_SECOND, challenges);
    const every = name === AT_A_PACE ? PACE : 0;
    const read = await load(port, draw, { ...READERS, every, behind, ways });
    const { written, refused, p99 } = await writing.stop();
    figures.add(section, {
      ...summary(name, read),
      // Compared with the same readers.
      ...(every === 0 && {
        [`${name}: of what it is when nobody writes`]:
          read.requestsPerSecond / (quiet.get(draw)?.requestsPerSecond ?? 0),
      }),
      ...sharesOf(name, ways),
      [`${name}: writes/s`]: written / (READERS.milliseconds / 1_000),
      [`${name}: p99 of a write, ms`]: p99,
      ...(refused > 0 && { [`${name}: refused`]: refused }),
    });
    writers.end();
  }
}

/** Measures how long a reader waits while somebody requests the most expensive pages there are, one after the other. */
async function besideHeavyReader(section: string, rows: number, { port }: SiteProcess): Promise<void> {
  const light = { connections: 4, milliseconds: READERS.milliseconds / 2 };
  // Pages deep in a sorted search, each a different one, so that none is cached; with 7,000 rows there are only shallow
  // ones.
  const deepest = rows > SAMPLE ? 20_000 : 1_000;
  let sent = 0;
  const heavy = (): string => {
    sent += 1;
    return pages.list("2tc", {
      query: ["m", "s", "t", "https"][sent % 4],
      sortby: "date",
      offset: deepest + sent,
    });
  };
  const cases: readonly Case[] = [
    { name: "cached answer", path: () => pages.list("2tc") },
    { name: "small read", path: (index) => api.playerNames({ query: `a${index.toString(36)}` }) },
  ];
  for (const { name, path } of cases) {
    const alone = await load(port, path, light);
    const running = load(port, heavy, { connections: 1, milliseconds: light.milliseconds });
    const beside = await load(port, path, light);
    const { latencies } = await running;
    figures.add(section, {
      ...summary(`${name}, alone`, alone),
      ...summary(`${name}, beside`, beside),
      [`${name}: p99 beside to alone`]: quantile(beside.latencies, 0.99) / quantile(alone.latencies, 0.99),
      [`${name}: the heavy one meanwhile, p50, ms`]: quantile(latencies, 0.5),
    });
  }
}

/** Measures uncached answers, in a separate process: it has every source moved before each request. */
function anew(section: string, folder: string): void {
  const table = execFileSync(process.execPath, [join(import.meta.dirname, "uncached.ts"), folder], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  for (const line of table.split("\n").slice(2)) {
    // The columns of the clock, after those of the processor: nothing runs beside it, and CPU time comes in steps.
    const [, name = "", , , , , , p50, p95, p99] = line.split("|").map((cell) => cell.trim());
    if (name === "") continue;
    figures.add(section, {
      [`${name}: p50, ms`]: Number(p50),
      [`${name}: p95, ms`]: Number(p95),
      [`${name}: p99, ms`]: Number(p99),
    });
  }
}

async function measure(rows: number, port: number): Promise<void> {
  const isSample = rows === SAMPLE;
  const own = mkdtempSync(join(tmpdir(), "btd6-index-bench-"));
  const folder = isSample ? own : resolve(options.folder ?? own, String(rows));
  if (!isSample && !existsSync(join(folder, "index.sqlite"))) (await seed(folder, rows)).close();
  const of = (what: string): string => `${rows.toLocaleString("en-US")} rows: ${what}`;
  try {
    const first = await startSite(port, folder);
    if (isSample) figures.add(of("start and memory"), { "first start, ms": first.startedIn });
    await first.stop();
    const bound = await startSite(port, folder);
    figures.add(of("start and memory"), {
      "start, ms": bound.startedIn,
      "memory after the start, MB": bound.memory().now,
    });
    await againstBare(of("cached and uncached, against a bare server"), bound);
    await bound.stop();
    const site = await startSite(port, folder, { TELL_COST: "on" });
    await whileWrittenTo(of("while written to"), site);
    await besideHeavyReader(of("beside a heavy reader"), rows, site);
    figures.add(of("start and memory"), { "memory after all of this, at most, MB": site.memory().most });
    await site.stop();
    if (isSample) {
      const restarted = await startSite(port, folder);
      figures.add("100 MB up and down", await uploadAndDownload(restarted));
      const shown = await pagesInBrowser(`http://localhost:${port}`);
      if (shown) figures.add("Pages on a phone: 4x slowdown, 1.6 Mbit/s, 150 ms", shown);
      else console.error("There is no Chromium to measure pages in: npm test installs one.");
      await restarted.stop();
    }
    anew(of("made anew"), folder);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

let port = 4_900;
for (const rows of options.rows) await measure(Number(rows), port++);
if (options.write) figures.write();

import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { load } from "./load.ts";

/**
 * npm run bench: list, search, count, table and page, as requests per second and as a ratio to a bare node:http server
 * that sends the same bytes, both measured in turns in one run. "Kept" asks for one address again and again; "anew"
 * asks for a different one each time, so that every answer is made from the database.
 */
const ROOT = resolve(import.meta.dirname, "..");
const ROUNDS = 3;
const LOAD = { connections: 16, milliseconds: 1_500 } as const;

interface Case {
  readonly name: string;
  /** The path of the index-th request. */
  readonly path: (index: number) => string;
}

const words = ["abs", "zero", "quad", "jugger", "ice", "quin", "logs", "sample", "52", "glaive"];
const CASES: readonly Case[] = [
  { name: "list, kept", path: () => "/fetch-2tc" },
  {
    name: "list, anew",
    path: (index) => `/fetch-2tc?offset=${index % 2_980}&sortby=${index % 2 ? "map" : "date"}`,
  },
  { name: "search, kept", path: () => "/fetch-2tc?query=abs%20zero%20quad" },
  { name: "search, anew", path: (index) => `/fetch-2tc?query=${words[index % 10]}%20${index.toString(36)}` },
  { name: "count, kept", path: () => "/fetch-2mp?count=0&difficulty=expert" },
  { name: "table, kept", path: () => "/fetch-2mp-table" },
  { name: "page, kept", path: () => "/2tc" },
  { name: "page, anew", path: (index) => `/2tc?offset=${index % 2_980}` },
];

/** Servers on one core, the load on another, where the machine can do that: else they measure each other's noise. */
const pinned = process.platform === "linux" && existsSync("/usr/bin/taskset") && cpus().length > 1;

function pin(child: ChildProcess): void {
  if (pinned) spawn("/usr/bin/taskset", ["-cp", "0", String(child.pid)], { stdio: "ignore" });
}

async function startSite(port: number, data: string): Promise<ChildProcess> {
  const env = { ...process.env, PORT: String(port), DATA_DIR: data, SITE_ORIGIN: `http://localhost:${port}` };
  const site = spawn(process.execPath, ["platform/node/main.ts"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  pin(site);
  // Read to its end: what the site says later finds somebody who reads.
  await new Promise<void>((done) => {
    site.stdout.on("data", (chunk) => String(chunk).includes("serving on") && done());
  });
  return site;
}

function ask(port: number, path: string): Promise<{ headers: string[]; body: Buffer }> {
  return new Promise((done, fail) => {
    const headers = { host: `localhost:${port}`, "accept-encoding": "br" };
    get({ port, host: "127.0.0.1", path, headers }, async (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const kept = response.rawHeaders.filter(
        (_, index, all) => !/^(date|connection|keep-alive)$/i.test(all[index - (index % 2)] ?? ""),
      );
      done({ headers: kept, body: Buffer.concat(chunks) });
    }).on("error", fail);
  });
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

async function measure(
  site: number,
  bare: ChildProcess,
  barePort: number,
  { name, path }: Case,
): Promise<string> {
  const { headers, body } = await ask(site, path(0));
  bare.send({ headers, body: body.toString("base64") });
  await once(bare, "message");
  const ours: number[] = [];
  const theirs: number[] = [];
  let failures = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const from = round * 1_000_000;
    const one = await load(site, (index) => path(from + index), LOAD);
    const other = await load(barePort, path, LOAD);
    ours.push(one.requestsPerSecond);
    theirs.push(other.requestsPerSecond);
    failures += one.failures + other.failures;
  }
  const ratio = (median(ours) / median(theirs)).toFixed(2);
  const perSecond = Math.round(median(ours)).toLocaleString("en-US");
  return `| ${name} | ${perSecond} | ${ratio} | ${body.length.toLocaleString("en-US")} |${failures > 0 ? ` ${failures} failed` : ""}`;
}

const data = mkdtempSync(join(tmpdir(), "btd6-index-bench-"));
const bare = fork(join(import.meta.dirname, "bare.ts"));
pin(bare);
const [{ port: barePort }] = (await once(bare, "message")) as [{ port: number }];
const sitePort = barePort + 1;
const site = await startSite(sitePort, data);
try {
  console.log(
    `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores, ${pinned ? "servers pinned to one core" : "not pinned"}`,
  );
  console.log("| what | requests/s | ratio to bare node:http | bytes |\n|---|---|---|---|");
  for (const each of CASES) console.log(await measure(sitePort, bare, barePort, each));
} finally {
  site.kill();
  bare.disconnect();
  rmSync(data, { recursive: true, force: true });
}

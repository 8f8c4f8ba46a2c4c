import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { signInForms } from "../../domain/contract/routes.ts";
import { ADMINISTRATOR } from "../../test/administrator.ts";
import { Visitor } from "../../test/node/visitor.ts";
import { quantile } from "./load.ts";
import { startSite } from "./site-process.ts";

/**
 * `node tools/bench/beside-attacks.ts [--only NAME] [--rounds 5] [--port 4890]`: what other visitors notice of somebody who
 * means harm. Beside each attack, one visitor asks for `/healthz` and another for pages that are not cached; the same
 * is measured directly before, on the quiet site. Prints the medians of the rounds. Loopback only, a few seconds each.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    rounds: { type: "string", default: "5" },
    port: { type: "string", default: "4890" },
    seconds: { type: "string", default: "3" },
  },
});
const PORT = Number(options.port);
const MILLISECONDS = Number(options.seconds) * 1_000;
const ORIGIN = `http://localhost:${PORT}`;

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request and returns its status and how long it took, in milliseconds; status 0: no answer. */
function send(
  { method = "GET", path, headers = {}, body }: Sent,
  agent: Agent,
): Promise<{ status: number; took: number }> {
  const begun = performance.now();
  return new Promise((done) => {
    const end = (status: number) => done({ status, took: performance.now() - begun });
    const sent = request(
      {
        host: "127.0.0.1",
        port: PORT,
        path,
        method,
        agent,
        headers: { host: `localhost:${PORT}`, ...headers },
      },
      (answer) => {
        answer.resume();
        answer.once("close", () => end(answer.statusCode ?? 0));
      },
    );
    sent.setTimeout(30_000, () => sent.destroy());
    sent.once("error", () => end(0));
    sent.end(body);
  });
}

/** Sends requests, with a pause in between, until the time is over; returns the sorted times. */
async function visit(next: () => Sent, until: number, every: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  while (performance.now() < until) {
    times.push((await send(next(), agent)).took);
    await pause(every);
  }
  agent.destroy();
  return times.sort((a, b) => a - b);
}

let unique = 0;
const uncachedPage = (): Sent => ({
  path: `/2tc?offset=${unique++ % 2_000}&sortby=date&count=${20 + (unique % 7)}`,
  headers: { accept: "text/html", "x-forwarded-for": "10.9.9.9" },
});

async function measure(milliseconds: number) {
  const until = performance.now() + milliseconds;
  const [health, page] = await Promise.all([
    visit(() => ({ path: "/healthz", headers: { "x-forwarded-for": "10.9.9.8" } }), until, 5),
    visit(uncachedPage, until, 50),
  ]);
  return { health: quantile(health, 0.99), page: quantile(page, 0.95) };
}

const commas = (): string => `quad${",".repeat(4_700)}${(unique++).toString(36)}`;
const marks = (length: number): string => "\u{315}\u{316}".repeat(length / 2) + unique++;

interface Attack {
  readonly name: string;
  readonly connections: number;
  /** The pause of a connection between two requests, in milliseconds; none by default. */
  readonly every?: number;
  /** Whether its answers are read; by default they are. Otherwise each connection sends one request. */
  readonly isRead?: boolean;
  /** Prepares what it needs, and returns what each request sends. */
  prepare(): Promise<() => Sent>;
}

async function signedIn(): Promise<string> {
  const visitor = new Visitor(ORIGIN);
  const { access_token } = await visitor.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  return access_token;
}

/** A form with one odd field, sent at the pace that members may write at. */
const formWith =
  (token: string, path: string, fields: () => Readonly<Record<string, string>>) => (): Sent => ({
    method: "POST",
    path,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/x-www-form-urlencoded",
      "x-forwarded-for": "10.1.1.1",
    },
    body: new URLSearchParams(fields()).toString(),
  });

const from = (address: string) => ({ "x-forwarded-for": address });

const ATTACKS: readonly Attack[] = [
  ...[4, 60].map(
    (connections): Attack => ({
      name: `F1 search of commas, ${connections} connections`,
      connections,
      prepare: async () => () => ({
        path: `/fetch-totals?query=${commas()}`,
        headers: from("10.1.1.1"),
      }),
    }),
  ),
  {
    name: "F1 the same as a page, 60 connections",
    connections: 60,
    prepare: async () => () => ({
      path: `/2tc?query=${commas()}`,
      headers: { ...from("10.1.1.1"), accept: "text/html" },
    }),
  },
  ...(["map", "towerset", "notes"] as const).map(
    (field): Attack => ({
      name: `F2/F6 a member's form, ${field}`,
      connections: 1,
      // As often as a member may write.
      every: 1_000,
      prepare: async () => {
        const token = await signedIn();
        const table = `${"|a".repeat(70)}\n${"|-".repeat(70)}\n${"|\n".repeat(4_800)}`;
        return formWith(token, "/member/add-fttc-submit", () => ({
          map: field === "map" ? marks(31_000) : "Quad",
          towerset: field === "towerset" ? JSON.stringify([marks(31_000)]) : '["Dart Monkey"]',
          person: "Ada",
          link: "https://example.org/",
          notes: field === "notes" ? table : "",
        }));
      },
    }),
  ),
  ...[4, 60].map(
    (connections): Attack => ({
      name: `F3 login form, ${connections} connections`,
      connections,
      prepare: async () => {
        const visitor = new Visitor(ORIGIN, "10.1.1.1");
        const path = signInForms.login(await visitor.begin());
        const cookie = visitor.cookieFor(path);
        return () => ({
          method: "POST",
          path,
          headers: {
            ...from("10.1.1.1"),
            cookie,
            origin: ORIGIN,
            "content-type": "application/x-www-form-urlencoded",
          },
          body: new URLSearchParams({ email: marks(2_600), password: "wrong password" }).toString(),
        });
      },
    }),
  ),
  {
    name: "F4 3,000 readers who never read",
    connections: 3_000,
    isRead: false,
    prepare: async () => () => ({
      path: "/2tc?count=100",
      headers: from("10.1.1.1"),
    }),
  },
  ...[1, 60].map(
    (connections): Attack => ({
      name: `F5 downloads as CSV, ${connections} connections`,
      connections,
      prepare: async () => () => ({ path: "/download-2tc-csv", headers: from("10.1.1.1") }),
    }),
  ),
];

/** Sends a request on each of many connections, and reads nothing. */
async function askAndWait(connections: number, next: () => Sent, until: number): Promise<void> {
  const sockets = Array.from({ length: connections }, () => {
    const { path, headers = {} } = next();
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect(PORT, "127.0.0.1").on("error", () => {});
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${PORT}\r\n${lines.join("")}\r\n`);
    return socket;
  });
  await pause(until - performance.now());
  for (const socket of sockets) socket.destroy();
}

async function attack({ connections, every = 0, isRead = true }: Attack, next: () => Sent, until: number) {
  const statuses = new Map<number, number>();
  if (!isRead) {
    await askAndWait(connections, next, until);
    return statuses;
  }
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (performance.now() < until) {
        const { status } = await send(next(), agent);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (every > 0) await pause(every);
      }
      agent.destroy();
    }),
  );
  return statuses;
}

const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
const shown = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));

const data = mkdtempSync(join(tmpdir(), "btd6-index-attacks-"));
const site = await startSite(PORT, data);
try {
  await measure(2_000);
  console.log(
    "| attack | answers | /healthz p99, quiet → beside | page p95, quiet → beside |\n| --- | --- | --- | --- |",
  );
  for (const each of ATTACKS.filter(({ name }) => !options.only || name.includes(options.only))) {
    const next = await each.prepare();
    const rounds: Record<"quiet" | "beside", Awaited<ReturnType<typeof measure>>>[] = [];
    const answers = new Map<number, number>();
    for (let round = 0; round < Number(options.rounds); round++) {
      const quiet = await measure(MILLISECONDS);
      const until = performance.now() + MILLISECONDS + 500;
      const running = attack(each, next, until);
      await pause(500);
      const beside = await measure(MILLISECONDS);
      for (const [status, count] of await running) answers.set(status, (answers.get(status) ?? 0) + count);
      rounds.push({ quiet, beside });
    }
    const of = (when: "quiet" | "beside", what: "health" | "page") =>
      median(rounds.map((round) => round[when][what]));
    console.log(
      `| ${each.name} | ${[...answers].map(([status, count]) => `${count} × ${status}`).join(", ")} | ${shown(of("quiet", "health"))} → ${shown(of("beside", "health"))} ms | ${shown(of("quiet", "page"))} → ${shown(of("beside", "page"))} ms |`,
    );
  }
} finally {
  await site.stop();
  rmSync(data, { recursive: true, force: true });
}

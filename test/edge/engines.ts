import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import type { D1Database } from "@cloudflare/workers-types";
import { unstable_readConfig as readConfig } from "wrangler";
import { migrate } from "../../platform/cloudflare/migrate.ts";
import { CONFIG, prepareState, ROOT, stateOf, withState } from "../../platform/cloudflare/prepare.ts";
import { startWorkerd } from "../../platform/cloudflare/workerd.ts";
import { readSettings } from "../../platform/settings.ts";
import { ADMINISTRATOR } from "../administrator.ts";
import { freePort, newFolder } from "../node/site.ts";
import { newMember, Visitor } from "../node/visitor.ts";
import { HEADER } from "./replayed.mjs";

/** A site's answer. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

/** A whole site with the sample, in its own process. */
export interface Site {
  readonly name: "node" | "workerd";
  /** `number` is the request's place in a replay. On both engines it comes at the same time and draws the same ids. */
  ask(path: string, asked?: Asked, number?: number): Promise<Answer>;
}

/** Both engines, with the same rows and under the same name, so that their answers should be equal. */
export interface Engines {
  readonly node: Site;
  readonly workerd: Site;
  readonly origin: string;
  /** Access tokens that both accept. */
  readonly tokens: Readonly<Record<"administrator" | "member", string>>;
  stop(): Promise<void>;
}

const AT = new Date("2026-11-22T12:00:00Z");

/** @param host the name that the site goes by. It is sent explicitly, because fetch would send the actual port */
function siteAt(name: Site["name"], port: number, host: string): Site {
  return {
    name,
    ask: (path, { method = "GET", headers = {}, body } = {}, number = 1) =>
      new Promise((done, fail) => {
        const sent = { ...headers, host, [HEADER]: String(number) };
        const asking = request(
          { port, host: "127.0.0.1", path, method, headers: sent, agent: false },
          (answer) => {
            const chunks: Buffer[] = [];
            answer.on("data", (chunk) => chunks.push(chunk));
            answer.on("error", fail);
            answer.on("end", () => {
              const { statusCode: status = 0, headers: said } = answer;
              done({ status, headers: said, body: Buffer.concat(chunks) });
            });
          },
        );
        asking.on("error", fail);
        asking.end(body);
      }),
  };
}

/** Tables with random content, which the other engine gets copies of. They include the passwords that Node hashed. */
const BY_CHANCE = ["account", "account_log", "sign_in_key", "sign_in_record"];

/** Starts both, with settings as in production except for those in `env`. */
export async function startEngines(env: Readonly<Record<string, string>> = {}): Promise<Engines> {
  const [port, other] = [await freePort(), await freePort()];
  const folder = newFolder();
  const host = `localhost:${port}`;
  const common = {
    SITE_ORIGIN: `http://${host}`,
    DATA_DIR: folder,
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    TRUST_PROXY: "on",
    // Worker threads would each have their own clock.
    ANSWER_THREADS: "0",
    ...env,
  };
  // First on the port that both are named by, so that whoever signs in here is signed in on both.
  const first = await startNode(port, common);
  const administrator = await new Visitor(`http://${host}`).signIn(
    ADMINISTRATOR.email,
    ADMINISTRATOR.password,
  );
  const member = (await newMember(`http://${host}`, "member@example.org")).tokens;
  await end(first);

  const node = await startNode(other, common);
  const settings = readSettings({ ...common, PORT: String(port) });
  mkdirSync(stateOf(settings), { recursive: true });
  await withState(settings, async ({ DB }) => {
    await migrate(DB, join(ROOT, "migrations"));
    const sqlite = new DatabaseSync(join(folder, "index.sqlite"), { readOnly: true });
    for (const table of BY_CHANCE) await copyRows(sqlite, DB, table);
    sqlite.close();
  });
  await prepareState(
    settings,
    () => AT,
    () => {},
  );
  const workerd = await startWorkerd(settings, common, configWithClock());
  return {
    node: siteAt("node", other, host),
    workerd: siteAt("workerd", port, host),
    origin: `http://${host}`,
    tokens: { administrator: administrator.access_token, member: member.access_token },
    async stop() {
      for (const each of [node, workerd]) await end(each);
    },
  };
}

async function startNode(port: number, env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const node = spawn(
    process.execPath,
    ["--import", join(import.meta.dirname, "replayed-on-node.mjs"), "platform/node/main.ts"],
    {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, ...env, PORT: String(port) },
    },
  );
  await untilThere(port, node);
  return node;
}

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null) return;
  const ended = once(process, "exit");
  process.kill();
  await ended;
}

async function copyRows(from: DatabaseSync, to: D1Database, table: string): Promise<void> {
  for (const row of from.prepare(`select * from ${table}`).all()) {
    const names = Object.keys(row);
    const places = names.map(() => "?").join(", ");
    await to
      .prepare(`insert into ${table} (${names.join(", ")}) values (${places})`)
      .bind(...Object.values(row))
      .run();
  }
}

async function untilThere(port: number, process: ChildProcess): Promise<void> {
  for (;;) {
    if (process.exitCode !== null) throw new Error("The site could not be started.");
    if (
      await fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await setTimeout(250);
  }
}

const BEHIND_THE_CLOCK = `
import { HEADER, replay } from "./replayed.js";
import worker from "./worker.js";
export default {
  ...worker,
  fetch(request, env, context) {
    replay(request.headers.get(HEADER));
    return worker.fetch(request, env, context);
  },
};
`;

/** Puts the Worker, as it is deployed, behind the test's clock. Returns the path of its configuration. */
function configWithClock(): string {
  const folder = mkdtempSync(join(tmpdir(), "btd6-index-worker-"));
  cpSync(join(ROOT, "build/worker"), folder, { recursive: true });
  cpSync(join(import.meta.dirname, "replayed.mjs"), join(folder, "replayed.js"));
  writeFileSync(join(folder, "main.js"), BEHIND_THE_CLOCK);
  const { compatibility_date, compatibility_flags, rules, d1_databases, r2_buckets, images } = readConfig({
    config: CONFIG,
  });
  const config = {
    ...{ name: "btd6-index", main: "main.js", no_bundle: true, base_dir: ".", find_additional_modules: true },
    ...{ compatibility_date, compatibility_flags, rules, d1_databases, r2_buckets, images },
    assets: { directory: join(ROOT, "build/worker-assets"), html_handling: "none" },
  };
  const path = join(folder, "wrangler.json");
  writeFileSync(path, JSON.stringify(config));
  return path;
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { getPlatformProxy } from "wrangler";
import { accountService } from "../../server/accounts/service.ts";
import { countersInMemory } from "../../server/counters-in-memory.ts";
import { loadSample } from "../../server/sample/load.ts";
import { seedFacts } from "../../server/seed.ts";
import { argon2 } from "../node/argon2.ts";
import { explain } from "../node/explain.ts";
import { StartError } from "../node/start-error.ts";
import { readSettings, SETTINGS, type Settings } from "../settings.ts";
import { ensureAdministrator } from "../sign-in/administrator.ts";
import { openD1 } from "./d1.ts";
import type { Env } from "./env.ts";
import { migrate } from "./migrate.ts";
import { openR2 } from "./r2.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const CONFIG = join(ROOT, "wrangler.jsonc");
const WRANGLER = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
const CLIP = join(ROOT, "platform/node/sample/clip.webm");

/** Wrangler asks nobody outside: neither for a place to say requests come from, nor whether there is a newer one. */
const ALONE = {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_HIDE_BANNER: "true",
};

/** Where the emulation takes what Cloudflare's cron would say. */
const CRON = "/cdn-cgi/local/scheduled";

const say = (line: string): void => console.log(`btd6-index: ${line}`);

/** The settings that the Worker is given: those of this process, by their names, and where it is reached. */
function settingsFor({ site }: Settings): Record<string, string> {
  const given = [...Object.keys(SETTINGS), "TELL_COST"].flatMap((name) => {
    const value = process.env[name];
    return value ? [[name, value] as const] : [];
  });
  return { ...Object.fromEntries(given), SITE_ORIGIN: site.origin };
}

/** What `wrangler dev` and `getPlatformProxy` keep of a database and a bucket; both are pointed here. */
const stateOf = ({ dataDir }: Settings): string => join(resolve(dataDir), "edge");

/** Migrations, the game's facts, the sample, the administrator: as the first start on Node has them. */
async function prepare(settings: Settings): Promise<void> {
  const bound = await getPlatformProxy<Pick<Env, "DB" | "MEDIA">>({
    configPath: CONFIG,
    // In a folder of that name `wrangler dev` looks for what it keeps.
    persist: { path: join(stateOf(settings), "v3") },
    remoteBindings: false,
    envFiles: [],
  });
  try {
    const { DB: d1, MEDIA: bucket } = bound.env;
    const database = openD1(d1);
    for (const name of await migrate(d1, join(ROOT, "migrations"))) say(`applied migration ${name}`);
    for (const facts of await seedFacts(database, new Date())) say(`loaded ${facts}`);
    if (settings.sampleData) {
      const clip = new Uint8Array(readFileSync(CLIP));
      const rows = await loadSample(database, openR2(bucket), clip, new Date());
      if (rows > 0) say(`loaded ${rows} sample completions`);
    }
    if (settings.signIn.mode === "external") return;
    const counters = countersInMemory();
    const accounts = accountService({ database, hasher: argon2, counters, now: () => new Date() });
    await ensureAdministrator(accounts, settings, say);
  } finally {
    await bound.dispose();
  }
}

/** The Worker in workerd, with all that wrangler.jsonc binds emulated on this machine. */
function serve(settings: Settings): ChildProcess {
  const secrets = join(stateOf(settings), "settings.env");
  const lines = Object.entries(settingsFor(settings)).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  writeFileSync(secrets, `${lines.join("\n")}\n`, { mode: 0o600 });
  const address = ["--ip", settings.host, "--port", String(settings.port), "--inspector-port", "0"];
  const quiet = ["--log-level", "error", "--show-interactive-dev-session", "false"];
  return spawn(
    process.execPath,
    [WRANGLER, "dev", "-c", CONFIG, "--local", ...address, ...quiet].concat(
      "--persist-to",
      stateOf(settings),
      "--env-file",
      secrets,
    ),
    { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, ...ALONE } },
  );
}

/** Waits until the site answers; throws when the Worker's process ends before. */
async function untilItAnswers(worker: ChildProcess, address: string): Promise<void> {
  const ended = once(worker, "exit").then(([code]) => {
    throw new StartError(`The Worker could not be started (${code}). The lines above say why.`);
  });
  const answers = async (): Promise<void> => {
    while (!(await fetch(`${address}/healthz`).then(({ ok }) => ok).catch(() => false))) await setTimeout(250);
  };
  await Promise.race([answers(), ended]);
}

async function start(settings: Settings): Promise<void> {
  mkdirSync(stateOf(settings), { recursive: true });
  await prepare(settings);
  const worker = serve(settings);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => worker.kill(signal));
  const address = `http://${settings.host}:${settings.port}`;
  await untilItAnswers(worker, address);
  say(`serving by workerd on ${address}`);
  say(`open ${settings.site.origin}/`);
  // Cloudflare's cron; on this machine nobody else keeps it.
  const cron = setInterval(() => void fetch(`${address}${CRON}`).catch(() => undefined), 60_000);
  await once(worker, "exit");
  clearInterval(cron);
}

try {
  await start(readSettings(process.env));
} catch (error) {
  console.error(`btd6-index: ${explain(error)}`);
  process.exit(1);
}

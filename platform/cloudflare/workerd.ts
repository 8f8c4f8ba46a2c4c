import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { StartError } from "../../server/errors.ts";
import { SETTINGS, type Settings } from "../shared/settings.ts";
import { CONFIG, lockState, ROOT, stateOf } from "./prepare.ts";

export const WRANGLER = join(ROOT, "node_modules/wrangler/bin/wrangler.js");

/** Keeps wrangler off the network: it looks up no location for requests, reports nothing, and checks for no update. */
export const ALONE = {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_HIDE_BANNER: "true",
};

/** The settings for the Worker: those in an environment, by name, and the site's origin. */
function settingsFor({ site }: Settings, env: NodeJS.ProcessEnv): Record<string, string> {
  const given = Object.keys(SETTINGS).flatMap((name) => {
    const value = env[name];
    return value ? [[name, value] as const] : [];
  });
  return { ...Object.fromEntries(given), SITE_ORIGIN: site.origin };
}

/** Serves the bundled Worker on workerd until it is killed, with all its bindings emulated on this machine. */
export async function startWorkerd(
  settings: Settings,
  env: NodeJS.ProcessEnv,
  config = CONFIG,
): Promise<ChildProcess> {
  const given = join(stateOf(settings), "settings.env");
  const lines = Object.entries(settingsFor(settings, env)).map(
    ([name, value]) => `${name}=${JSON.stringify(value)}`,
  );
  // They include secrets, which a command line would reveal.
  writeFileSync(given, `${lines.join("\n")}\n`, { mode: 0o600 });
  const address = ["--ip", settings.host, "--port", String(settings.port), "--inspector-port", "0"];
  const state = ["--persist-to", stateOf(settings), "--env-file", given];
  const quiet = ["--log-level", "error", "--show-interactive-dev-session", "false"];
  // Held until the worker ends: the command line must not touch what it serves.
  const release = lockState(settings);
  const worker = spawn(
    process.execPath,
    [WRANGLER, "dev", "-c", config, "--local", ...address, ...state, ...quiet],
    { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, ...ALONE } },
  );
  worker.once("exit", release);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => worker.kill(signal));
  await untilItAnswers(worker, `http://${settings.host}:${settings.port}`);
  return worker;
}

/** Throws if the process ends before the site answers. */
async function untilItAnswers(worker: ChildProcess, address: string): Promise<void> {
  const given = new AbortController();
  const ended = once(worker, "exit", { signal: given.signal }).then(([code]) => {
    throw new StartError(`The Worker could not be started (${code}). The lines above say why.`);
  });
  ended.catch(() => undefined);
  const isThere = (): Promise<boolean> =>
    fetch(`${address}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const answers = async (): Promise<void> => {
    while (!(await isThere())) await setTimeout(250);
  };
  await Promise.race([answers(), ended]);
  given.abort();
}

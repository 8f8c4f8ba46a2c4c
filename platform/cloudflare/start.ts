import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { explain } from "../node/explain.ts";
import { readSettings, type Settings } from "../settings.ts";
import { prepareState, stateOf } from "./prepare.ts";
import { startWorkerd } from "./workerd.ts";

/** Where the emulation takes what Cloudflare's cron would say, and how often it says it, in milliseconds. */
const CRON = "/cdn-cgi/local/scheduled";
const EVERY = 60_000;

/** How often the site is asked whether it is there, how long it may take to say so, in milliseconds, and how often it may not. */
const WATCHED = { every: 5_000, patience: 10_000, misses: 3 } as const;

/**
 * Ends a worker that no longer answers: when workerd was killed, what wrangler starts in its place takes connections and
 * leaves them waiting. Answers whether it came to that, once the worker has ended.
 */
async function endIfSilent(worker: ChildProcess, address: string): Promise<boolean> {
  const ended = new AbortController();
  const exit = once(worker, "exit").then(() => ended.abort());
  const isThere = (): Promise<boolean> =>
    fetch(`${address}/healthz`, { signal: AbortSignal.timeout(WATCHED.patience) }).then(
      () => true,
      () => false,
    );
  let misses = 0;
  while (!ended.signal.aborted && misses < WATCHED.misses) {
    await setTimeout(WATCHED.every, null, { signal: ended.signal }).catch(() => undefined);
    misses = (await isThere()) ? 0 : misses + 1;
  }
  const isSilent = !ended.signal.aborted;
  if (isSilent) worker.kill();
  await exit;
  return isSilent;
}

async function start(settings: Settings): Promise<void> {
  const say = (line: string): void => console.log(`btd6-index: ${line}`);
  mkdirSync(stateOf(settings), { recursive: true });
  await prepareState(settings, () => new Date(), say);
  const address = `http://${settings.host}:${settings.port}`;
  const cron = setInterval(() => void fetch(address + CRON).catch(() => undefined), EVERY);
  for (let isSilent = true; isSilent; ) {
    const worker = await startWorkerd(settings, process.env);
    say(`serving by workerd on ${address}`);
    say(`open ${settings.site.origin}/`);
    isSilent = await endIfSilent(worker, address);
    if (isSilent) say("workerd was killed or hangs; starting it again");
  }
  clearInterval(cron);
}

try {
  await start(readSettings(process.env));
} catch (error) {
  console.error(`btd6-index: ${explain(error)}`);
  process.exit(1);
}

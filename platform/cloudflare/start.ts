import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { makePrivate, OWNER_ONLY } from "../node/data-folder.ts";
import { explain } from "../node/explain.ts";
import { readSettings, type Settings } from "../shared/settings.ts";
import { prepareState, stateOf } from "./prepare.ts";
import { startWorkerd } from "./workerd.ts";

/** The address at which the emulation takes cron events, and how often one is sent, in milliseconds. */
const CRON = "/cdn-cgi/local/scheduled";
const EVERY = 60_000;

async function start(settings: Settings): Promise<void> {
  const say = (line: string): void => console.log(`btd6-index: ${line}`);
  mkdirSync(stateOf(settings), { recursive: true });
  makePrivate(resolve(settings.dataDir));
  await prepareState(settings, () => new Date(), say);
  const address = `http://${settings.host}:${settings.port}`;
  const cron = setInterval(() => void fetch(address + CRON).catch(() => undefined), EVERY);
  const worker = await startWorkerd(settings, process.env);
  say(`serving by workerd on ${address}`);
  say(`open ${settings.site.origin}/`);
  await once(worker, "exit");
  clearInterval(cron);
}

try {
  process.umask(OWNER_ONLY);
  await start(readSettings(process.env));
} catch (error) {
  console.error(`btd6-index: ${explain(error)}`);
  process.exit(1);
}

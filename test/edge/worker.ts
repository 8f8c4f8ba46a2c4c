import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { prepareState, stateOf } from "../../platform/cloudflare/prepare.ts";
import { startWorkerd } from "../../platform/cloudflare/workerd.ts";
import { readSettings } from "../../platform/shared/settings.ts";
import { ADMINISTRATOR, freePort, newFolder } from "../node/site.ts";

export interface RunningWorker {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts the Worker in workerd on its own index, which is empty unless the settings say otherwise. */
export async function startWorker(env: Readonly<Record<string, string>> = {}): Promise<RunningWorker> {
  const port = Number(env.PORT ?? (await freePort()));
  const given = {
    PORT: String(port),
    DATA_DIR: newFolder(),
    SAMPLE_DATA: "off",
    TRUST_PROXY: "on",
    CACHE_STALE_SECONDS: "0",
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    ...env,
  };
  const settings = readSettings(given);
  mkdirSync(stateOf(settings), { recursive: true });
  await prepareState(
    settings,
    () => new Date(),
    () => {},
  );
  const worker = await startWorkerd(settings, given);
  return {
    origin: `http://localhost:${port}`,
    async stop() {
      const ended = once(worker, "exit");
      worker.kill();
      await ended;
    },
  };
}

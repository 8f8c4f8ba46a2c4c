import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { StartError } from "../../server/errors.ts";
import { readSettings, type Settings } from "../shared/settings.ts";
import { loadAssets } from "./assets.ts";
import { checkInBackground } from "./check.ts";
import { OWNER_ONLY } from "./data-folder.ts";
import { explain } from "./explain.ts";
import { createHttpServer } from "./http.ts";
import { startLog } from "./log.ts";
import { createMetricsServer } from "./metrics.ts";
import { databaseFile } from "./open.ts";
import { openSite } from "./site.ts";

const BUILD = resolve(import.meta.dirname, "../../build");

/**
 * In milliseconds: when those still waiting hear that the site stops, after Ctrl-C; and when all are disconnected, after
 * that. In between are the answers to what was written by then.
 */
const TELL_AFTER = 3_000;
const HANG_UP_AFTER = 1_500;

/** How often connections that have become idle are closed while stopping, in milliseconds. */
const CLOSE_IDLE_EVERY = 100;

/**
 * How much V8 lets the heap grow before it collects garbage, in percent. By default it waits for several times as much
 * if the machine has the memory. While the site was written to, collecting took two fifths of a core at 30; at 60 the
 * site took some 20 MB more than at 40, and made no more answers.
 */
const HEAP_GROWS_BY = 40;

const log = startLog();

async function start(settings: Settings): Promise<void> {
  if (settings.database !== "folder")
    throw new StartError(
      "DATABASE says where the command line finds the index, and npm start serves the data folder. Unset it, or use npm run start:edge.",
    );
  const say = log.tell;
  if (!existsSync(`${BUILD}/server/index.js`))
    throw new StartError("The pages are not built. Run npm start, or npm run build.");
  await checkPort(settings);
  if (settings.metricsPort !== null) await checkPort({ port: settings.metricsPort, host: settings.host });
  const at = pathToFileURL(`${BUILD}/server/index.js`).href;
  const build = { pages: await import(at), at, files: await loadAssets(`${BUILD}/client`) };
  const opened = await openSite(settings, build, say);
  const { site } = settings;
  const stopping = new AbortController();
  const server = createHttpServer(opened, {
    connectionsPerAddress: settings.connectionsPerAddress,
    trustProxy: settings.trustProxy,
    stopping: stopping.signal,
    ...(opened.metrics && { observe: opened.metrics.observe }),
  });
  await listen(server, settings);
  if (opened.metrics && settings.metricsPort !== null) {
    const metrics = createMetricsServer(opened.metrics);
    await listen(metrics, { port: settings.metricsPort, host: settings.host });
    // It does not keep the process alive.
    metrics.unref();
  }
  say(
    `serving on http://${settings.host.includes(":") ? `[${settings.host}]` : settings.host}:${settings.port}`,
  );
  say(`open ${site.origin}/`);
  const check = checkInBackground(databaseFile(settings), opened.database);
  stopOnSignal(server, stopping, () => {
    check.end();
    opened.close();
  });
}

/** Throws if the port is taken: before anything is written, and before the administrator's password is shown. */
async function checkPort(at: Pick<Settings, "port" | "host">): Promise<void> {
  const server = createServer();
  await listen(server, at);
  await new Promise((done) => server.close(done));
}

function listen(server: Server, { port, host }: Pick<Settings, "port" | "host">): Promise<void> {
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(port, host, () => {
      server.off("error", fail);
      done();
    });
  });
}

/**
 * On Ctrl-C: takes no new requests, finishes those in flight, and ends within five seconds either way. Clients that
 * cannot be served by then get an answer that says so.
 */
function stopOnSignal(server: Server, stopping: AbortController, close: () => void): void {
  const stop = (): void => {
    if (!server.listening) return;
    const tell = (): void => {
      stopping.abort();
      // Counted from here: a slow disk may have held up this thread, and with it the answers, until now.
      timers.push(setTimeout(() => server.closeAllConnections(), HANG_UP_AFTER));
    };
    const timers = [
      setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY),
      setTimeout(tell, TELL_AFTER),
    ];
    server.close(() => {
      for (const timer of timers) clearTimeout(timer);
      close();
      process.exit(0);
    });
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

try {
  process.umask(OWNER_ONLY);
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWS_BY}`);
  await start(readSettings(process.env));
} catch (error) {
  log.fail(explain(error));
  process.exit(1);
}

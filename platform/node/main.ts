import { existsSync } from "node:fs";
import type { Server } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { knownParameters } from "../../server/canonical-url.ts";
import { readSettings, type Settings } from "../settings.ts";
import { loadAssets } from "./assets.ts";
import { explain } from "./explain.ts";
import { createHttpServer } from "./http.ts";
import { StartError } from "./open.ts";
import { openSite } from "./site.ts";

const BUILD = resolve(import.meta.dirname, "../../build");

/** How long requests in flight may take after Ctrl-C, in milliseconds. */
const GRACE = 4_000;

async function start(settings: Settings): Promise<void> {
  const say = (line: string): void => console.log(`btd6-index: ${line}`);
  if (!existsSync(`${BUILD}/server/index.js`))
    throw new StartError("The pages are not built. Run npm start, or npm run build.");
  const build = await import(pathToFileURL(`${BUILD}/server/index.js`).href);
  const { app, database, challenges, close } = await openSite(settings, build, say);
  const { site } = settings;
  const server = createHttpServer({
    // The app's answers may need the connection itself: the sign-in provider writes to it.
    fetch: (request, env) => app.fetch(request, env),
    assets: loadAssets(`${BUILD}/client`),
    known: knownParameters(challenges.values()),
    currentVersion: database.currentVersion,
    cacheBytes: settings.answerCacheBytes,
    mediaHost: site.mediaOrigin && new URL(site.mediaOrigin).host,
    siteOrigin: site.origin,
  });
  await listen(server, settings);
  say(
    `serving on http://${settings.host.includes(":") ? `[${settings.host}]` : settings.host}:${settings.port}`,
  );
  say(`open ${site.origin}/`);
  stopOnSignal(server, close);
}

function listen(server: Server, { port, host }: Settings): Promise<void> {
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(port, host, () => {
      server.off("error", fail);
      done();
    });
  });
}

/** Ctrl-C: takes no new request, finishes those in flight, and ends within GRACE either way. */
function stopOnSignal(server: Server, close: () => void): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    const giveUp = setTimeout(() => {
      server.closeAllConnections();
    }, GRACE);
    server.close(() => {
      clearTimeout(giveUp);
      close();
      process.exit(0);
    });
    server.closeIdleConnections();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

try {
  await start(readSettings(process.env));
} catch (error) {
  console.error(`btd6-index: ${explain(error)}`);
  process.exit(1);
}

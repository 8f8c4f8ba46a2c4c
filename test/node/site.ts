import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createContext } from "react-router";
import type { Rendering } from "../../app/ui/context.ts";
import { type Account, findByEmail } from "../../packages/sign-in/accounts/repository/accounts.ts";
import { createHttpServer } from "../../platform/node/http.ts";
import { type Build, openSite } from "../../platform/node/site.ts";
import { readSettings } from "../../platform/shared/settings.ts";
import type { PageContext } from "../../site/page-context.ts";
import { ADMINISTRATOR } from "../administrator.ts";
import { freePort } from "./free-port.ts";
import { writeDatabase } from "./memory.ts";

export { ADMINISTRATOR, freePort };

/** Stands in for the built pages: each answers the form that it should show as JSON. */
function formsAsJson(): Build["pages"] {
  const pageContext = createContext<PageContext>();
  const renderingContext = createContext<Rendering>();
  const module = { default: () => null };
  return {
    entry: {
      module: {
        pageContext,
        renderingContext,
        default: (
          _request: Request,
          status: number,
          headers: Headers,
          _router: unknown,
          context: { get(key: typeof pageContext): PageContext },
        ) => Response.json(context.get(pageContext).form, { status, headers }),
      },
    },
    routes: {
      root: { id: "root", path: "", module },
      every: { id: "every", parentId: "root", path: "*", module },
    },
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    basename: "/",
    future: {},
    isSpaMode: false,
    prerender: [],
    publicPath: "/",
    routeDiscovery: { mode: "initial" },
    ssr: true,
  } as unknown as Build["pages"];
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), "btd6-index-site-"));

/** Makes a data folder on which a site starts in half the time: its database has the migrations and the game's facts. */
export async function newDataFolder(): Promise<string> {
  const folder = newFolder();
  await writeDatabase(folder, new Date("2026-01-01T00:00:00Z"));
  return folder;
}

/**
 * Starts a whole site on a local port. Settings that `env` leaves out are as in production. Tests about pages pass the
 * built ones as `pages`.
 */
export async function startSite(
  env: Readonly<Record<string, string>> = {},
  pages: Build["pages"] = formsAsJson(),
) {
  const port = Number(env.PORT ?? (await freePort()));
  const said: string[] = [];
  const settings = readSettings({
    PORT: String(port),
    DATA_DIR: env.DATA_DIR ?? (await newDataFolder()),
    SAMPLE_DATA: "off",
    // Lets a test act as many visitors, told apart by X-Forwarded-For.
    TRUST_PROXY: "on",
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    ANSWER_CACHE_MB: "1",
    CACHE_STALE_SECONDS: "0",
    // No test asks another machine; one about codes starts test/game-server/.
    CHALLENGE_CODES: "off",
    WATCH_LINKS: "off",
    KEEP_COPIES: "off",
    ...env,
  });
  const site = await openSite(settings, { pages, files: new Map() }, (line) => said.push(line));
  const server: Server = createHttpServer(site, { trustProxy: settings.trustProxy });
  // One connection per request, so that none is left open when the site stops or hangs up on a form that is too long.
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    settings,
    said,
    origin: `http://localhost:${port}`,
    database: site.database,
    app: site.app,
    /** Runs a background job by its name. */
    async run(name: string): Promise<void> {
      const job = site.jobs.find((each) => each.name === name);
      if (!job) throw new Error(`no job ${name}`);
      await job.run(new AbortController().signal);
    },
    /** The edge and everything behind it, without a socket. */
    fetch: site.fetch,
    async account(email: string): Promise<Account> {
      const account = await findByEmail(site.database, email);
      if (!account) throw new Error(`no account ${email}`);
      return account;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      site.close();
    },
  };
}

export type RunningSite = Awaited<ReturnType<typeof startSite>>;

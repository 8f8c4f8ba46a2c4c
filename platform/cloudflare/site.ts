import { handleAsNodeRequest } from "cloudflare:node";
import { waitUntil } from "cloudflare:workers";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import Argon2 from "@phi-ag/argon2";
import compiled from "@phi-ag/argon2/argon2.wasm";
import * as pages from "#pages";
import { openData } from "../../app/api/repositories.server.ts";
import type { PasswordHasher } from "../../app/features/accounts/passwords.server.ts";
import { countersInDatabase } from "../../app/features/accounts/repository/attempts.server.ts";
import { attemptSweep } from "../../app/features/accounts/sweeps.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { accountAddresses } from "../../domain/contract/accounts.ts";
import { isSignIn } from "../../domain/contract/routes.ts";
import type { Database } from "../../server/db/database.ts";
import { analyzeStatement } from "../../server/db/engine.ts";
import { NO_TAGS } from "../../server/db/tags.ts";
import { headOf, responseOf } from "../../server/http/head.ts";
import type { Job } from "../../server/jobs/job.ts";
import { seedFacts } from "../../site/seed.ts";
import { createSite } from "../../site/site.ts";
import { createPages } from "../shared/pages.ts";
import { readyWith } from "../shared/ready.ts";
import { readSettings, retentionOf } from "../shared/settings.ts";
import { PASSWORD_COST } from "../sign-in/config.ts";
import { openSignIn } from "../sign-in/index.ts";
import { boundRates, type Env, settingsIn } from "./env.ts";
import { DUMPS, filesInR2 } from "./files.ts";
import { receiveForms } from "./forms.ts";
import { contextDatabase } from "./request-context.ts";
import { edgeCacheResponses } from "./responses.ts";
import { openD1, openR2 } from "./stores.ts";

/** The site, opened once per isolate. It queries the database in the context of the current request. */
export interface WorkerSite {
  answer(request: Request): Promise<Response>;
  readonly jobs: readonly Job[];
  /** Whether responses say what they cost. */
  readonly tellsCost: boolean;
  /** Loads the game's facts that this version of the site brings and the database never had. */
  loadFacts(): Promise<void>;
}

/** Memory for whole answers, in bytes: an isolate has 128 MB for everything. */
const MOST_KEPT = 16 * 1024 * 1024;

/** Rows of a dump per query: a cron run may query D1 a thousand times. */
const ROWS_AT_ONCE = 1_000;

/** Not a real port: the runtime finds our node:http server by this number. */
const PORT = 8080;

/** The API's addresses that write to the browser's session, like the sign-in's own. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set(accountAddresses.map(({ path }) => path));

/** Opens the site on the bindings. `say` reports what the jobs did. */
export async function openSite(env: Env, say: (line: string) => void): Promise<WorkerSite> {
  const settings = readSettings(settingsIn(env));
  const { site, signIn } = settings;
  const signInOrigin = signIn.mode === "external" ? signIn.issuerOrigin : null;
  const media = openR2(env.MEDIA);
  const database = contextDatabase(env.DB);
  const now = (): Date => new Date();
  const counters = countersInDatabase(database);
  const opened = await createSite({
    challenges: CHALLENGES,
    data: {
      ...openData(database),
      // Migrations come before the version that needs them.
      ready: readyWith(database, { newest: NEWEST_MIGRATION, schema: SCHEMA, runsOnNewer: true }),
    },
    media,
    decodePicture: null,
    database,
    site,
    receiveForm: receiveForms(env.MEDIA, site.uploads, env.IMAGES),
    apiNames: settings.apiNames,
    secondLook: settings.secondLook,
    pages: createPages(pages, { site, signInOrigin, returnOrigins: signIn.popupOrigins }),
    dumps: {
      files: filesInR2(env.MEDIA, DUMPS),
      // D1 holds a state for one call only; the maker of the dump notices if somebody wrote meanwhile.
      openSnapshot: async () => ({
        database: openD1(env.DB.withSession("first-primary")),
        close: () => undefined,
      }),
      rowsAtOnce: ROWS_AT_ONCE,
    },
    dumpLicence: settings.dumpLicence,
    // Of D1 on a paid plan; on a free one it is less.
    keeping: retentionOf(settings, 30),
    openSignIn: (render) =>
      openSignIn({
        settings,
        database,
        hasher: argon2,
        counters,
        render,
        waitUntil,
        now,
        say,
      }),
    edge: {
      responses: edgeCacheResponses(
        `${site.origin}/.cached/${pages.assets?.version ?? ""}`,
        Math.min(settings.answerCacheBytes, MOST_KEPT),
      ),
      versions: database.versions,
      staleFor: settings.cacheStaleMs,
      waitUntil,
      // Cloudflare compresses on the way out.
      compression: null,
      addsCacheStatus: settings.tellsCost,
      rates: settings.ratesPercent === 0 ? undefined : boundRates(env),
    },
    webhooks: settings.webhooks,
    fetch: (...args) => fetch(...args),
    hosts: settings.hosts,
    hostHeaders: settings.hostHeaders,
    watchesLinks: settings.watchesLinks,
    counters,
    now,
    say,
  });
  // The sign-in's provider writes its responses to a Node connection.
  createServer(getRequestListener(opened.pass, { overrideGlobalObjects: false })).listen(PORT);
  return {
    async answer(request) {
      const head = headOf(request);
      const address = request.headers.get("CF-Connecting-IP");
      const refused = address === null ? null : await opened.refuse(head, address);
      const reply = refused ?? (await opened.answer(head));
      if (reply) return responseOf(reply);
      const needsConnection = isSignIn(head.path) || OF_ACCOUNTS.has(head.path);
      return needsConnection ? handleAsNodeRequest(PORT, request) : opened.pass(request);
    },
    async loadFacts() {
      for (const facts of await seedFacts(database, now())) say(`loaded ${facts}`);
    },
    tellsCost: settings.tellsCost,
    jobs: [...opened.jobs, attemptSweep(database, now), tableStatistics(database)],
  };
}

let started: Promise<Argon2> | undefined;

/**
 * Starts Argon2 as WebAssembly, since Workers have no native modules. It takes 19 MiB of the isolate's memory once
 * needed.
 */
const start = (): Promise<Argon2> => {
  started ??= WebAssembly.instantiate(compiled).then((instance) => new Argon2(instance));
  return started;
};

/** Hashes passwords like platform/node/argon2.ts does; each verifies the other's hashes. */
const argon2: PasswordHasher = {
  hash: async (password) => (await start()).hash(password, PASSWORD_COST).encoded,
  verify: async (passwordHash, password) => (await start()).tryVerify(passwordHash, password).success,
};

/** In milliseconds. */
const EVERY = 60 * 60 * 1000;

/** Refreshes the query planner's statistics of a database that others fill and that is not opened at a start. */
const tableStatistics = (database: Pick<Database, "query">): Job => ({
  name: "counting rows for the query planner",
  every: EVERY,
  async run() {
    await database.query(NO_TAGS, analyzeStatement());
  },
});

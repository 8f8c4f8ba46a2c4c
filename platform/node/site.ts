import { AsyncLocalStorage } from "node:async_hooks";
import type { FairTurn } from "../../app/api/deps.server.ts";
import { ResponsesInMemory } from "../../server/cache/response-cache.ts";
import type { Content } from "../../server/http/content.ts";
import { type Job, jobRunner } from "../../server/jobs/job.ts";
import { createSite, type Site } from "../../site/site.ts";
import { createPages } from "../shared/pages.ts";
import { networkRates } from "../shared/rates.ts";
import { readyWith } from "../shared/ready.ts";
import { retentionOf, type Settings } from "../shared/settings.ts";
import { openSignIn } from "../sign-in/index.ts";
import { startAnswerThreads } from "./answer-threads/index.ts";
import { argon2 } from "./argon2.ts";
import { backupJobs } from "./backups/schedule.ts";
import { blobFolder } from "./blob-folder.ts";
import { compression } from "./compress.ts";
import { openCounters } from "./counters.ts";
import { FairWorkQueue } from "./fair-queue.ts";
import { mediaFolder } from "./media.ts";
import { type Metrics, openMetrics } from "./metrics.ts";
import { MIGRATIONS, migrationFiles, schemaMadeBy } from "./migrate.ts";
import { folderOfFiles } from "./moving-out/folder.ts";
import { oneTransaction } from "./moving-out/one-transaction.ts";
import { databaseFile, dumpFolder, loadSampleOnce, openExclusively } from "./open.ts";
import type { NodeDatabase } from "./sqlite.ts";
import { decodePicture } from "./thumbnails.ts";
import { receiveForms } from "./uploads.ts";

/**
 * Runs each job now, unless it is patient, and then at its interval. No job keeps the process alive. `close` ends them.
 */
export function startJobs(jobs: readonly Job[]): { close(): void } {
  const runner = jobRunner();
  const timers = jobs.map((job) => {
    if (!job.isPatient) void runner.run(job);
    return setInterval(() => void runner.run(job), job.every).unref();
  });
  return {
    close() {
      for (const timer of timers) clearInterval(timer);
      runner.close();
    },
  };
}

/** What this version's migrations make of a database. Another process may have brought it further meanwhile. */
function neededSchema() {
  const files = migrationFiles(MIGRATIONS);
  return { newest: files.at(-1) ?? "", schema: schemaMadeBy(MIGRATIONS, files), runsOnNewer: false };
}

/** How often leftovers of killed processes are removed, and free space is given back to the disk, in milliseconds. */
const CLEAR_EVERY = 6 * 60 * 60 * 1000;
const VACUUM_EVERY = 5 * 60 * 1000;

/** Rows of a dump read at a time: the thread that serves is held up no longer. */
const DUMPED_AT_ONCE = 200;

/** The whole site on its data folder, without a socket. */
export interface NodeSite extends Site {
  readonly database: NodeDatabase;
  /** Null: nobody asks for them. */
  readonly metrics: Metrics | null;
  close(): void;
}

/** How much may wait for its turn. */
const MOST_WAITING = 200;

/** Does work one at a time, with room for other requests in between. */
function createFairTurns(): FairTurn {
  const turns = new FairWorkQueue(MOST_WAITING);
  return (who, work) => {
    // Whatever is known of the request whose work it is.
    const inContext = AsyncLocalStorage.snapshot();
    return turns.take(who, async () => {
      await new Promise(setImmediate);
      return inContext(work);
    });
  };
}

/** The build: the module that renders pages, and the files that browsers load. */
export interface Build {
  readonly pages: Parameters<typeof createPages>[0];
  readonly files: ReadonlyMap<string, Content>;
  /** Where the module is, for worker threads that load it themselves; without it answers are made in this thread. */
  readonly at?: string;
}

/** Opens the data folder and assembles the site. `say` reports progress. */
export async function openSite(
  settings: Settings,
  build: Build,
  say: (line: string) => void,
): Promise<NodeSite> {
  const { database, media, parts, releaseStartLock } = await openExclusively(settings, say);
  await media.check(say);
  const loaded = settings.sampleData ? await loadSampleOnce(settings, { database, media }) : 0;
  if (loaded > 0) say(`loaded ${loaded} sample completions (npm run index -- sample remove takes them away)`);
  const { site, signIn } = settings;
  const signInOrigin = signIn.mode === "external" ? signIn.issuerOrigin : null;
  const blobs = blobFolder(mediaFolder(settings));
  const now = (): Date => new Date();
  await blobs.clearLeftovers(now());
  const counted = openCounters(settings.dataDir, database.sqlite, now);
  // Nothing to do here: the process goes on anyway.
  const waitUntil = (): void => {};
  const count = settings.answerThreads;
  const threads =
    build.at === undefined || count === 0
      ? null
      : startAnswerThreads({ settings, pages: build.at }, count === null ? {} : { count });
  const metrics: Metrics | null =
    settings.metricsPort === null
      ? null
      : openMetrics(
          (path) =>
            build.files.has(path)
              ? { route: "(file)", kind: "file" }
              : { route: opened.addresses.routeOf(path), kind: opened.addresses.rateOf(path) ?? "health" },
          () => ({ ...database.load(), answersWaiting: threads?.waiting() ?? 0 }),
        );
  const opened: Site = await createSite({
    ...parts,
    decodePicture,
    data: { ...parts.data, ready: readyWith(database, neededSchema()) },
    database,
    site,
    receiveForm: receiveForms(media.blobs, site.uploads),
    apiNames: settings.apiNames,
    secondLook: settings.secondLook,
    pages: createPages(build.pages, { site, signInOrigin, returnOrigins: signIn.popupOrigins }),
    createFairTurns,
    openSignIn: (render) =>
      openSignIn({
        settings,
        database,
        hasher: argon2,
        counters: counted.counters,
        render,
        waitUntil,
        now,
        say,
      }),
    edge: {
      responses: new ResponsesInMemory(settings.answerCacheBytes),
      versions: database.versionsThisTurn,
      staleFor: settings.cacheStaleMs,
      compression,
      files: build.files,
      addsCacheStatus: settings.tellsCost,
      rates: settings.ratesPercent === 0 ? undefined : networkRates(settings.ratesPercent, counted.counters),
      ...(metrics && { noteCached: metrics.noteCached }),
      ...(threads && { make: threads.make }),
    },
    dumps: {
      files: folderOfFiles(dumpFolder(settings)),
      openSnapshot: async () => oneTransaction(databaseFile(settings), "read"),
      rowsAtOnce: DUMPED_AT_ONCE,
    },
    dumpLicence: settings.dumpLicence,
    keeping: retentionOf(settings, null),
    webhooks: settings.webhooks,
    fetch,
    hosts: settings.hosts,
    hostHeaders: settings.hostHeaders,
    watchesLinks: settings.watchesLinks,
    counters: counted.counters,
    now,
    say,
  });
  releaseStartLock();
  await threads?.ready;
  const { close } = startJobs([
    ...opened.jobs,
    {
      name: "clearing away unfinished files",
      every: CLEAR_EVERY,
      run: () => blobs.clearLeftovers(now()),
    },
    counted.job,
    { name: "giving room back to the disk", every: VACUUM_EVERY, run: database.vacuum },
    ...backupJobs(settings, say),
  ]);
  return {
    ...opened,
    database,
    metrics,
    close() {
      close();
      threads?.close();
      blobs.abandon();
      counted.close();
      database.close();
    },
  };
}

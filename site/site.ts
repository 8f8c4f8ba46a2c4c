import type { Hono } from "hono";
import type { Deps, FairTurn } from "../app/api/deps.server.ts";
import { renaming } from "../app/features/catalogue/rename.server.ts";
import { challengeCodes } from "../app/features/challenge-codes/reader.server.ts";
import { codeBackfillJob } from "../app/features/code-backfill/job.server.ts";
import { codeCheckJob, newCodeJob } from "../app/features/completions/code-checks.server.ts";
import { detailsOf } from "../app/features/completions/notes.server.ts";
import { submissionSweep } from "../app/features/completions/save.server.ts";
import { type DumpPorts, publicDump } from "../app/features/dump/public-dump.server.ts";
import { followNotices } from "../app/features/follows/job.server.ts";
import { copyJob } from "../app/features/kept-copies/job.server.ts";
import { mediumOf } from "../app/features/media/medium.server.ts";
import { pictureJob } from "../app/features/media/pictures.server.ts";
import { mediaSweep } from "../app/features/media/sweep.server.ts";
import { mailPages } from "../app/features/notices/mail.server.ts";
import { noticeMails } from "../app/features/notices/mail-job.server.ts";
import { erasing } from "../app/features/privacy/erase.server.ts";
import { linkFollowJob, linkWatchJob } from "../app/features/proof-links/job.server.ts";
import { HOSTS } from "../app/features/proof-links/repository.server.ts";
import { type Receiver, webhookJobs } from "../app/features/webhooks/deliver.server.ts";
import { webhookPositions } from "../app/features/webhooks/repository.server.ts";
import type { DumpLicence } from "../domain/contract/dumps.ts";
import { contractOf } from "../domain/contract/index.ts";
import type { RenderPage } from "../domain/contract/page-context.ts";
import type { KeepingAnswer } from "../domain/contract/privacy.ts";
import type { SignIn } from "../server/auth/sign-in.ts";
import type { Counters } from "../server/counters.ts";
import type { Database } from "../server/db/database.ts";
import { addTags, collectTags, TAGS, writeTags } from "../server/db/tags.ts";
import { addressesOf, type EdgeAddresses } from "../server/http/addresses.ts";
import { createEdge, type Edge, type EdgePorts } from "../server/http/edge.ts";
import { type SiteNames, siteFiles } from "../server/http/site-files.ts";
import type { Job } from "../server/jobs/job.ts";
import type { Mailing } from "../server/mail.ts";
import { type AskHost, askHosts, type HostAddresses, type HostHeaders } from "../server/other-hosts.ts";
import { createApp } from "./app.ts";
import type { PageReads, RenderPageFrom } from "./page-context.ts";
import { readsOfPages } from "./reads.ts";

/** The sign-in of a site, opened. */
export interface OpenedSignIn {
  readonly signIn: SignIn;
  /** Adds the routes of the provider, its forms and the accounts; none with a provider elsewhere. */
  addRoutes(app: Hono): void;
  readonly jobs: readonly Job[];
  /** Null: no mail is sent. */
  readonly mail: Mailing | null;
}

/** Everything that a platform provides. Ports that may be on another machine somewhere are asynchronous. */
export interface SitePorts
  extends Pick<
    Deps,
    "challenges" | "data" | "media" | "decodePicture" | "receiveForm" | "apiNames" | "secondLook"
  > {
  readonly database: Database;
  /** The origins of site and media, without a trailing slash; media at null: under /media of the site. */
  readonly site: SiteNames & { readonly mediaOrigin: string | null };
  readonly pages: RenderPageFrom;
  openSignIn(render: RenderPage): Promise<OpenedSignIn>;
  readonly edge: EdgePorts;
  /** Where public dumps are made and stored; null if not here. */
  readonly dumps: DumpPorts | null;
  /** The licence of the dumps; null if none was given. */
  readonly dumpLicence: DumpLicence;
  /** What the site keeps of people, and for how long. */
  readonly keeping: KeepingAnswer;
  /** The webhooks. */
  readonly webhooks: readonly Receiver[];
  readonly fetch: typeof fetch;
  /** The other hosts that the site asks. */
  readonly hosts: HostAddresses;
  /** What is sent to them besides. */
  readonly hostHeaders: HostHeaders;
  /** Whether links to proof are watched. */
  readonly watchesLinks: boolean;
  /** Counts what all processes or isolates do together. */
  readonly counters: Counters;
  readonly now: () => Date;
  /** Makes a queue of work in this thread; absent where each request has one of its own. */
  createFairTurns?(): FairTurn;
  /** Reports what the jobs did. */
  readonly say: (line: string) => void;
}

/** The whole site without a socket or a timer. */
export interface Site extends Edge {
  /** What answers behind the edge when nothing is cached. */
  readonly app: Hono;
  /** The same, with the tags of each answer in a header. */
  make(request: Request, env?: object): Promise<Response>;
  readonly addresses: EdgeAddresses;
  /** The background work. */
  readonly jobs: readonly Job[];
}

const createFairTurns = (ports: Pick<SitePorts, "createFairTurns">): FairTurn =>
  ports.createFairTurns?.() ?? ((_, work) => work());

/** Returns the background work of a site, besides that of its sign-in. */
function jobsOf(ports: SitePorts, signIn: SignIn, mail: Mailing | null, askHost: AskHost): readonly Job[] {
  const { challenges, data, database, media, decodePicture, receiveForm, counters, hosts, now, say } = ports;
  const { origin: siteOrigin, mediaOrigin, shortName: siteName } = ports.site;
  const displayNames = signIn.names?.displayNames ?? (async () => new Map());
  const codes = challengeCodes({ data, askHost, counters, now });
  const asksForCodes = hosts.challengeCodes !== null;
  return [
    ...webhookJobs(ports.webhooks, {
      data,
      positions: webhookPositions(database),
      challenges,
      siteOrigin,
      mediaOrigin,
      displayNames,
      fetch: ports.fetch,
      now,
      asksForCodes,
    }),
    ...(mail ? [noticeMails({ data, challenges, siteOrigin, siteName, signIn, mail, now })] : []),
    followNotices({ data, challenges, positions: webhookPositions(database), now }),
    mediaSweep({ data, media, now, say }),
    pictureJob({ data, media, decodePicture }),
    submissionSweep(data, now),
    erasing({ data, now }),
    renaming({ data, challenges }),
    codeCheckJob({ data, challenges }),
    newCodeJob(codes, now, { data, challenges }),
    ...(asksForCodes ? [codeBackfillJob(codes, counters, now, { data, challenges })] : []),
    ...(ports.watchesLinks
      ? [
          linkFollowJob({ data, positions: webhookPositions(database), now }),
          linkWatchJob({ data, askHost, now }),
        ]
      : []),
    ...(hosts.imgurFiles === null ? [] : [copyJob({ data, signIn, askHost, receiveForm, now })]),
    ...(ports.dumps
      ? [
          publicDump({
            database,
            ports: ports.dumps,
            challenges,
            displayNames,
            licence: ports.dumpLicence,
            now,
            say,
          }),
        ]
      : []),
  ];
}

/** Puts the site together on any platform. */
export async function createSite(ports: SitePorts): Promise<Site> {
  const { challenges, data, media, decodePicture, receiveForm, apiNames, secondLook, now } = ports;
  const { origin: siteOrigin, mediaOrigin } = ports.site;
  const taggedNow = (): Date => {
    addTags(["day"]);
    return now();
  };
  const [forms, fairTurn] = [createFairTurns(ports), createFairTurns(ports)];
  const render: RenderPage = (request, form, network = "") =>
    forms(network, () => ports.pages(request, pageReads, form));
  const askHost = askHosts({
    fetch: ports.fetch,
    addresses: ports.hosts,
    headers: ports.hostHeaders,
    counters: ports.counters,
  });
  const watchedHosts = ports.watchesLinks
    ? HOSTS.filter((host) => host === "discord" || (host !== "other" && ports.hosts[host] !== null))
    : [];
  const { signIn, addRoutes, jobs, mail } = await ports.openSignIn(render);
  const { app, reads } = createApp({
    challenges,
    data,
    media,
    decodePicture,
    signIn,
    receiveForm,
    siteOrigin,
    siteNames: ports.site,
    mediaOrigin,
    mail,
    apiNames,
    secondLook,
    now: taggedNow,
    askHost,
    counters: ports.counters,
    watchedHosts,
    keepsCopies: ports.hosts.imgurFiles !== null,
    fairTurn,
    dumps: { files: ports.dumps?.files ?? null, licence: ports.dumpLicence },
    keeping: ports.keeping,
    pages: (request) => ports.pages(request, pageReads),
  });
  const pageReads: PageReads = {
    reads: readsOfPages(reads),
    catalogue: data.catalogue.current,
    today: () => taggedNow().toISOString().slice(0, 10),
    holdsSample: data.sample.isThere,
    isImporting: async () => (await data.imports.findUnderWay()) !== null,
    mediumOf: (key) => mediumOf(key, { data, media }),
    detailsOf: (filekey) => detailsOf(filekey, { data, media }),
  };
  // Before those of the sign-in, which refuse every other form.
  app.route("/", mailPages({ data, siteOrigin, render, now }));
  addRoutes(app);
  const contract = contractOf(challenges.values());
  async function make(request: Request, env?: object): Promise<Response> {
    const { result, tags } = await collectTags(() => app.fetch(request, env));
    if (tags !== null && (result.status === 200 || result.status === 304))
      result.headers.set(TAGS, writeTags(tags));
    return result;
  }
  const addresses = addressesOf(contract);
  const edge = createEdge({
    ...ports.edge,
    files: new Map([...(ports.edge.files ?? []), ...(await siteFiles(ports.site, contract.pages))]),
    addresses,
    siteOrigin,
    mediaOrigin,
    now,
    handle: make,
  });
  return {
    ...edge,
    app,
    make,
    addresses,
    jobs: [...jobs, ...jobsOf(ports, signIn, mail, askHost)],
  };
}

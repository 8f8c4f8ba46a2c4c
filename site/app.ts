import { type Context, Hono } from "hono";
import type { Deps } from "../app/api/deps.server.ts";
import { openRouter, type Router } from "../app/api/router.server.ts";
import { balanceChangeRoutes } from "../app/features/balance-changes/routes.server.ts";
import { catalogueRoutes } from "../app/features/catalogue/routes.server.ts";
import { challengeCodeRoutes } from "../app/features/challenge-codes/routes.server.ts";
import { chimpsStartRoutes } from "../app/features/chimps-starts/routes.server.ts";
import { codeBackfillRoutes } from "../app/features/code-backfill/routes.server.ts";
import { completionRoutes, newestRoutes, totalsRoute } from "../app/features/completions/routes.server.ts";
import { helperRoutes, submitRoutes } from "../app/features/completions/submit-routes.server.ts";
import { coverageRoutes } from "../app/features/coverage/routes.server.ts";
import { dumpRoutes } from "../app/features/dump/public-dump.server.ts";
import { feedRoutes } from "../app/features/feeds/routes.server.ts";
import { followRoutes } from "../app/features/follows/routes.server.ts";
import { gameVersionRoutes } from "../app/features/game-versions/routes.server.ts";
import { historyRoutes } from "../app/features/history/routes.server.ts";
import { keptCopyRoutes } from "../app/features/kept-copies/routes.server.ts";
import { previewRoutes } from "../app/features/link-previews/routes.server.ts";
import { mapRoutes } from "../app/features/maps/routes.server.ts";
import { mediaRoutes, sendFromMediaHost } from "../app/features/media/routes.server.ts";
import { noticeRoutes } from "../app/features/notices/routes.server.ts";
import { personCountRoutes, playerRoutes } from "../app/features/players/commands.server.ts";
import { nameRequestRoutes } from "../app/features/players/name-requests.server.ts";
import { playedWithRoutes } from "../app/features/players/played-with.server.ts";
import { privacyRoutes } from "../app/features/privacy/routes.server.ts";
import { progressRoutes } from "../app/features/progress/routes.server.ts";
import { proofLinkRoutes } from "../app/features/proof-links/routes.server.ts";
import { proofProposalRoutes } from "../app/features/proof-proposals/routes.server.ts";
import { recordRoutes } from "../app/features/records/routes.server.ts";
import { reportRoutes, secondLookRoutes } from "../app/features/review/reports.server.ts";
import { reviewRoutes } from "../app/features/review/routes.server.ts";
import { sampleRoutes } from "../app/features/sample/routes.server.ts";
import { answerRoutes } from "../app/features/search/answer.server.ts";
import { nameRoutes } from "../app/features/search/names.server.ts";
import { spellingRoutes } from "../app/features/spellings/commands.server.ts";
import { unresolvedRoutes } from "../app/features/unresolved/routes.server.ts";
import { wishRoutes } from "../app/features/wishes/routes.server.ts";
import { isApiPath, MEDIA_PATH } from "../domain/contract/routes.ts";
import { config, health, openapi, ready } from "../domain/contract/site.ts";
import { oncePerCatalogue } from "../domain/game/catalogue.ts";
import { describeError, errorHeaders, MethodNotAllowed, NotFound } from "../server/errors.ts";
import { FOR_ONE_READER } from "../server/http/addresses.ts";
import { plainPage } from "../server/http/content.ts";
import { describeApi } from "./openapi.ts";
import { openReads, type Reads } from "./reads.ts";

/** The most of a path that a log line repeats, in characters. */
const LONGEST_LOGGED = 200;

const PUBLIC_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "ETag, Content-Length, Content-Range, Accept-Ranges, Content-Disposition, Retry-After, Allow, X-Request-Id",
  "X-Content-Type-Options": "nosniff",
} as const;

const PREFLIGHT_HEADERS = {
  ...PUBLIC_HEADERS,
  "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
  // The Fetch standard does not count Authorization among all.
  "Access-Control-Allow-Headers": "*, Authorization",
  "Access-Control-Max-Age": "86400",
} as const;

/** The app, and the reads that it answers with. */
export interface App {
  readonly app: Hono;
  readonly reads: Reads;
}

/** Answers a form to where none is taken: programs get JSON unless they ask for HTML. */
function refuseForm({ req }: Context): Response {
  const error = new MethodNotAllowed(req.method);
  const { status, message } = describeError(error);
  const headers = { ...PUBLIC_HEADERS, ...errorHeaders(error), "Cache-Control": "no-store" };
  return req.header("Accept")?.includes("text/html")
    ? new Response(plainPage(message), {
        status,
        headers: { ...headers, "Content-Type": "text/html; charset=utf-8" },
      })
    : Response.json({ error: message }, { status, headers });
}

/** Reports whether the process serves, and whether it can save: a site that can only read is alive but not ready. */
function healthRoutes(router: Router, { data }: Pick<Deps, "data">): void {
  router.read(health, () => ({ ok: true }));
  router.raw(ready, async (_, c) => {
    const headers = { "Cache-Control": "no-store" };
    try {
      await data.ready();
      return c.json({ ok: true }, 200, headers);
    } catch (error) {
      const { message } = describeError(error);
      return c.json({ ok: false, error: message }, 503, { ...headers, ...errorHeaders(error) });
    }
  });
}

/** Registers the routes in their order. */
function addRoutes(app: Hono, router: Router, reads: Reads, deps: Deps): void {
  healthRoutes(router, deps);
  const description = oncePerCatalogue((challenges: Deps["challenges"], catalogue) =>
    describeApi(challenges.values(), deps.siteOrigin, catalogue),
  );
  router.read(openapi, async () => description(deps.challenges, await deps.data.catalogue.current()));
  router.read(config, () => deps.signIn.config);
  for (const definition of deps.challenges.values()) {
    completionRoutes(router, definition, reads.completions, deps);
    personCountRoutes(router, definition, reads.players);
    submitRoutes(router, definition, deps);
  }
  helperRoutes(router, deps);
  challengeCodeRoutes(router, deps);
  reviewRoutes(router, deps);
  noticeRoutes(router, deps);
  unresolvedRoutes(router, deps);
  codeBackfillRoutes(router, deps);
  proofLinkRoutes(router, deps);
  proofProposalRoutes(router, deps);
  reportRoutes(router, deps);
  secondLookRoutes(router, deps);
  historyRoutes(router, reads.history, deps);
  playerRoutes(router, reads.players, deps);
  recordRoutes(router, reads.records);
  progressRoutes(router, reads.progress);
  nameRequestRoutes(router, deps);
  wishRoutes(router, deps);
  playedWithRoutes(router, deps);
  keptCopyRoutes(router, deps);
  followRoutes(app, router, deps);
  privacyRoutes(router, deps);
  nameRoutes(router, reads.names, deps);
  catalogueRoutes(router, deps);
  totalsRoute(router, deps);
  newestRoutes(router, reads.completions);
  feedRoutes(router, deps);
  answerRoutes(router, reads.search.answer);
  coverageRoutes(router, reads.coverage, deps);
  mapRoutes(router, reads.maps);
  chimpsStartRoutes(router, reads.chimpsStarts);
  balanceChangeRoutes(router, reads.balanceChanges);
  gameVersionRoutes(router, reads.gameVersions, deps);
  spellingRoutes(router, deps);
  previewRoutes(router, reads, deps);
  sampleRoutes(router, deps);
  dumpRoutes(app, router, reads.dumps, deps);
  mediaRoutes(app, router, deps);
}

const methodsAt = (app: Hono, path: string): string[] => [
  ...new Set(
    app.routes.filter((each) => each.path === path && each.method !== "ALL").map(({ method }) => method),
  ),
];

/** Returns why nothing answers an address of the API: its method, or how it is spelled. */
function nothingAt(app: Hono, { path, method }: Context["req"]): MethodNotAllowed | NotFound {
  const allowed = methodsAt(app, path);
  if (allowed.length > 0) return new MethodNotAllowed(method, allowed);
  const near = path.toLowerCase().slice(0, path.endsWith("/") ? -1 : undefined);
  return methodsAt(app, near).length > 0
    ? new NotFound("nothing-here-but", { path: near })
    : new NotFound("nothing-here");
}

/** Wires the routes in their order, nothing else: the same app on Node and on workerd. */
export function createApp(deps: Deps): App {
  const app = new Hono();
  const mediaHost = deps.mediaOrigin === null ? null : new URL(deps.mediaOrigin).host;
  const isPublicRead = (path: string): boolean => isApiPath(path) || path.startsWith(`${MEDIA_PATH}/`);

  app.use(async (c, next) => {
    // None of our addresses begins this way, and no link within the site can: it would point to another host.
    if (c.req.path.startsWith("//")) throw new NotFound("nothing-here");
    const isMediaHost = mediaHost !== null && new URL(c.req.url).host === mediaHost;
    if (isMediaHost || isPublicRead(c.req.path)) {
      if (c.req.method === "OPTIONS") return c.body(null, 204, PREFLIGHT_HEADERS);
      for (const [name, value] of Object.entries(PUBLIC_HEADERS)) c.header(name, value);
    }
    // What is answered to a token is for its user alone.
    if (isApiPath(c.req.path) && c.req.header("authorization") !== undefined)
      for (const [name, value] of FOR_ONE_READER) c.header(name, value);
    return isMediaHost ? sendFromMediaHost(c, deps) : next();
  });

  const router = openRouter(app, deps);
  const reads = openReads(deps);
  addRoutes(app, router, reads, deps);

  app.notFound((c) => {
    const { path, method } = c.req;
    if (!deps.pages || isPublicRead(path)) throw nothingAt(app, c.req);
    if (method !== "GET" && method !== "HEAD") return refuseForm(c);
    return deps.pages(c.req.raw);
  });
  app.onError((error, c) => {
    const { status, message, unexpected, more } = describeError(error);
    const request = `${c.req.method} ${c.req.path.slice(0, LONGEST_LOGGED)}`;
    if (unexpected && c.req.raw.signal.aborted) console.info(`${request}: the client hung up`);
    else if (unexpected) console.error(`${request}:`, error);
    return Response.json(
      { error: message, ...more },
      { status, headers: { ...PUBLIC_HEADERS, ...errorHeaders(error), "Cache-Control": "no-store" } },
    );
  });
  return { app, reads };
}

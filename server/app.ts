import { Hono } from "hono";
import type { ChallengeDefinition } from "../challenges/define.ts";
import { api, isApiPath, MEDIA_PATH } from "../routes.ts";
import { type SignIn, signInRoutes } from "./auth/sign-in.ts";
import { balanceChangeRoutes } from "./balance-changes/routes.ts";
import { chimpsStartRoutes } from "./chimps-starts/routes.ts";
import { helperRoutes } from "./completions/helper-routes.ts";
import { newestRoutes } from "./completions/newest.ts";
import { completionRoutes } from "./completions/routes.ts";
import { submitRoutes } from "./completions/submit-routes.ts";
import { tableRoutes } from "./completions/table.ts";
import type { Data } from "./data/index.ts";
import { describeError, NotFound, retryHeaders } from "./errors.ts";
import { historyRoutes } from "./history/routes.ts";
import { mapRoutes } from "./maps/routes.ts";
import { mediaRoutes, sendFromMediaHost } from "./media/routes.ts";
import type { MediaStore } from "./media/store.ts";
import type { ReceiveForm } from "./media/uploads.ts";
import { describeApi } from "./openapi.ts";
import { personCountRoutes, userRoutes } from "./people/routes.ts";
import { readRoute } from "./read-route.ts";
import { referenceWriteRoutes } from "./reference/routes.ts";

/** What the app is made of; a platform brings the parts. */
export interface Deps {
  readonly challenges: ReadonlyMap<string, ChallengeDefinition>;
  readonly data: Data;
  readonly media: MediaStore;
  readonly signIn: SignIn;
  readonly receiveForm: ReceiveForm;
  /** Where media have a host of their own; null: under /media of the site. */
  readonly mediaOrigin: string | null;
  /** Where the site is reached, without a slash at the end. */
  readonly siteOrigin: string;
  /** Renders every address that is not the API's; absent where there are no pages (tests of the API). */
  readonly pages?: (request: Request) => Promise<Response>;
}

const PUBLIC_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Content-Length, Content-Range, Accept-Ranges",
  "X-Content-Type-Options": "nosniff",
} as const;

const PREFLIGHT_HEADERS = {
  ...PUBLIC_HEADERS,
  "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
  "Access-Control-Allow-Headers": "*",
  "Access-Control-Max-Age": "86400",
} as const;

/** Wiring and the order of things, nothing else: the same app on Node and on workerd. */
export function createApp(deps: Deps): Hono {
  const app = new Hono();
  const mediaHost = deps.mediaOrigin === null ? null : new URL(deps.mediaOrigin).host;
  const isPublicRead = (path: string): boolean => isApiPath(path) || path.startsWith(`${MEDIA_PATH}/`);

  app.use(async (c, next) => {
    const isMediaHost = mediaHost !== null && new URL(c.req.url).host === mediaHost;
    if (isMediaHost || isPublicRead(c.req.path)) {
      if (c.req.method === "OPTIONS") return c.body(null, 204, PREFLIGHT_HEADERS);
      for (const [name, value] of Object.entries(PUBLIC_HEADERS)) c.header(name, value);
    }
    return isMediaHost ? sendFromMediaHost(c, deps) : next();
  });

  readRoute(app, api.health(), (c) => c.json({ ok: true }, 200, { "Cache-Control": "no-store" }));
  const description = describeApi(deps.challenges.values(), deps.siteOrigin);
  readRoute(app, api.openapi(), (c) => c.json(description));
  for (const definition of deps.challenges.values()) {
    completionRoutes(app, definition, deps);
    personCountRoutes(app, definition, deps);
    tableRoutes(app, definition, deps);
    submitRoutes(app, definition, deps);
  }
  helperRoutes(app, deps);
  referenceWriteRoutes(app, deps);
  historyRoutes(app, deps);
  userRoutes(app, deps);
  signInRoutes(app, deps);
  newestRoutes(app, deps);
  mapRoutes(app, deps);
  chimpsStartRoutes(app, deps);
  balanceChangeRoutes(app, deps);
  mediaRoutes(app, deps);

  app.notFound((c) => {
    if (deps.pages && !isPublicRead(c.req.path)) return deps.pages(c.req.raw);
    throw new NotFound("There is nothing under this address.");
  });
  app.onError((error, c) => {
    const { status, message, unexpected, more } = describeError(error);
    if (unexpected) console.error(`${c.req.method} ${c.req.path}:`, error);
    return Response.json(
      { error: message, ...more },
      { status, headers: { ...PUBLIC_HEADERS, ...retryHeaders(error), "Cache-Control": "no-store" } },
    );
  });
  return app;
}

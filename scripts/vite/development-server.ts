import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { isRunnableDevEnvironment, type Plugin } from "vite";

/** What the entry module exports: the whole application, including the pages. */
interface Application {
  /** `env` holds the connection. */
  fetch(request: Request, env?: object): Response | Promise<Response>;
}

/**
 * Passes every development request that is not an asset of Vite's to the application in `entry` (a path from the
 * project's root). The module is loaded through Vite, so an edit takes effect on the next request. Must be listed
 * before `reactRouter()`, whose own handler would otherwise answer first.
 */
export function developmentServer(entry: string): Plugin {
  return {
    name: "btd6-index:development-server",
    apply: "serve",
    configureServer(server) {
      const environment = server.environments.ssr;
      const file = resolve(server.config.root, entry);
      if (!isRunnableDevEnvironment(environment)) return;

      const answer = async (request: Request, env: object): Promise<Response> => {
        if (!existsSync(file)) return missing(entry);
        const application: Application = await environment.runner.import(file);
        return await application.fetch(request, env);
      };
      const listener = getRequestListener(answer, {
        overrideGlobalObjects: false,
        errorHandler(error) {
          server.config.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
          return new Response(`Could not load ${entry}. The terminal says why.\n`, { status: 500 });
        },
      });
      if (!existsSync(file)) server.config.logger.warn(missingText(entry));

      return () => {
        server.middlewares.use((request, response, next) => {
          // Vite strips its base from `url`; the application needs the address as it was requested.
          request.url = request.originalUrl ?? request.url ?? "/";
          listener(request, response).catch(next);
        });
      };
    },
  };
}

const missingText = (entry: string): string =>
  `${entry} does not exist yet. It has to export fetch(request: Request): Promise<Response>.`;

const missing = (entry: string): Response =>
  new Response(`${missingText(entry)}\n`, {
    status: 503,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });

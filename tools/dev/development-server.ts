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
      const { ssr } = server.environments;
      if (!isRunnableDevEnvironment(ssr)) return;
      const file = resolve(server.config.root, entry);
      const answer = async (request: Request, env: object): Promise<Response> => {
        const application: Application = await ssr.runner.import(file);
        return await application.fetch(request, env);
      };
      const listener = getRequestListener(answer, {
        overrideGlobalObjects: false,
        errorHandler(error) {
          server.config.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
          return new Response(`Could not load ${entry}. The terminal says why.\n`, { status: 500 });
        },
      });
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

import { createHash } from "node:crypto";
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import type { Rendering } from "../../app/ui/context.ts";
import { requestId } from "../../server/http/head.ts";
import type { PageContext, PageReads, RenderPageFrom } from "../../site/page-context.ts";

/** A build as its module has it: optional parts may be present but undefined. */
type BuildModule = { [Key in keyof ServerBuild]?: ServerBuild[Key] | undefined } & Pick<ServerBuild, "entry">;

/** The exports of app/entry.server.tsx besides React Router's own. */
type EntryModule = ServerBuild["entry"]["module"] & {
  pageContext?: RouterContext<PageContext>;
  renderingContext?: RouterContext<Rendering>;
};

/**
 * Turns the built pages into a request handler. `build` is the module build/server/index.js (in development:
 * virtual:react-router/server-build); `settings` are the same for each request.
 *
 * @throws Error if the build does not export the keys of the contexts
 */
export function createPages(
  build: BuildModule,
  settings: Omit<PageContext, "form" | keyof PageReads>,
): RenderPageFrom {
  const { pageContext, renderingContext }: EntryModule = build.entry.module;
  if (pageContext === undefined || renderingContext === undefined)
    throw new Error("The built pages do not export their contexts: run the build again.");
  const handle = createRequestHandler(
    build as ServerBuild,
    import.meta.env?.DEV ? "development" : "production",
  );
  const rendering: Rendering = {
    sha256: (content) => createHash("sha256").update(content).digest("base64"),
    day: () => new Date().toISOString().slice(0, 10),
    requestId,
  };
  return (request, reads, form) => {
    const context = new RouterContextProvider();
    context.set(pageContext, { ...settings, ...reads, form: form ?? null });
    context.set(renderingContext, rendering);
    return handle(request, context);
  };
}

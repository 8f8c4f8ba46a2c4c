import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import type { PageReads, RenderPageFrom } from "../server/known-pages.ts";
import type { PageContext } from "../ui/context.ts";

/** A build as a module has it: its optional parts may be there and undefined. */
type BuildModule = { [Key in keyof ServerBuild]?: ServerBuild[Key] | undefined } & Pick<ServerBuild, "entry">;

/** What ui/entry.server.tsx exports besides React Router's own. */
type EntryModule = ServerBuild["entry"]["module"] & { pageContext?: RouterContext<PageContext> };

/**
 * Turns the built pages into a handler of requests. `build` is the module build/server/index.js (in development:
 * virtual:react-router/server-build); `settings` are the same for each request.
 *
 * @throws Error when the build does not export the key of the context
 */
export function createPages(
  build: BuildModule,
  settings: Omit<PageContext, "form" | keyof PageReads>,
): RenderPageFrom {
  const { pageContext }: EntryModule = build.entry.module;
  if (pageContext === undefined)
    throw new Error("The built pages do not export pageContext: run the build again.");
  const handle = createRequestHandler(
    build as ServerBuild,
    import.meta.env?.DEV ? "development" : "production",
  );
  return (request, reads, form) => {
    const context = new RouterContextProvider();
    context.set(pageContext, { ...settings, ...reads, form: form ?? null });
    return handle(request, context);
  };
}

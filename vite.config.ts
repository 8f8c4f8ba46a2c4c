import { createHash } from "node:crypto";
import { relative } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, esmExternalRequirePlugin, type UserConfig } from "vite";
import { developmentServer } from "./scripts/vite/development-server.ts";

export default defineConfig(({ command }) => ({
  publicDir: "ui/public",
  plugins: [
    developmentServer("platform/node/dev.ts"),
    reactRouter(),
    ...(command === "build" ? [imported] : []),
  ],
  build: {
    // React Router removes Vite's manifest otherwise; scripts measure the first load with it.
    manifest: true,
    sourcemap: false,
    // Small images stay files: a data: address cannot be cached on its own.
    assetsInlineLimit: 0,
  },
  css: { modules: { generateScopedName: classOf } },
  // Known beforehand, or the first page of a fresh clone would load twice in development.
  optimizeDeps: {
    include: [
      "react",
      "react/jsx-dev-runtime",
      "react-dom/client",
      "react-router",
      "react-router/dom",
      "@mantine/core",
    ],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: [vendor, site, list] } } },
      },
    },
    ssr: { build: { rolldownOptions: { output: { codeSplitting: false } } } },
  },
  ...(command === "build" ? serverBundle : {}),
}));

/** A class of a CSS module, told from its namesakes by the module's path: scripts name each, so it is short. */
function classOf(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.replace(/\?.*/, ""));
  return `${name}_${createHash("sha256").update(path).digest("hex").slice(0, 5)}`;
}

/** What React's renderer of ui/entry.server.tsx asks for by `require`: workerd has it too, but only for who imports it. */
const imported = esmExternalRequirePlugin({ external: ["async_hooks", "crypto", "stream", "util"] });

/** One server bundle with everything in it, for Node and for workerd: so no condition and no variable of Node alone. */
const serverBundle: UserConfig = {
  ssr: { noExternal: true, resolve: { conditions: ["workerd", "edge-light", "module", "production"] } },
  define: { "process.env.NODE_ENV": '"production"' },
};

/** What every page needs and what changes least: one file in place of several, and it compresses better. */
const vendor = {
  name: "vendor",
  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
};

/**
 * What the frame of every page is made of, and what a list shares with other pages, which lead to one: in one file it
 * compresses better than in a dozen, and a list is asked for without a script in between. What brings the page to life is
 * not in it: that waits for the scripts of the page's route, which ask for this file, too.
 */
const site = {
  debugName: "site",
  name: (id: string, graph: Graph) => {
    if (ALIVE.test(id)) return null;
    const isFrame = isImportedBy(/\/ui\/(root|entry\.client)\.tsx/, id, graph);
    const asksForLists = isImportedBy(/\/ui\/pages\/list\/ask-for-list\.ts/, id, graph);
    const isOfLists = !/\/ui\/pages\//.test(id) && isImportedBy(LIST, id, graph);
    return isFrame || asksForLists || isOfLists ? "site" : null;
  },
};

/** What every state of a list needs: else what its parts share with it would be files of their own. */
const list = {
  debugName: "list",
  name: (id: string, graph: Graph) =>
    /\/ui\/pages\/list\//.test(id) && isImportedBy(LIST, id, graph) ? "list" : null,
};

const LIST = /\/ui\/pages\/list\/route\.tsx/;
const ALIVE = /\/ui\/entry\.client\.tsx/;

type Graph = { readonly getModuleInfo: (id: string) => { readonly importers: readonly string[] } | null };

/** Whether a module comes with another wherever that is asked for. */
function isImportedBy(importer: RegExp, id: string, graph: Graph): boolean {
  const seen = new Set<string>();
  const isReached = (one: string): boolean => {
    if (importer.test(one)) return true;
    if (seen.has(one)) return false;
    seen.add(one);
    return graph.getModuleInfo(one)?.importers.some(isReached) ?? false;
  };
  return isReached(id);
}

import { createHash } from "node:crypto";
import { relative } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { type CSSOptions, defineConfig, esmExternalRequirePlugin, type Plugin, type UserConfig } from "vite";
import { atMost, WIDTHS } from "./domain/fields/widths.ts";
import { mayBeInPages } from "./tools/checks/rules.mjs";
import { developmentServer } from "./tools/dev/development-server.ts";

export default defineConfig(({ command }) => ({
  publicDir: "app/ui/public",
  plugins: [
    developmentServer("platform/node/dev.ts"),
    reactRouter(),
    ...(command === "build" ? [imported, pagesAlone] : []),
  ],
  build: {
    // React Router removes Vite's manifest otherwise; test/browser/sign-in.test.ts finds the SDK's file in it.
    manifest: true,
    sourcemap: false,
    // Keep small images as files: a data: URL cannot be cached on its own.
    assetsInlineLimit: 0,
  },
  css: {
    modules: { generateScopedName: classOf },
    postcss: sheets,
  },
  // Listed up front; otherwise the first page of a fresh clone loads twice in development.
  optimizeDeps: {
    include: ["react", "react/jsx-dev-runtime", "react-dom/client", "react-router", "react-router/dom"],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: [vendor, site, list] }, ...fileNames } },
      },
    },
    // The server names files as the browser's build does, or each would be built and loaded twice.
    ssr: {
      build: {
        rolldownOptions: { output: { codeSplitting: false, assetFileNames: fileNames.assetFileNames } },
      },
    },
  },
  ...(command === "build" ? serverBundle : {}),
}));

/** Names a class of a CSS module by its own name and a short hash of the module's path: scripts repeat these names. */
function classOf(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.replace(/\?.*/, ""));
  return `${name}_${createHash("sha256").update(path).digest("hex").slice(0, 5)}`;
}

/**
 * Puts a CSS module into its layer (app/ui/theme.css): a page's own sheet wins, in whatever order they are loaded. And
 * puts in the widths for their names, as in `@media (--phone)`.
 */
const sheets: Exclude<NonNullable<CSSOptions["postcss"]>, string> = {
  plugins: [
    {
      postcssPlugin: "layers-and-widths",
      Once(sheet, { AtRule }) {
        const file = relative(import.meta.dirname, sheet.source?.input.file ?? "");
        if (!file.endsWith(".module.css")) return;
        const params = file.startsWith("app/features/") ? "pages" : "components";
        const layer = new AtRule({ name: "layer", params, nodes: sheet.nodes });
        sheet.removeAll();
        sheet.append(layer);
      },
      AtRule(rule) {
        if (rule.name !== "media" && rule.name !== "container") return;
        rule.params = rule.params.replace(/\(--([\w-]+)\)/g, (_, name) => {
          if (!isWidth(name)) throw new Error(`domain/fields/widths.ts has no width "${name}".`);
          return atMost(name);
        });
      },
    },
  ],
};

const isWidth = (name: string): name is keyof typeof WIDTHS => name in WIDTHS;

/** Built-in modules that React's renderer in app/entry.server.tsx requires; workerd provides them to `import` alone. */
const imported = esmExternalRequirePlugin({ external: ["async_hooks", "crypto", "stream", "util"] });

/** Refuses a build in whose pages there is a module that only the server behind them may load. */
const pagesAlone: Plugin = {
  name: "pages-alone",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      for (const id of chunk.type === "chunk" ? chunk.moduleIds : []) {
        const file = relative(import.meta.dirname, id.replace(/\?.*/, ""));
        const isOurs = /^(app|domain|packages|platform|server|site)\//.test(file);
        if (isOurs && !mayBeInPages(file))
          this.error(`The pages may not hold ${file}: import its types alone.`);
      }
  },
};

/** One self-contained server bundle for both Node and workerd, so no export condition or variable of Node alone. */
const serverBundle: UserConfig = {
  ssr: { noExternal: true, resolve: { conditions: ["workerd", "edge-light", "module", "production"] } },
  define: { "process.env.NODE_ENV": '"production"' },
};

/** Seven characters of a hash instead of eight: every page's scripts list the names of all others, and a hash does not compress. */
const fileNames = {
  entryFileNames: "assets/[name]-[hash:7].js",
  chunkFileNames: "assets/[name]-[hash:7].js",
  assetFileNames: "assets/[name]-[hash:7][extname]",
};

/** What every page needs and what changes least. As one file it compresses better than as several. */
const vendor = {
  name: "vendor",
  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
};

/**
 * The frame of every page, and what lists share with the other pages, which link to them. One file compresses better
 * than a dozen, and a list can be requested without loading another script first. The client entry that hydrates the
 * page is left out: it waits for the scripts of the page's route, which import this file themselves.
 */
const site = {
  debugName: "site",
  name: (id: string, graph: Graph) => {
    if (ALIVE.test(id)) return null;
    const isFrame = isImportedBy(/\/app\/(root|entry\.client)\.tsx/, id, graph);
    const asksForLists = isImportedBy(/\/pages\/list\/ask-for-list\.ts/, id, graph);
    const isOfLists = !/\/app\/features\//.test(id) && isImportedBy(LIST, id, graph);
    return isFrame || asksForLists || isOfLists ? "site" : null;
  },
};

/** What every state of a list needs. Otherwise the code that its lazy parts share with it would be split into files. */
const list = {
  debugName: "list",
  name: (id: string, graph: Graph) =>
    /\/completions\/pages\/list\//.test(id) && isImportedBy(LIST, id, graph) ? "list" : null,
};

const LIST = /\/completions\/pages\/list\/route\.tsx/;
const ALIVE = /\/app\/entry\.client\.tsx/;

type Graph = { readonly getModuleInfo: (id: string) => { readonly importers: readonly string[] } | null };

/** Whether a matching module statically imports this one, directly or through others, and so always loads it. */
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

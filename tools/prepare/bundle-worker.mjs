// Bundles the Worker for Cloudflare. The built pages stay a module of their own: bundled a second time they would send
// different bytes, because some of what they send is the text of a function.

import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { build } from "esbuild";
import { MIGRATIONS, migrationFiles, schemaMadeBy } from "../../platform/node/migrate.ts";
import { ROOT } from "./run.mjs";

const WORKER = "build/worker";
const ASSETS = "build/worker-assets";

/** The headers of every file that the Worker does not send itself; platform/node/assets.ts has the same for Node. */
const HEADERS = `/*
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Cache-Control: public, max-age=3600
/assets/*
  ! Cache-Control
  Cache-Control: public, max-age=31536000, immutable
`;

/** Koa loads Node's own modules with `require`. */
const REQUIRE = `import { createRequire as makeRequire } from "node:module"; const require = makeRequire("/");`;

/**
 * Leaves out the compressed files, since Cloudflare compresses itself, and the build's manifest, which is never served.
 * @param {string} path
 */
const isServed = (path) => !path.split(/[\\/]/).includes(".vite") && ![".br", ".gz"].includes(extname(path));

for (const folder of [WORKER, ASSETS]) rmSync(join(ROOT, folder), { recursive: true, force: true });
mkdirSync(join(ROOT, WORKER), { recursive: true });
const files = migrationFiles(MIGRATIONS);
await build({
  absWorkingDir: ROOT,
  entryPoints: ["platform/cloudflare/worker.ts"],
  outdir: WORKER,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "es2024",
  minify: true,
  keepNames: true,
  conditions: ["workerd", "worker", "module"],
  define: {
    "process.env.NODE_ENV": '"production"',
    "import.meta.env": "{}",
    NEWEST_MIGRATION: JSON.stringify(files.at(-1)),
    SCHEMA: JSON.stringify(schemaMadeBy(MIGRATIONS, files)),
  },
  external: ["cloudflare:*"],
  loader: { ".wasm": "copy" },
  assetNames: "[name]",
  banner: { js: REQUIRE },
  logLevel: "warning",
  plugins: [
    {
      name: "pages beside it",
      setup: ({ onResolve }) =>
        onResolve({ filter: /^#pages$/ }, () => ({ path: "./pages.js", external: true })),
    },
  ],
});
cpSync(join(ROOT, "build/server/index.js"), join(ROOT, WORKER, "pages.js"));
cpSync(join(ROOT, "build/client"), join(ROOT, ASSETS), { recursive: true, filter: isServed });
writeFileSync(join(ROOT, ASSETS, "_headers"), HEADERS);

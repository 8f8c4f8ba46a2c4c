import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { configDefaults, defineConfig } from "vitest/config";
import { unstable_readConfig } from "wrangler";
import { setTemporaryFolder } from "./test/temporary.ts";

setTemporaryFolder();

/**
 * Minutes of tests that prove little more than cheaper ones: `npm run test:all` runs them, `npm test` does not. So it is with
 * single tests that are tagged "long" in other files.
 * *.growth.test.ts time how work grows with the size of its input, and run with nothing beside them.
 */
const LONG = "**/*.long.test.ts";
const GROWTH = "**/*.growth.test.ts";

/** Folders that runs make. Revisions in build/ have tests of their own. */
const MADE = ["build/**", "data/**"];

const CONTRACT = "test/contract/**/*.test.ts";
/** Tests that start processes, replace modules of ours, or wait for the clock. All others leave no state in modules. */
const APART = [
  "platform/node/{answer-threads,backups}/*.test.ts",
  "platform/node/{hostile-requests,main,media,refusals,sqlite,start,timers,uploads}.test.ts",
  "platform/sign-in/{login,odd-requests}.test.ts",
  "test/{cost,eighth-challenge,page-reads,what-is-read}.test.ts",
  "test/old-data/*.test.ts",
];
const WHOLE_SITES = "test/edge/**/*.test.ts";

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The contract tests that involve files. They also run on Node with the files in a bucket. */
const MEDIA_CONTRACT = "test/contract/{media,sweep,uploads}.test.ts";

/** The contract tests of what the engines do each in their own way: `npm test` runs no others in workerd. */
const BY_ENGINE =
  "test/contract/{acts,catalogue,challenge-code-reader,claims,counters,csv,dumps,engine,leases,media,moving-out,previews,privacy,ready,sample,seeding,sign-in,sweep,tags,two-at-once,uploads,verdicts,writes-that-meet}.test.ts";

/** The contract suite is the same on both engines: this alias is all that differs. */
const engine = (runtime: "node" | "s3" | "workers") => ({
  "#engine": file(`test/runtime/${runtime}/engine.ts`),
});

/** Stands in for the game's server, which the site asks about challenge codes. */
const GAME_SERVER = ["test/game-server/setup.ts"];

/** For a machine that is busy with other work, too: some tests start whole sites. */
const TIMEOUTS = { testTimeout: 180_000, hookTimeout: 180_000 };
const ON_NODE = { ...TIMEOUTS, setupFiles: ["test/no-console-errors.ts"] };

const migrations = existsSync(file("migrations")) ? await readD1Migrations(file("migrations")) : [];

/** The settings that the Worker is deployed with. */
const deployed = unstable_readConfig({ config: file("wrangler.jsonc") });

/** Contract tests in workerd, on D1 and R2. */
const inWorkerd = (name: string, include: string[], exclude: string[] = []) => ({
  resolve: { alias: engine("workers") },
  plugins: [
    cloudflareTest({
      miniflare: {
        compatibilityDate: deployed.compatibility_date,
        compatibilityFlags: deployed.compatibility_flags,
        d1Databases: ["DB"],
        r2Buckets: ["MEDIA"],
        bindings: { MIGRATIONS: migrations },
      },
    }),
  ],
  test: {
    name,
    ...TIMEOUTS,
    globalSetup: GAME_SERVER,
    // As for "node". test/runtime/workers/migrate.ts clears what the previous file left.
    isolate: false,
    // CommonJS behind an ESM wrapper, which workerd's module loader cannot handle.
    deps: { optimizer: { ssr: { enabled: true, include: ["obscenity"] } } },
    include,
    exclude: [...configDefaults.exclude, ...exclude],
    setupFiles: ["test/runtime/workers/migrate.ts", "test/no-console-errors.ts"],
  },
});

export default defineConfig({
  test: {
    // Use every core: by default vitest leaves one free.
    maxWorkers: "100%",
    tags: [{ name: "long", description: "`npm run test:all` runs it, `npm test` does not" }],
    projects: [
      {
        resolve: { alias: engine("node") },
        test: {
          name: "node",
          ...ON_NODE,
          globalSetup: GAME_SERVER,
          // Load the modules once for all files of a worker, which halves the time.
          isolate: false,
          include: ["**/*.test.ts"],
          exclude: [
            ...[...configDefaults.exclude, LONG, GROWTH, ...APART],
            ...["test/browser/**", WHOLE_SITES, ...MADE],
          ],
        },
      },
      {
        resolve: { alias: engine("node") },
        test: {
          name: "apart",
          ...ON_NODE,
          include: APART,
          exclude: [...configDefaults.exclude, LONG],
        },
      },
      {
        resolve: { alias: engine("s3") },
        test: {
          name: "s3",
          ...ON_NODE,
          include: [MEDIA_CONTRACT],
        },
      },
      {
        // The whole site on both engines, each in its own process. First: node tools/prepare/prepare.mjs --tools --worker
        test: {
          name: "edge",
          ...TIMEOUTS,
          include: [WHOLE_SITES],
          exclude: [...configDefaults.exclude, LONG],
        },
      },
      inWorkerd("workers", [BY_ENGINE]),
      inWorkerd("long-workers", [CONTRACT], [BY_ENGINE]),
      {
        resolve: { alias: engine("node") },
        test: { name: "long", ...ON_NODE, include: [LONG], exclude: [...configDefaults.exclude, ...MADE] },
      },
      {
        resolve: { alias: engine("node") },
        test: {
          name: "long-growth",
          ...ON_NODE,
          include: [GROWTH],
          exclude: [...configDefaults.exclude, ...MADE],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

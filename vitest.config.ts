import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { configDefaults, defineConfig } from "vitest/config";
import { unstable_readConfig } from "wrangler";

/** They measure how work grows with what it is done to, and by the clock: nothing runs beside them. */
const MEASURING = ["server/edge/content.test.ts", "server/completions/notes.test.ts"];

const CONTRACT = "test/contract/**/*.test.ts";
/** What leaves nothing behind in the modules that it loads. */
const TOGETHER = [
  "{game,messages,fields,challenges,nouns,derive,contract,server,ui}/**/*.test.ts",
  CONTRACT,
  // These start sites, and end them, within the process.
  "platform/sign-in/!(login|odd-requests).test.ts",
  "test/{every-address,submission-sequences,empty-index,imports}.test.ts",
  "test/moving-in/{list-of-changes,reading,what-is-here}.test.ts",
];
const WHOLE_SITES = "test/edge/**/*.test.ts";
/** What costs minutes and is looked at from other sides by the rest: `npm run test:edge` has it, `npm test` has not. */
const LONG = "test/long/**/*.test.ts";

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What of it asks for files: it runs on Node with them in a bucket, too. */
const MEDIA_CONTRACT = "test/contract/{media,sweep,uploads}.test.ts";

/** The contract suite is the same on both engines: this alias is all that differs. */
const engine = (runtime: "node" | "s3" | "workers") => ({
  "#engine": file(`test/runtime/${runtime}/engine.ts`),
});

/** Some tests start whole sites; a busy machine is no fault of theirs. */
const PATIENCE = { testTimeout: 60_000, hookTimeout: 60_000 };

const migrations = existsSync(file("migrations")) ? await readD1Migrations(file("migrations")) : [];

/** As the Worker is deployed, but for what it runs. */
const deployed = unstable_readConfig({ config: file("wrangler.jsonc") });

export default defineConfig({
  test: {
    // No core stays idle: vitest would leave one to whoever works beside it.
    maxWorkers: "100%",
    projects: [
      {
        resolve: { alias: engine("node") },
        test: {
          name: "node",
          ...PATIENCE,
          setupFiles: ["test/no-console-errors.ts"],
          // The modules are loaded once for all files of a worker: that takes half of the time away.
          isolate: false,
          include: TOGETHER,
          exclude: [...configDefaults.exclude, ...MEASURING],
        },
      },
      {
        // They start processes, or put other modules in the place of ours, or wait for the clock.
        resolve: { alias: engine("node") },
        test: {
          name: "apart",
          ...PATIENCE,
          setupFiles: ["test/no-console-errors.ts"],
          include: ["**/*.test.ts"],
          exclude: [
            ...configDefaults.exclude,
            ...TOGETHER,
            ...MEASURING,
            "test/browser/**",
            WHOLE_SITES,
            LONG,
            "build/**",
            "data/**",
          ],
        },
      },
      {
        test: {
          name: "measuring",
          ...PATIENCE,
          setupFiles: ["test/no-console-errors.ts"],
          include: MEASURING,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        resolve: { alias: engine("s3") },
        test: {
          name: "s3",
          ...PATIENCE,
          setupFiles: ["test/no-console-errors.ts"],
          include: [MEDIA_CONTRACT],
        },
      },
      {
        // The site as a whole on both engines, each in a process of its own: node scripts/prepare.mjs --tools --worker
        test: { name: "edge", ...PATIENCE, include: [WHOLE_SITES] },
      },
      {
        test: { name: "long", ...PATIENCE, include: [LONG] },
      },
      {
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
          name: "workers",
          ...PATIENCE,
          // As with "node": test/runtime/workers/migrate.ts empties what a file before it left.
          isolate: false,
          // CommonJS behind an ESM wrapper, which workerd's module loader does not see through.
          deps: { optimizer: { ssr: { enabled: true, include: ["obscenity"] } } },
          include: [CONTRACT],
          setupFiles: ["test/runtime/workers/migrate.ts", "test/no-console-errors.ts"],
        },
      },
    ],
  },
});

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { configDefaults, defineConfig } from "vitest/config";
import { unstable_readConfig } from "wrangler";

/** Tests that time how work grows with the size of its input. Only tests of the same kind run beside them. */
const MEASURING = [
  "server/http/content.test.ts",
  "app/features/completions/notes.test.ts",
  "test/growth/*.test.ts",
];

const CONTRACT = "test/contract/**/*.test.ts";
/** Tests that leave no state behind in the modules that they load. */
const TOGETHER = [
  "{domain,server,app,site,platform/shared,tools}/**/*.test.ts",
  CONTRACT,
  // These start and stop sites within the process.
  "platform/sign-in/!(login|odd-requests).test.ts",
  "test/{every-address,submission-sequences,empty-index,imports}.test.ts",
  "test/moving-in/{csv,import,list-of-changes,media-places,postgres,reading,what-is-here}.test.ts",
  "test/moving-out/{export,folder}.test.ts",
];
const WHOLE_SITES = "test/edge/**/*.test.ts";
/** Tests that take minutes, of what others test in cheaper ways: `npm run test:edge` runs them, `npm test` does not. */
const LONG = "test/long/**/*.test.ts";

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The contract tests that involve files. They also run on Node with the files in a bucket. */
const MEDIA_CONTRACT = "test/contract/{media,sweep,uploads}.test.ts";

/** The contract suite is the same on both engines: this alias is all that differs. */
const engine = (runtime: "node" | "s3" | "workers") => ({
  "#engine": file(`test/runtime/${runtime}/engine.ts`),
});

/** Some tests start whole sites, which may take long on a busy machine. */
const PATIENCE = { testTimeout: 60_000, hookTimeout: 60_000 };

const migrations = existsSync(file("migrations")) ? await readD1Migrations(file("migrations")) : [];

/** The settings that the Worker is deployed with. */
const deployed = unstable_readConfig({ config: file("wrangler.jsonc") });

export default defineConfig({
  test: {
    // Use every core: by default vitest leaves one free.
    maxWorkers: "100%",
    projects: [
      {
        resolve: { alias: engine("node") },
        test: {
          name: "node",
          ...PATIENCE,
          setupFiles: ["test/no-console-errors.ts"],
          // Load the modules once for all files of a worker, which halves the time.
          isolate: false,
          include: TOGETHER,
          exclude: [...configDefaults.exclude, ...MEASURING],
        },
      },
      {
        // These start processes, replace modules of ours, or wait for the clock.
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
        resolve: { alias: engine("node") },
        test: {
          name: "measuring",
          ...PATIENCE,
          setupFiles: ["test/no-console-errors.ts"],
          include: MEASURING,
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
        // The whole site on both engines, each in its own process. First: node tools/prepare/prepare.mjs --tools --worker
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
          // As for "node". test/runtime/workers/migrate.ts clears what the previous file left.
          isolate: false,
          // CommonJS behind an ESM wrapper, which workerd's module loader cannot handle.
          deps: { optimizer: { ssr: { enabled: true, include: ["obscenity"] } } },
          include: [CONTRACT],
          setupFiles: ["test/runtime/workers/migrate.ts", "test/no-console-errors.ts"],
        },
      },
    ],
  },
});

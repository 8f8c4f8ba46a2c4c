import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_readConfig as readConfig } from "wrangler";
import { openData } from "../../app/api/repositories.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { loadSample } from "../../packages/import/sample.ts";
import { findMiscounts } from "../../server/db/counters.ts";
import { analyzeStatement, findDamage } from "../../server/db/engine.ts";
import { NO_TAGS } from "../../server/db/tags.ts";
import { seedFacts } from "../../site/seed.ts";
import { miscountLine } from "../node/check.ts";
import { openMedia } from "../node/media.ts";
import { MIGRATIONS } from "../node/migrate.ts";
import type { OpenIndex } from "../node/opened-index.ts";
import { SAMPLE } from "../node/sample.ts";
import type { Settings } from "../shared/settings.ts";
import { CONFIG, lockState, migrate, stateOf } from "./prepare.ts";
import { openD1 } from "./stores.ts";

/**
 * Makes the keys by which this process reaches the bucket over S3, as it would reach R2. No other process has them, and they
 * end with the process.
 */
const keys = () => ({ accessKeyId: "index", secretAccessKey: crypto.randomUUID() });

/**
 * Opens the index of `npm run start:edge`: D1 and R2 emulated, with the bucket at an S3 endpoint like the real one.
 *
 * @throws StartError while the site is being served from it
 */
export async function openEmulatedIndex(
  settings: Pick<Settings, "dataDir">,
  say: (line: string) => void,
): Promise<OpenIndex> {
  const state = stateOf(settings);
  const release = lockState(settings);
  const secret = keys();
  const { d1_databases, r2_buckets } = readConfig({ config: CONFIG });
  const bucket = r2_buckets[0]?.bucket_name ?? "";
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: "export default { fetch: () => new Response() }",
      d1Databases: { DB: d1_databases[0]?.database_id ?? "" },
      r2Buckets: { MEDIA: { id: bucket, s3Credentials: secret } },
      // Where `wrangler dev` keeps them.
      resourcePersistencePath: join(state, "v3"),
      host: "127.0.0.1",
      port: 0,
    }),
  );
  const close = async (): Promise<void> => {
    await miniflare.dispose();
    release();
  };
  try {
    const origin = await miniflare.ready;
    const d1 = await miniflare.getD1Database("DB");
    for (const name of await migrate(d1, MIGRATIONS)) say(`applied migration ${name}`);
    const database = openD1(d1);
    for (const facts of await seedFacts(database, new Date())) say(`loaded ${facts}`);
    const media = openMedia({
      dataDir: state,
      mediaStore: { bucket, prefix: "" },
      s3: { ...secret, region: "auto", endpoint: new URL("/cdn-cgi/local/r2/s3", origin).href },
    });
    return {
      database,
      media,
      close,
      parts: { challenges: CHALLENGES, data: openData(database), media: media.store },
      // D1 holds no state and no transaction for longer than a call.
      openSnapshot: () => ({ database, close: () => undefined }),
      loadAtOnce: (load) => load(database),
      async analyze() {
        await database.query(NO_TAGS, analyzeStatement());
      },
      loadSample: () => loadSample(database, media.store, SAMPLE, new Date()),
      async findWrong() {
        const damage = await findDamage(database);
        return damage === null ? (await findMiscounts(database)).map(miscountLine) : [damage];
      },
      advice: {
        ofItsOwn:
          "Set DATA_DIR to a new folder and import there; then run npm run start:edge on that folder.",
        takenUp: "npm run start:edge serves it.",
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

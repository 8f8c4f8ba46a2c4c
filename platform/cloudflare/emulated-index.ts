import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_readConfig as readConfig } from "wrangler";
import { seedFacts } from "../../server/seed.ts";
import { lockFolder } from "../node/folder-lock.ts";
import { indexOnD1 } from "../node/index-on-d1.ts";
import { openMedia } from "../node/media.ts";
import { MIGRATIONS } from "../node/migrate.ts";
import type { OpenIndex } from "../node/open-index.ts";
import { StartError } from "../node/start-error.ts";
import type { Settings } from "../settings.ts";
import { openD1 } from "./d1.ts";
import { migrate } from "./migrate.ts";
import { CONFIG, stateOf } from "./prepare.ts";

/** How this process reaches the bucket by S3, as it would reach R2: nobody else can, and it ends with the process. */
const keys = () => ({ accessKeyId: "index", secretAccessKey: crypto.randomUUID() });

/**
 * The index as `npm run start:edge` keeps it: D1 and R2 emulated, the bucket by its S3 endpoint as the real one's.
 *
 * @throws StartError while the site is served from there: two engines on one state would not see each other's writes
 */
export async function openEmulatedIndex(
  settings: Pick<Settings, "dataDir">,
  say: (line: string) => void,
): Promise<OpenIndex> {
  const state = stateOf(settings);
  mkdirSync(state, { recursive: true });
  const release = lockFolder(state, "alone");
  if (release === null)
    throw new StartError(
      `The site is being served from ${state}, or another command works on it. Stop that first: on Cloudflare's emulation they would not see each other's writes.`,
    );
  const secret = keys();
  const { d1_databases, r2_buckets } = readConfig({ config: CONFIG });
  const bucket = r2_buckets[0]?.bucket_name ?? "";
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...{ modules: true, script: "export default { fetch: () => new Response() }" },
      d1Databases: { DB: d1_databases[0]?.database_id ?? "" },
      r2Buckets: { MEDIA: { id: bucket, s3Credentials: secret } },
      // Where `wrangler dev` keeps them.
      resourcePersistencePath: join(state, "v3"),
      ...{ host: "127.0.0.1", port: 0 },
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
    return indexOnD1({
      ...{ database, media, close },
      advice: {
        ofItsOwn:
          "Set DATA_DIR to a new folder and import there; then run npm run start:edge on that folder.",
        takenUp: "npm run start:edge serves it.",
      },
    });
  } catch (error) {
    await close();
    throw error;
  }
}

import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { S3Bucket, type S3Options } from "../../platform/shared/s3/client.ts";
import type { S3Access } from "../../platform/shared/s3/place.ts";

const NAME = "media";
const KEYS = { accessKeyId: "index", secretAccessKey: "a-secret-of-the-test" };

/** A bucket behind its own S3 endpoint, that of Cloudflare's tools, which checks signatures. */
export interface TestBucket {
  readonly name: string;
  readonly access: S3Access;
  readonly client: (options?: S3Options) => S3Bucket;
  close(): Promise<void>;
}

export async function openBucket(): Promise<TestBucket> {
  const options = convertV4MiniflareOptions({
    ...{ modules: true, script: "export default { fetch: () => new Response() }" },
    r2Buckets: { MEDIA: { id: NAME, s3Credentials: KEYS } },
    ...{ host: "127.0.0.1", port: 0 },
  });
  const miniflare = new Miniflare(options);
  const origin = await miniflare.ready;
  const access = { ...KEYS, region: "auto", endpoint: new URL("/cdn-cgi/local/r2/s3", origin).href };
  return {
    ...{ name: NAME, access },
    client: (options) => new S3Bucket(NAME, access, options),
    close: () => miniflare.dispose(),
  };
}

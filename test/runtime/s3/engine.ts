import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { UploadLimits } from "../../../domain/media/upload-limits.ts";
import { openMedia } from "../../../platform/node/media.ts";
import { receiveForms } from "../../../platform/node/uploads.ts";
import { LIMITS, type OpenEngine } from "../../factories.ts";
import { openBucket, type TestBucket } from "../../node/s3.ts";
import * as node from "../node/engine.ts";

export const { engineName } = node;

let bucket: Promise<TestBucket> | undefined;

afterAll(async () => (await bucket)?.close());

/** As on Node, but with the media in a bucket, in a separate folder for each engine. */
export async function openEngine(limits: UploadLimits = LIMITS): Promise<OpenEngine> {
  bucket ??= openBucket();
  const { name, access } = await bucket;
  const { database, files } = await node.openEngine(limits);
  const { store, blobs } = openMedia({
    dataDir: mkdtempSync(join(tmpdir(), "btd6-index-bucket-")),
    mediaStore: { bucket: name, prefix: `${crypto.randomUUID()}/` },
    s3: access,
  });
  return { database, media: store, receiveForm: receiveForms(blobs, limits), files };
}

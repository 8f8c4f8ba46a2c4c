import { once } from "node:events";
import { mkdtempSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { mediumOf } from "../../app/features/media/medium.server.ts";
import { hashOf } from "../../server/media/store.ts";
import { openBucket, type TestBucket } from "../../test/node/s3.ts";
import type { S3Access } from "../shared/s3/place.ts";
import { openMedia } from "./media.ts";

let bucket: TestBucket;

beforeAll(async () => {
  bucket = await openBucket();
});

afterAll(() => bucket.close());

const BYTES = new Uint8Array([1, 2, 3]);
const newFolder = (): string => mkdtempSync(join(tmpdir(), "btd6-index-media-"));

const open = (access: Partial<S3Access> = {}, dataDir = newFolder()) =>
  openMedia({
    dataDir,
    mediaStore: { bucket: bucket.name, prefix: "site/" },
    s3: { ...bucket.access, ...access },
  });

/** Nobody listens there. */
const AWAY = { endpoint: "http://127.0.0.1:9" };

test("a settled file is in the bucket and no longer on disk; settling it again renews its time", async () => {
  const dataDir = newFolder();
  const { store, blobs } = open({}, dataDir);
  const hash = await hashOf(BYTES);
  const commit = async (): Promise<Date | undefined> => {
    const file = await blobs.begin();
    await file.append(BYTES);
    await file.finish();
    await file.commit(hash);
    for await (const found of store.list()) return found.modifiedAt;
    return undefined;
  };
  const first = await commit();
  const again = await commit();
  expect(first && again && again > first).toBe(true);
  expect(readdirSync(join(dataDir, "media/incoming"))).toEqual([]);
  const body = (await store.read(hash, null)) as ReadableStream<Uint8Array<ArrayBuffer>>;
  expect(new Uint8Array(await new Response(body).arrayBuffer())).toEqual(BYTES);
});

test("a bucket that refuses access prevents the start; an unreachable one does not", async () => {
  await expect(open().check(() => {})).resolves.toBeUndefined();
  await expect(open({ secretAccessKey: "wrong" }).check(() => {})).rejects.toThrow(
    "MEDIA_STORE cannot be used. The bucket refused to GET its list: SignatureDoesNotMatch",
  );
  const said: string[] = [];
  await open(AWAY).check((line) => said.push(line));
  expect(said).toEqual([expect.stringContaining("cannot be reached. Pages are served")]);
});

test("while the bucket is unreachable, files are refused with 503, and none is reported missing", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  const { store, blobs } = open(AWAY);
  const hash = await hashOf(BYTES);
  const refused = { status: 503, message: "media-out-of-reach" };
  await expect(store.sizeOf(hash)).rejects.toMatchObject(refused);
  await expect(store.read(hash, null)).rejects.toMatchObject(refused);
  const file = await blobs.begin();
  await file.finish();
  await expect(file.commit(hash)).rejects.toMatchObject(refused);
  await file.discard();
  const entry = { key: "k", hash, contentType: "image/png", bytes: 3, thumbnail: null };
  const media = { findByKey: async () => entry };
  expect(await mediumOf("k", { data: { media }, media: store })).toEqual({
    contentType: "image/png",
    isMissing: false,
  });
  expect(error).toHaveBeenCalledTimes(4);
  error.mockRestore();
});

test("a page waits for a bucket that accepts and is silent once, and says of no file that it is missing", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  let asked = 0;
  const silent = createServer(() => {
    asked += 1;
  }).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const { store } = open({ endpoint: `http://127.0.0.1:${port}` });
  const entry = { key: "k", hash: await hashOf(BYTES), contentType: "image/png", bytes: 3, thumbnail: null };
  const where = { data: { media: { findByKey: async () => entry } }, media: store };
  for (let page = 1; page <= 3; page += 1)
    expect(await mediumOf("k", where)).toEqual({ contentType: "image/png", isMissing: false });
  expect(asked).toBe(1);
  silent.closeAllConnections();
  silent.close();
  error.mockRestore();
});

test("whoever sends a file to a bucket that accepts and is silent is told so within fifteen seconds", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  let asked = 0;
  const silent = createServer(() => {
    asked += 1;
  }).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const { blobs } = open({ endpoint: `http://127.0.0.1:${port}` });
  const file = await blobs.begin();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    const refused = expect(file.commit("a".repeat(64))).rejects.toMatchObject({ status: 503 });
    while (asked === 0) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(15_000);
    await refused;
    expect(asked).toBe(1);
  } finally {
    vi.useRealTimers();
    error.mockRestore();
    silent.closeAllConnections();
    silent.close();
  }
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { hashOf, type StoredBlob } from "../../../server/media/store.ts";
import { openBucket, type TestBucket } from "../../../test/node/s3.ts";
import { mediaInBucket } from "../../node/media.ts";

let bucket: TestBucket;

beforeAll(async () => {
  bucket = await openBucket();
});

afterAll(() => bucket.close());

const BYTES = new TextEncoder().encode("some bytes");
const PREFIX = "site/";

/** A store with one blob, and the only entry of its list. */
async function withBlob() {
  const s3 = bucket.client();
  const store = mediaInBucket(s3, PREFIX);
  const hash = await hashOf(BYTES);
  await store.write(hash, BYTES);
  const listed = async (): Promise<StoredBlob> => {
    for await (const blob of store.list()) return blob;
    throw new Error("The list is empty.");
  };
  return { s3, store, hash, listed };
}

test("a blob that was renewed since it was listed is not removed, even within the same second", async () => {
  const { s3, store, hash, listed } = await withBlob();
  await s3.renew(`${PREFIX}${hash}`);
  // The nearest two times that a list can tell apart.
  const before = new Date((await listed()).modifiedAt.getTime() - 1);
  expect(await store.remove({ hash, modifiedAt: before })).toBe(false);
  expect(await store.sizeOf(hash)).toBe(BYTES.length);
});

test("a blob that is as it was listed is removed, and removing it again is no error", async () => {
  const { store, hash, listed } = await withBlob();
  const blob = await listed();
  expect(await store.remove(blob)).toBe(true);
  expect(await store.sizeOf(hash)).toBe(null);
  expect(await store.remove(blob)).toBe(true);
});

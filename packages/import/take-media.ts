import { type KnownFile, saveFile } from "../../app/features/import/repository.server.ts";
import {
  HEAD_BYTES,
  isPicture,
  type PictureType,
  typeOf,
  type VideoType,
} from "../../domain/media/media-kinds.ts";
import type { Importing } from "./import.ts";
import {
  type Bucket,
  type BucketObject,
  type IncomingMedia,
  incomingMedia,
  type TakenFile,
} from "./media.ts";

/** Files taken in at a time: with a remote bucket most of the time is spent waiting. */
const AT_ONCE = 4;

/** The largest picture that is taken in, in bytes: it is in memory twice while its metadata is removed. */
const LARGEST_PICTURE = 200 * 1024 * 1024;

/**
 * How long a file taken in counts as stored while no row names it, in milliseconds: such blobs are swept after a day.
 */
const KNOWN_FOR = 12 * 60 * 60 * 1000;

export interface MediaTaker {
  /** Stores a file of that type and returns what it is stored as, or the rule by which it is left over. */
  take(key: string, type: PictureType | VideoType, chunks: AsyncIterable<Uint8Array>): Promise<TakenFile>;
  isKept(hash: string): Promise<boolean>;
}

/**
 * Takes the files of a bucket into the site's media; without a taker, only looks at what each of them is. Each file is
 * recorded once it is taken in, so that an interrupted run continues with the next one.
 */
export async function takeMedia(
  bucket: Bucket,
  taker: MediaTaker | null,
  importing: Importing,
): Promise<IncomingMedia> {
  const { database, data, now, progress } = importing;
  const known = new Map((await data.imports.findFiles()).map((each) => [each.source, each]));
  const all: BucketObject[] = [];
  for await (const object of bucket.list()) all.push(object);
  const total = all.reduce((sum, { bytes }) => sum + bytes, 0);
  const files = new Map<string, TakenFile>();
  let done = 0;
  await forEach(all, async (object) => {
    const { key, bytes, modifiedAt } = object;
    const before = known.get(key);
    let file = before && isSame(before, object) ? await stillKnown(before, taker, importing) : null;
    if (file === null) {
      file = await take(bucket, object, taker);
      const noted = { source: key, bytes, modifiedAt, result: JSON.stringify(file), at: now().toISOString() };
      if (taker !== null) await database.atomic([saveFile(noted)]);
    }
    files.set(key, file);
    done += bytes;
    progress("taking in files", done, total);
  });
  return incomingMedia(
    all.map((object) => ({ object, file: files.get(object.key) ?? { rule: "file-gone" } })),
  );
}

/** Runs `work` for each item, some at a time. The first failure is thrown once the work under way has ended. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const failures: unknown[] = [];
  async function worker(): Promise<void> {
    for (const item of left) {
      if (failures.length > 0) return;
      await work(item).catch((error: unknown) => failures.push(error));
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (failures.length > 0) throw failures[0];
}

const isSame = (known: KnownFile, { bytes, modifiedAt }: BucketObject): boolean =>
  known.bytes === bytes && known.modifiedAt === modifiedAt;

/** Returns what became of a file earlier; null if its blob may be gone. */
async function stillKnown(
  { result, at }: KnownFile,
  taker: MediaTaker | null,
  { data, now }: Importing,
): Promise<TakenFile | null> {
  const file = JSON.parse(result) as TakenFile;
  if (file.rule !== undefined || taker === null) return file;
  const isSafe = now().getTime() - Date.parse(at) < KNOWN_FOR || (await data.media.isNamed(file.hash));
  return isSafe && (await taker.isKept(file.hash)) ? file : null;
}

async function take(
  bucket: Bucket,
  { key, bytes }: BucketObject,
  taker: MediaTaker | null,
): Promise<TakenFile> {
  if (bytes === 0) return { rule: "empty-file" };
  const chunks = await bucket.read(key, taker === null ? HEAD_BYTES : null);
  if (chunks === null) return { rule: "file-gone" };
  const file = await begun(chunks);
  try {
    const type = typeOf(file.head);
    if (type === null) return { rule: "file-of-other-kind" };
    if (isPicture(type) && bytes > LARGEST_PICTURE) return { rule: "file-too-large" };
    // A dry run computes no hash, so a placeholder stands for a file that is not here yet.
    if (taker === null) return { hash: `to be taken: ${key}`, content_type: type, bytes, thumbnail: null };
    return await taker.take(key, type, file.chunks);
  } finally {
    await file.end();
  }
}

/** Reads the beginning of a file. */
async function begun(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  for (let bytes = 0; bytes < HEAD_BYTES; ) {
    const { value, done } = await chunks.next();
    if (done) break;
    read.push(value);
    bytes += value.length;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* read;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  const head = new Uint8Array(await new Blob(read as Uint8Array<ArrayBuffer>[]).arrayBuffer());
  return {
    head: head.subarray(0, HEAD_BYTES),
    chunks: all(),
    end: async () => void (await chunks.return?.()),
  };
}

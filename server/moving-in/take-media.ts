import { HEAD_BYTES, typeOf } from "../../derive/media-kinds.ts";
import { type KnownFile, knownFiles } from "../data/moving-in.ts";
import type { Acting } from "./act.ts";
import type { IncomingMedia } from "./import.ts";
import { type Bucket, type BucketObject, incomingMedia, type TakenFile } from "./media.ts";

/** Files after which it is noted how far it is: what comes after that is taken once more when it is cut off. */
const NOTED_EVERY = 20;

/** Blobs that nobody names are swept after a day: what was taken in half a day before is taken anew. */
const KNOWN_FOR = 12 * 60 * 60 * 1000;

/**
 * Takes the files of a bucket into the site's media, or (`isDry`) only looks at what each of them is. What was taken in
 * before it was cut off is not taken once more.
 */
export async function takeMedia(
  bucket: Bucket,
  isDry: boolean,
  acting: Acting,
  isKept: (hash: string) => Promise<boolean>,
): Promise<IncomingMedia> {
  const { database, now, progress } = acting;
  const known = new Map((await knownFiles(database).findAll()).map((each) => [each.source, each]));
  const all: BucketObject[] = [];
  for await (const object of bucket.list()) all.push(object);
  const total = all.reduce((sum, { bytes }) => sum + bytes, 0);
  const objects = new Map<string, { object: BucketObject; file: TakenFile }>();
  let done = 0;
  let fresh: KnownFile[] = [];
  const note = async (): Promise<void> => {
    if (fresh.length > 0) await knownFiles(database).save(fresh);
    fresh = [];
  };
  for (const object of all) {
    const before = known.get(object.key);
    const file =
      (before && (await stillKnown(before, object, now(), isKept))) ?? (await take(bucket, object, isDry));
    if (!isDry && file !== undefined) {
      const { key: source, bytes, modifiedAt } = object;
      fresh.push({ source, bytes, modifiedAt, result: JSON.stringify(file), at: now().toISOString() });
      if (fresh.length >= NOTED_EVERY) await note();
    }
    objects.set(object.key, { object, file });
    done += object.bytes;
    progress("taking in files", done, total);
  }
  await note();
  return incomingMedia(objects);
}

/** What became of a file when it was looked at before; null: it is another one now, or may be gone. */
async function stillKnown(
  { bytes, modifiedAt, result, at }: KnownFile,
  object: BucketObject,
  now: Date,
  isKept: (hash: string) => Promise<boolean>,
): Promise<TakenFile | null> {
  if (bytes !== object.bytes || modifiedAt !== object.modifiedAt) return null;
  const file = JSON.parse(result) as TakenFile;
  if (file.rule !== undefined) return file;
  const isFresh = now.getTime() - Date.parse(at) < KNOWN_FOR;
  return isFresh || (await isKept(file.hash)) ? file : null;
}

async function take(bucket: Bucket, object: BucketObject, isDry: boolean): Promise<TakenFile> {
  if (object.bytes === 0) return { rule: "empty-file" };
  const type = typeOf(await bucket.head(object.key, HEAD_BYTES));
  if (type === null) return { rule: "file-of-other-kind" };
  // A dry run knows no hash: it stands for a file that is not here yet.
  if (isDry)
    return { hash: `to be taken: ${object.key}`, content_type: type, bytes: object.bytes, thumbnail: null };
  return bucket.take(object, type);
}

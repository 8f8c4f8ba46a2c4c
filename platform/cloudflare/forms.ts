import type { ImagesBinding, R2Bucket } from "@cloudflare/workers-types";
import { patched } from "../../domain/media/containers/index.ts";
import type { PictureType, VideoType } from "../../domain/media/media-kinds.ts";
import type { UploadLimits } from "../../domain/media/upload-limits.ts";
import { Unavailable } from "../../server/errors.ts";
import type { ReceivedFile, ReceiveForm, Sender } from "../../server/forms.ts";
import { privateIn, stripMetadata } from "../../server/media/strip.ts";
import {
  type FileSink,
  type IncomingFile,
  RETRY_AFTER,
  receiveInto,
  UploadPlace,
  UploadPlaces,
} from "../shared/forms/receive.ts";
import { inPieces } from "./bodies.ts";
import { storeIncoming, type Unfinished } from "./unfinished.ts";

/**
 * Reads forms on workerd and streams their files into a bucket: a few megabytes of a video are in memory at a time, but
 * all of a picture. Thumbnails are made if Cloudflare Images are bound.
 */
export function receiveForms(
  bucket: R2Bucket,
  limits: UploadLimits,
  images: ImagesBinding | undefined,
): ReceiveForm {
  // For this isolate; the others have memory of their own.
  const [places, pictures] = [new UploadPlaces(), { bytes: 0 }];
  const receive = receiveInto(
    (sender) => new BucketSink(sender, { bucket, images, places, pictures }),
    limits,
  );
  return async ({ headers, body }, ...rest) => {
    const pieces = body && inPieces(body);
    try {
      return await receive({ headers, body: pieces?.stream ?? null }, ...rest);
    } catch (error) {
      await pieces?.readRest();
      throw error;
    }
  };
}

interface Shared {
  readonly bucket: R2Bucket;
  readonly images: ImagesBinding | undefined;
  readonly places: UploadPlaces;
  /** The bytes of pictures that are in memory. */
  readonly pictures: { bytes: number };
}

/**
 * The most bytes of pictures in memory at once, beyond a single one: each takes three times its size, of the 128 MB of
 * an isolate.
 */
const MOST_PICTURES = 26 * 1024 * 1024;

/** The files of one form, on their way into a bucket. */
class BucketSink implements FileSink {
  readonly #shared: Shared;
  readonly #taken: Unfinished[] = [];
  readonly place: UploadPlace;

  constructor(sender: Sender, shared: Shared) {
    this.place = new UploadPlace(sender);
    this.#shared = shared;
  }

  enter(): void {
    this.#shared.places.take(this.place);
  }

  async takePicture(type: PictureType, { field, name, chunks }: IncomingFile): Promise<ReceivedFile> {
    const { pictures, images } = this.#shared;
    let own = 0;
    try {
      const whole = await readAll(chunks, (more) => {
        own += more;
        pictures.bytes += more;
        if (pictures.bytes > own && pictures.bytes > MOST_PICTURES)
          throw new Unavailable(RETRY_AFTER, "too-many-uploads");
      });
      const picture = stripMetadata(whole, type, name);
      const small = await makeThumbnail(images, picture);
      const { hash, bytes } = await this.#take([picture]);
      const thumbnail = small && (await this.#take([small])).hash;
      return { field, hash, contentType: type, bytes, thumbnail };
    } finally {
      pictures.bytes -= own;
    }
  }

  async takeVideo(
    type: VideoType,
    { field, name, chunks }: IncomingFile,
    takesCut = false,
  ): Promise<ReceivedFile> {
    const sent = await this.#take(chunks);
    const patches = await privateIn(type, sent.readable, name, takesCut);
    const { hash, bytes } =
      patches.length === 0 ? sent : await this.#take(patched(await sent.chunks(), patches));
    if (hash !== sent.hash) await this.#drop(sent);
    return { field, hash, contentType: type, bytes, thumbnail: null };
  }

  async commit(): Promise<void> {
    for (const file of this.#taken) await file.commit();
  }

  async close(): Promise<void> {
    this.#shared.places.leave(this.place);
    for (const file of this.#taken) await file.discard();
  }

  async #drop(file: Unfinished): Promise<void> {
    this.#taken.splice(this.#taken.indexOf(file), 1);
    await file.discard();
  }

  async #take(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<Unfinished> {
    const file = await storeIncoming(this.#shared.bucket, chunks);
    this.#taken.push(file);
    return file;
  }
}

/** @param count is given the bytes of each chunk, and may throw */
async function readAll(
  chunks: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) {
    count(chunk.length);
    all.push(chunk);
  }
  return Buffer.concat(all);
}

/** The same as on Node (platform/node/thumbnails.ts): the longer side in pixels, and the quality. */
const SIDE = 480;
const QUALITY = 78;

/**
 * Makes a small still WebP of a picture with Cloudflare Images; null if that is not bound, if none could be made, or if
 * it would be larger than the picture itself.
 */
async function makeThumbnail(
  images: ImagesBinding | undefined,
  picture: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!images) return null;
  try {
    const stream = new Blob([picture]).stream() as unknown as Parameters<ImagesBinding["input"]>[0];
    const small = await images
      .input(stream)
      .transform({ width: SIDE, height: SIDE, fit: "scale-down" })
      .output({ format: "image/webp", quality: QUALITY, anim: false });
    const bytes = new Uint8Array(await small.response().arrayBuffer());
    return bytes.length < picture.length ? bytes : null;
  } catch {
    return null;
  }
}

import type { PictureType, VideoType } from "../../derive/media-kinds.ts";
import type { UploadLimits } from "../../derive/upload-limits.ts";
import { hashOf, type MediaStore } from "../../server/media/store.ts";
import { stripMetadata } from "../../server/media/strip.ts";
import type { ReceivedFile, ReceiveForm } from "../../server/media/uploads.ts";
import { type FileSink, type IncomingFile, receiveInto } from "../forms/receive.ts";

/**
 * Reads forms on workerd and puts their files into the store. The files of a form are in memory until it is whole, which
 * the Workers' own limits (100 MB a request, 128 MB of memory) hold down: set MEDIA_MAX_TOTAL_MB to 50 or less there. No
 * thumbnails: sharp does not run in Workers.
 */
export const receiveForms = (media: MediaStore, limits: UploadLimits): ReceiveForm =>
  receiveInto(() => new MemorySink(media), limits);

/** The files of one form, in memory until all are there. */
class MemorySink implements FileSink {
  readonly #media: MediaStore;
  readonly #taken = new Map<string, Uint8Array>();

  constructor(media: MediaStore) {
    this.#media = media;
  }

  /** Bounds nothing: there are many isolates, which know nothing of each other. */
  enter(): void {}

  async takePicture(type: PictureType, { field, name, chunks }: IncomingFile): Promise<ReceivedFile> {
    return this.#take(field, type, stripMetadata(await readAll(chunks), type, name));
  }

  async takeVideo(type: VideoType, { field, chunks }: IncomingFile): Promise<ReceivedFile> {
    return this.#take(field, type, await readAll(chunks));
  }

  async settle(): Promise<void> {
    for (const [hash, bytes] of this.#taken) await this.#media.write(hash, bytes);
  }

  async close(): Promise<void> {
    this.#taken.clear();
  }

  async #take(
    field: string,
    contentType: PictureType | VideoType,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<ReceivedFile> {
    const hash = await hashOf(bytes);
    this.#taken.set(hash, bytes);
    return { field, hash, contentType, bytes: bytes.length, thumbnail: null };
  }
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

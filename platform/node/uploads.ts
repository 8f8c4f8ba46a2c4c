import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { patched } from "../../domain/media/containers/index.ts";
import type { Readable } from "../../domain/media/containers/reader.ts";
import type { PictureType, VideoType } from "../../domain/media/media-kinds.ts";
import type { UploadLimits } from "../../domain/media/upload-limits.ts";
import { StorageFull } from "../../server/errors.ts";
import type { ReceivedFile, ReceiveForm, Sender } from "../../server/forms.ts";
import { privateIn, stripMetadata } from "../../server/media/strip.ts";
import {
  type FileSink,
  type IncomingFile,
  receiveInto,
  UploadPlace,
  UploadPlaces,
} from "../shared/forms/receive.ts";
import { type BlobFolder, isFull, type UnfinishedFile } from "./blob-folder.ts";
import { FairWorkQueue } from "./fair-queue.ts";
import { countScans, makeThumbnail } from "./thumbnails.ts";

/** Begins files that become blobs. */
export type BlobWriter = Pick<BlobFolder, "begin">;

/**
 * Reads forms and puts their files where `blobs` commits them; the store of the same place serves them.
 *
 * @param timeoutMs how long to wait for a sender, in milliseconds
 */
export function receiveForms(blobs: BlobWriter, limits: UploadLimits, timeoutMs?: number): ReceiveForm {
  const receive = receiveInto(openSinks(blobs), limits, timeoutMs);
  return async (...form) => {
    try {
      return await receive(...form);
    } catch (error) {
      throw isFull(error) ? new StorageFull({ cause: error }) : error;
    }
  };
}

/** Opens sinks that put files where `blobs` commits them. Pictures lose their metadata and get a thumbnail. */
export function openSinks(blobs: BlobWriter): (sender: Sender) => FileSink {
  const shared = { blobs, places: new UploadPlaces(), pictures: new FairWorkQueue() };
  return (sender) => new BlobSink(sender, shared);
}

/** What all forms in progress share. */
interface Shared {
  readonly blobs: BlobWriter;
  readonly places: UploadPlaces;
  /** The turns for holding a picture in memory. */
  readonly pictures: FairWorkQueue;
}

/** A file that is to become a blob, complete and safely on disk. */
interface Written {
  readonly file: UnfinishedFile;
  /** SHA-256, hex. */
  readonly hash: string;
}

/** The files of one form, on disk until all have arrived. */
class BlobSink implements FileSink {
  readonly #shared: Shared;
  /** Every file that was begun for it. */
  readonly #begun: UnfinishedFile[] = [];
  readonly #written: Written[] = [];
  readonly place: UploadPlace;

  constructor(sender: Sender, shared: Shared) {
    this.place = new UploadPlace(sender);
    this.#shared = shared;
  }

  enter(): void {
    this.#shared.places.take(this.place);
  }

  /**
   * Takes a picture in via the disk, so that it takes no memory while it arrives, which may be slow. Only one picture
   * at a time is in memory, to have its metadata stripped.
   */
  async takePicture(type: PictureType, { field, name, chunks }: IncomingFile): Promise<ReceivedFile> {
    const sent = await this.#begin();
    for await (const chunk of chunks) await sent.append(chunk);
    await sent.finish(false);
    const sender = this.place.sender.id;
    const { bytes, scans, stored } = await this.#shared.pictures.take(sender, async () => {
      const picture = stripMetadata(await readFile(sent.path), type, name);
      await sent.discard();
      const scans = type === "image/jpeg" ? countScans(picture) : 1;
      return { bytes: picture.length, scans, stored: await this.#write([picture]) };
    });
    const small = await makeThumbnail({ path: stored.file.path, bytes, scans, sender });
    const thumbnail = small && (await this.#write([small])).hash;
    return { field, hash: stored.hash, contentType: type, bytes, thumbnail };
  }

  async takeVideo(
    type: VideoType,
    { field, name, chunks }: IncomingFile,
    takesCut = false,
  ): Promise<ReceivedFile> {
    let bytes = 0;
    async function* measured(): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        yield chunk;
      }
    }
    const sent = await this.#write(measured());
    const { path } = sent.file;
    const patches = await reading(path, bytes, (file) => privateIn(type, file, name, takesCut));
    const { hash } =
      patches.length === 0 ? sent : await this.#write(patched(createReadStream(path), patches));
    if (hash !== sent.hash) await this.#drop(sent);
    return { field, hash, contentType: type, bytes, thumbnail: null };
  }

  async commit(): Promise<void> {
    for (const { file, hash } of this.#written) await file.commit(hash);
  }

  async close(): Promise<void> {
    this.#shared.places.leave(this.place);
    for (const file of this.#begun) await file.discard();
  }

  /** Begins a file that is removed at the end of the form unless it is settled by then. */
  async #begin(): Promise<UnfinishedFile> {
    const file = await this.#shared.blobs.begin();
    this.#begun.push(file);
    return file;
  }

  async #drop(written: Written): Promise<void> {
    this.#written.splice(this.#written.indexOf(written), 1);
    await written.file.discard();
  }

  /** Writes a file that is to become a blob, hashing it on the way. It is safely on disk when this resolves. */
  async #write(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<Written> {
    const file = await this.#begin();
    const hash = createHash("sha256");
    for await (const chunk of chunks) {
      hash.update(chunk);
      await file.append(chunk);
    }
    await file.finish();
    const written = { file, hash: hash.digest("hex") };
    this.#written.push(written);
    return written;
  }
}

/** Lets any part of a file on disk be read, for as long as the work takes. */
async function reading<Result>(
  path: string,
  size: number,
  work: (file: Readable) => Promise<Result>,
): Promise<Result> {
  const file = await open(path);
  try {
    return await work({
      size,
      async read(from, length) {
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, from);
        return buffer.subarray(0, bytesRead);
      },
    });
  } finally {
    await file.close();
  }
}

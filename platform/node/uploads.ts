import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import type { UploadLimits } from "../../derive/upload-limits.ts";
import { AppError, BadForm, TooLarge } from "../../server/errors.ts";
import { countBody, type FilePart, FormParts, formBody, TEXT_LIMITS } from "../../server/media/form-parts.ts";
import { HEAD_BYTES, isPicture, type PictureType, type VideoType } from "../../server/media/kinds.ts";
import { stripMetadata } from "../../server/media/strip.ts";
import type { ReceivedFile, ReceiveForm } from "../../server/media/uploads.ts";
import { type BlobFolder, blobFolder } from "./blob-folder.ts";
import { makeThumbnail } from "./thumbnails.ts";

/** A file that is whole and safe on disk, but not yet under its blob name. */
interface Written {
  readonly path: string;
  readonly hash: string;
}

/** The files of one form on their way in: all become blobs together, or none stays. */
interface Incoming {
  readonly blobs: BlobFolder;
  readonly written: Written[];
}

/** How long a sender may be silent in the middle of a form, in milliseconds. */
const LONGEST_SILENCE = 120_000;

/** Reads forms and puts their files into a folder of blobs (`mediaFiles` of the same folder serves them). */
export function receiveForms(
  folder: string,
  limits: UploadLimits,
  longestSilence = LONGEST_SILENCE,
): ReceiveForm {
  const blobs = blobFolder(folder);
  return async (request, fileFields) => {
    const body = formBody(request, limits);
    const parts = new FormParts(limits, fileFields);
    const incoming: Incoming = { blobs, written: [] };
    try {
      const headers = { "content-type": request.headers.get("Content-Type") ?? "" };
      const files = await readForm(headers, chunksOf(body, limits, longestSilence), parts, incoming);
      // Only now that the form is whole: from here to the row that names them is no time for the sweeper.
      for (const { path, hash } of incoming.written) await blobs.settle(path, hash);
      return { texts: parts.texts, files };
    } finally {
      for (const { path } of incoming.written) await rm(path, { force: true });
    }
  };
}

/** The chunks of a body. Throws TooLarge when there are too many, BadForm when the sender falls silent. */
async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  limits: UploadLimits,
  longestSilence: number,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (let bytes = 0; ; ) {
    const { value, done } = await withinTime(reader.read(), longestSilence);
    if (done) return;
    bytes += value.length;
    countBody(bytes, limits);
    yield value;
  }
}

async function withinTime<Value>(waiting: Promise<Value>, milliseconds: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(cutOff()), milliseconds);
    timer.unref();
  });
  return Promise.race([waiting, silence]).finally(() => clearTimeout(timer));
}

const cutOff = (): BadForm => new BadForm("The form did not come in whole. Please send it again.");

/** Takes a body apart. Whatever is wrong with it ends the reading at once; what was written until then is the caller's. */
async function readForm(
  headers: { readonly "content-type": string },
  body: AsyncIterable<Uint8Array>,
  parts: FormParts,
  incoming: Incoming,
): Promise<ReceivedFile[]> {
  const parser = openParser(headers);
  const files: ReceivedFile[] = [];
  let failure: unknown;
  const fail = (error: unknown): void => {
    failure ??= error;
    parser.destroy(cutOff());
  };
  // One file after the other: the parser waits meanwhile, and so does the sender.
  let taking: Promise<void> = Promise.resolve();
  parser.on("file", (field, stream, { filename }) => {
    // Heard here too, because the stream may be cut off before it is its turn.
    stream.on("error", () => {});
    taking = taking.then(() => takeFile(field, filename ?? "", stream, parts, incoming, files)).catch(fail);
  });
  parser.on("field", (name, value, { valueTruncated, nameTruncated }) => {
    try {
      parts.addText(name, value ?? "", valueTruncated || nameTruncated);
    } catch (error) {
      fail(error);
    }
  });
  parser.on("partsLimit", () =>
    fail(new TooLarge(`The form has too many parts: ${TEXT_LIMITS.parts} at most.`)),
  );
  await pipeline(body, parser).catch((error: unknown) => {
    failure ??= error instanceof AppError ? error : cutOff();
  });
  await taking;
  if (failure !== undefined) throw failure;
  return files;
}

function openParser(headers: { readonly "content-type": string }): busboy.Busboy {
  try {
    return busboy({
      headers,
      defParamCharset: "utf8",
      limits: {
        // One more than is taken, so that what is just as long as it may be is not cut.
        fieldNameSize: TEXT_LIMITS.nameBytes + 1,
        fieldSize: TEXT_LIMITS.valueBytes + 1,
        parts: TEXT_LIMITS.parts + 1,
        headerPairs: 20,
      },
    });
  } catch {
    // A multipart form without a boundary.
    throw new BadForm("The form cannot be read: its Content-Type is malformed.");
  }
}

/** Reads one file to its end; what comes of it is added to `files`. */
async function takeFile(
  field: string,
  filename: string,
  stream: Readable,
  parts: FormParts,
  incoming: Incoming,
  files: ReceivedFile[],
): Promise<void> {
  const chunks = wholeOrCutOff(stream);
  const head = await readHead(chunks);
  if (head.length === 0 && filename === "") return;
  const part = parts.addFile(field, filename);
  const type = part.typeOf(head);
  part.count(type, head.length);
  const rest = countedAs(type, part, chunks);
  const take = isPicture(type)
    ? takePicture(type, part, head, rest, incoming)
    : takeVideo(type, part, head, rest, incoming);
  files.push(await take);
}

/** The chunks of a file; a stream that breaks is a form that did not come in whole. */
async function* wholeOrCutOff(stream: Readable): AsyncGenerator<Buffer, void> {
  try {
    yield* stream;
  } catch {
    throw cutOff();
  }
}

async function* countedAs(
  type: PictureType | VideoType,
  part: FilePart,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    part.count(type, chunk.length);
    yield chunk;
  }
}

/** Enough of a file to tell what it is, or all of it. */
async function readHead(chunks: AsyncGenerator<Buffer, void>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const { value, done } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  return head;
}

async function takePicture(
  type: PictureType,
  { field, name }: FilePart,
  head: Buffer,
  rest: AsyncIterable<Buffer>,
  incoming: Incoming,
): Promise<ReceivedFile> {
  const chunks = [head];
  for await (const chunk of rest) chunks.push(chunk);
  const picture = stripMetadata(Buffer.concat(chunks), type, name);
  const thumbnail = await makeThumbnail(picture);
  return {
    field,
    hash: await write(incoming, [picture]),
    contentType: type,
    bytes: picture.length,
    thumbnail: thumbnail && (await write(incoming, [thumbnail])),
  };
}

async function takeVideo(
  type: VideoType,
  { field }: FilePart,
  head: Buffer,
  rest: AsyncIterable<Buffer>,
  incoming: Incoming,
): Promise<ReceivedFile> {
  let bytes = 0;
  async function* all(): AsyncGenerator<Buffer> {
    bytes = head.length;
    yield head;
    for await (const chunk of rest) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  const hash = await write(incoming, all());
  return { field, hash, contentType: type, bytes, thumbnail: null };
}

/** Writes an unfinished file and hashes it on the way; it is safe on disk when this answers its hash. */
async function write(
  { blobs, written }: Incoming,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<string> {
  const path = await blobs.unfinished();
  const hash = createHash("sha256");
  const file = await open(path, "wx");
  // Noted first: the caller removes it whatever happens from here on.
  const entry = { path, hash: "" };
  written.push(entry);
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      await file.appendFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  entry.hash = hash.digest("hex");
  return entry.hash;
}

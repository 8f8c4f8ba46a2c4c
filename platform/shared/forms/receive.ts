import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import {
  MOST_FORM_BYTES,
  UPLOAD_LEAST_BYTES_PER_MS,
  UPLOAD_TIMEOUT_MS,
  UPLOADS_IN_ALL,
  UPLOADS_OF_ACCOUNT,
  UPLOADS_OF_NETWORK,
} from "../../../domain/limits.ts";
import {
  HEAD_BYTES,
  isPicture,
  type PictureType,
  type VideoType,
} from "../../../domain/media/media-kinds.ts";
import type { UploadLimits } from "../../../domain/media/upload-limits.ts";
import { AppError, BadForm, TooLarge, Unavailable } from "../../../server/errors.ts";
import {
  type FilePart,
  type FormBody,
  FormParts,
  formBody,
  type ReceivedFile,
  type ReceiveForm,
  type Sender,
  TEXT_LIMITS,
} from "../../../server/forms.ts";

const FOR_HELPERS = 2;

/** How long an upload may take, in milliseconds, before it may have to make room for another. */
const UNDISTURBED = 10_000;

/** When somebody who was turned away may retry, in seconds. */
export const RETRY_AFTER = 30;

/** A form, and the place that it takes if it has files. */
export class UploadPlace {
  readonly sender: Sender;
  readonly #since = performance.now();
  readonly #ended = new AbortController();
  #bytes = 0;

  constructor(sender: Sender) {
    this.sender = sender;
  }

  /** Aborted, with the reason to tell, when the form has to make room. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Notes how many bytes of the form have arrived. */
  note(bytes: number): void {
    this.#bytes = bytes;
  }

  get age(): number {
    return performance.now() - this.#since;
  }

  /** Bytes per millisecond on average. */
  get rate(): number {
    return this.#bytes / this.age;
  }

  end(): void {
    this.#ended.abort(new AppError(408, "form-made-room"));
  }
}

/** The places for uploads in progress: an upload takes disk and processor time while it lasts. */
export class UploadPlaces {
  readonly #taken = new Set<UploadPlace>();

  /**
   * Takes a place for a form, unless it has one. If all are taken, the slowest upload ends, unless all have just begun.
   * Throws Unavailable, and the reason why the form has been ended.
   */
  take(place: UploadPlace): void {
    place.ended.throwIfAborted();
    if (this.#taken.has(place)) return;
    const { sender } = place;
    const all = [...this.#taken];
    if (all.filter((each) => each.sender.id === sender.id).length >= UPLOADS_OF_ACCOUNT)
      throw new Unavailable(RETRY_AFTER, "too-many-own-uploads", { most: UPLOADS_OF_ACCOUNT });
    const neighbours = membersIn(all).filter((each) => each.sender.network === sender.network);
    if (!sender.isHelper && sender.network !== undefined && neighbours.length >= UPLOADS_OF_NETWORK)
      throw new Unavailable(RETRY_AFTER, "too-many-uploads");
    const isFull = !sender.isHelper && membersIn(all).length >= UPLOADS_IN_ALL - FOR_HELPERS;
    if (isFull || all.length >= UPLOADS_IN_ALL) {
      const [slowest] = membersIn(all)
        .filter(({ age }) => age >= UNDISTURBED)
        .sort((one, other) => one.rate - other.rate);
      if (!slowest) throw new Unavailable(RETRY_AFTER, "too-many-uploads");
      this.leave(slowest);
      slowest.end();
    }
    this.#taken.add(place);
  }

  leave(place: UploadPlace): void {
    this.#taken.delete(place);
  }
}

const membersIn = (places: readonly UploadPlace[]): UploadPlace[] =>
  places.filter(({ sender }) => !sender.isHelper);

/** A file of a form while it arrives, of a kind that is accepted. */
export interface IncomingFile {
  readonly field: string;
  /** For messages. */
  readonly name: string;
  /** All its bytes, checked against the limits. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Where the files of one form go: all become blobs together, or none does. */
export interface FileSink {
  /**
   * Called when the form has a file, or is larger than one without files: takes one of the upload places. Throws
   * Unavailable.
   */
  enter(): void;
  readonly place: UploadPlace;
  /** Takes a picture, without its metadata. Throws BadForm if it is damaged. */
  takePicture(type: PictureType, file: IncomingFile): Promise<ReceivedFile>;
  /** Takes a video, without anything private in it. Throws BadForm if nobody could ever play it. */
  takeVideo(type: VideoType, file: IncomingFile, takesCut?: boolean): Promise<ReceivedFile>;
  /** The form is complete: makes its files blobs. The row that names them follows long before the sweeper would act. */
  commit(): Promise<void>;
  /** The form is over: removes what was not settled. */
  close(): Promise<void>;
}

/**
 * Reads forms, the same way on Node and on workerd, and hands their files to a sink of the platform.
 *
 * @param openSink opens the sink for one form of this sender
 * @param timeoutMs in milliseconds
 */
export function receiveInto(
  openSink: (sender: Sender) => FileSink,
  limits: UploadLimits,
  timeoutMs = UPLOAD_TIMEOUT_MS,
): ReceiveForm {
  return async (request, fileFields, sender, beforeFiles, valueBytes = TEXT_LIMITS.valueBytes) => {
    const body = formBody(request, limits, fileFields, valueBytes);
    const parts = new FormParts(limits, fileFields, valueBytes);
    const sink = openSink(sender);
    try {
      const headers = { "content-type": request.headers.get("Content-Type") ?? "" };
      const files = await readForm(headers, chunksOf(body, timeoutMs, sink), parts, {
        sink,
        ready: () => beforeFiles?.(parts.texts),
        valueBytes,
      });
      await sink.commit();
      return { texts: parts.texts, files };
    } finally {
      await sink.close();
    }
  };
}

/**
 * Yields the chunks of a body. Throws TooLarge when there are too many, a 408 when the sender falls silent, is too slow
 * or has to make room, and Unavailable when it is more than a small form and no place is free.
 */
async function* chunksOf(
  body: FormBody,
  timeoutMs: number,
  sink: Pick<FileSink, "enter" | "place">,
): AsyncGenerator<Uint8Array> {
  if (body.saidBytes > MOST_FORM_BYTES) sink.enter();
  const reader = body.stream.getReader();
  let left = timeoutMs;
  for (let bytes = 0; ; ) {
    const startedAt = performance.now();
    const { value, done } = await withinTime(reader.read(), left, sink.place.ended);
    if (done) return;
    left = Math.min(
      timeoutMs,
      left - (performance.now() - startedAt) + value.length / UPLOAD_LEAST_BYTES_PER_MS,
    );
    bytes += value.length;
    body.count(bytes);
    sink.place.note(bytes);
    if (bytes > MOST_FORM_BYTES) sink.enter();
    yield value;
  }
}

/** Throws a 408 after this time, and the reason of the signal when it is aborted. */
async function withinTime<Value>(
  waiting: Promise<Value>,
  milliseconds: number,
  ended: AbortSignal,
): Promise<Value> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const end = (): void => reject(ended.reason);
  if (ended.aborted) end();
  ended.addEventListener("abort", end);
  const timer = setTimeout(() => reject(tooSlow()), milliseconds);
  return Promise.race([waiting, over]).finally(() => {
    clearTimeout(timer);
    ended.removeEventListener("abort", end);
  });
}

const tooSlow = (): AppError => new AppError(408, "form-too-slow");

const cutOff = (): BadForm => new BadForm("form-cut-off");

/** What takes the files of a form. */
interface FileTaker {
  readonly sink: FileSink;
  /** Runs before the first file; throws if the form is refused. */
  readonly ready: () => Promise<void> | undefined;
  /** The most bytes of a text. */
  readonly valueBytes: number;
}

/** Parses a body. The first error ends the reading at once; files taken until then are the sink's to clean up. */
async function readForm(
  headers: { readonly "content-type": string },
  body: AsyncIterable<Uint8Array>,
  parts: FormParts,
  taker: FileTaker,
): Promise<ReceivedFile[]> {
  const parser = openParser(headers, taker.valueBytes);
  const files: ReceivedFile[] = [];
  let failure: unknown;
  let hasFailed = (): void => {};
  const failed = new Promise<void>((done) => {
    hasFailed = done;
  });
  const fail = (error: unknown): void => {
    failure ??= error;
    parser.destroy(cutOff());
    hasFailed();
  };
  // One file after the other: meanwhile the parser waits, and so does the sender.
  let taking: Promise<void> = Promise.resolve();
  parser.on("file", (field, stream, { filename }) => {
    // Handled here too, because the stream may be cut off before its turn comes.
    stream.on("error", () => {});
    taking = taking.then(() => takeFile(field, filename ?? "", stream, parts, taker, files)).catch(fail);
  });
  parser.on("field", (name, value, { valueTruncated, nameTruncated }) => {
    try {
      parts.addText(name, value ?? "", valueTruncated || nameTruncated);
    } catch (error) {
      fail(error);
    }
  });
  parser.on("partsLimit", () => fail(new TooLarge("too-many-parts", { most: TEXT_LIMITS.parts })));
  const read = pipeline(body, parser).catch((error: unknown) => {
    failure ??= error instanceof AppError ? error : cutOff();
  });
  // A refused form is answered at once, even if its sender has fallen silent.
  await Promise.race([read, failed]);
  await taking;
  if (failure !== undefined) throw failure;
  return files;
}

function openParser(headers: { readonly "content-type": string }, valueBytes: number): busboy.Busboy {
  try {
    return busboy({
      headers,
      defParamCharset: "utf8",
      limits: {
        // One more than allowed, so that a value of exactly the allowed length is not truncated.
        fieldNameSize: TEXT_LIMITS.nameBytes + 1,
        fieldSize: valueBytes + 1,
        parts: TEXT_LIMITS.parts + 1,
        headerPairs: 20,
      },
    });
  } catch {
    // A multipart form without a boundary.
    throw new BadForm("form-malformed");
  }
}

/** Reads one file to its end and adds the result to `files`. */
async function takeFile(
  field: string,
  filename: string,
  stream: Readable,
  parts: FormParts,
  { sink, ready }: FileTaker,
  files: ReceivedFile[],
): Promise<void> {
  const chunks = wholeOrCutOff(stream);
  const head = await readHead(chunks);
  if (head.length === 0 && filename === "") return;
  const part = parts.addFile(field, filename);
  if (files.length === 0) await ready();
  sink.enter();
  const type = part.typeOf(head);
  const file = { field, name: part.name, chunks: counted(type, part, head, chunks) };
  files.push(await (isPicture(type) ? sink.takePicture(type, file) : sink.takeVideo(type, file)));
}

/** Yields the chunks of a file. A stream that breaks means that the form was cut off. */
async function* wholeOrCutOff(stream: Readable): AsyncGenerator<Buffer, void> {
  try {
    yield* stream;
  } catch {
    throw cutOff();
  }
}

/** Yields all chunks of a file, its head first. Throws TooLarge at the chunk that exceeds the limit. */
async function* counted(
  type: PictureType | VideoType,
  part: FilePart,
  head: Buffer,
  rest: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  part.count(type, head.length);
  yield head;
  for await (const chunk of rest) {
    part.count(type, chunk.length);
    yield chunk;
  }
}

/** Reads enough of a file to tell its type, or all of it. */
async function readHead(chunks: AsyncGenerator<Buffer, void>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const { value, done } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  return head;
}

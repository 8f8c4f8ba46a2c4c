import type { ReadableStreamBYOBReader } from "@cloudflare/workers-types";

/** Bytes per read: in the usual pieces of 4 KB, reading 100 MB takes five times as much CPU. */
const AT_ONCE = 256 * 1024;

/** How long to wait for the rest of a refused body, in milliseconds. */
const TIMEOUT_MS = 10_000;

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** A body in large pieces. */
export interface Pieces {
  readonly stream: Body;
  /**
   * Reads the rest and discards it. A client that is refused in the middle of a form has then sent all of it and gets
   * to read why; otherwise the connection would be lost. Never throws.
   */
  readRest(): Promise<void>;
}

export function inPieces(body: Body): Pieces {
  const reader = body.getReader({ mode: "byob" }) as unknown as ReadableStreamBYOBReader;
  let buffer = new ArrayBuffer(AT_ONCE);
  async function read(): Promise<Uint8Array<ArrayBuffer> | null> {
    const { value, done } = await reader.readAtLeast(AT_ONCE, new Uint8Array(buffer));
    const bytes = value as Uint8Array<ArrayBuffer> | undefined;
    if (done && !bytes?.byteLength) return null;
    // The reader now owns the buffer it was given, and the parser owns the one it returned.
    buffer = new ArrayBuffer(AT_ONCE);
    return bytes ?? null;
  }
  let last: Promise<unknown> = Promise.resolve();
  /** One read at a time: readRest may start while a read for the form is in flight. */
  function next(): ReturnType<typeof read> {
    const own = last.then(read);
    last = own.catch(() => undefined);
    return own;
  }
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const bytes = await next();
        if (bytes === null) controller.close();
        else controller.enqueue(bytes);
      },
    },
    // No read-ahead: backpressure makes the sender wait.
    { highWaterMark: 0 },
  );
  return { stream, readRest: () => withinTime(async () => void (await untilNull(next))) };
}

/** Reads and discards a body that nobody has begun to read. */
export const drain = (request: Request): Promise<void> =>
  request.body === null || request.bodyUsed || request.body.locked
    ? Promise.resolve()
    : inPieces(request.body).readRest();

async function untilNull(next: () => Promise<unknown>): Promise<void> {
  while ((await next()) !== null);
}

async function withinTime(work: () => Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((done) => {
    timer = setTimeout(done, TIMEOUT_MS);
  });
  // A client that hung up sends nothing more, which is not an error.
  await Promise.race([work().catch(() => undefined), over]);
  clearTimeout(timer);
}

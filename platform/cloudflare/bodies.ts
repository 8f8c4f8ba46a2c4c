import type { ReadableStreamBYOBReader } from "@cloudflare/workers-types";

/** Bytes asked for at a time: in the usual pieces of 4 KB, reading 100 MB takes five times as much of the processor. */
const AT_ONCE = 256 * 1024;

/** How long the rest of a body that is refused is waited for, in milliseconds. */
const PATIENCE = 10_000;

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** A body in large pieces. */
export interface Pieces {
  readonly stream: Body;
  /**
   * Reads what is left, and forgets it: who is refused in the middle of a form has sent it all by then, and gets to read
   * why; else the connection would be lost. Never throws.
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
    // The one that was given is the reader's now, and what it gives is the parser's.
    buffer = new ArrayBuffer(AT_ONCE);
    return bytes ?? null;
  }
  let last: Promise<unknown> = Promise.resolve();
  /** One read at a time: who reads the rest may come while a read of the form is under way. */
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
    // Nothing ahead: what waits is the sender.
    { highWaterMark: 0 },
  );
  return { stream, readRest: () => withinTime(async () => void (await untilNull(next))) };
}

/** Reads a body that nobody has begun to read, and forgets it. */
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
    timer = setTimeout(done, PATIENCE);
  });
  // Who hung up sends nothing more, which is an error of nobody's.
  await Promise.race([work().catch(() => undefined), over]);
  clearTimeout(timer);
}

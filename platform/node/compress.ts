import { promisify } from "node:util";
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  constants,
  gunzip,
  gzip,
} from "node:zlib";
import type { Compression } from "../../server/edge/content.ts";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const ofBrotli = promisify(brotliDecompress);
const ofGzip = promisify(gunzip);

/** Compresses off the main thread, and back. */
export const compression: Compression = {
  compress: async (bytes, encoding) =>
    inMemoryOfItsOwn(
      await (encoding === "br" ? toBrotli(bytes, brotliOptions(bytes)) : toGzip(bytes, { level: 6 })),
    ),
  decompress: (bytes, encoding) => (encoding === "br" ? ofBrotli(bytes) : ofGzip(bytes)),
};

/**
 * Brotli at once, for a thread that nobody else waits for: to hand the work to another one and to wait for it costs as much
 * again as a list of 8 KB takes.
 */
export const brotliAtOnce = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  inMemoryOfItsOwn(brotliCompressSync(bytes, brotliOptions(bytes)));

/**
 * What is compressed may be kept. Node cuts small buffers from pools of 64 KiB, and one that is kept would keep its pool, with
 * all that passed through it.
 */
const inMemoryOfItsOwn = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** Quality 5: most of brotli's gain at a tenth of its price. A window larger than what is seen through it is room for nothing. */
function brotliOptions({ byteLength }: Uint8Array): BrotliOptions {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = constants;
  const window = Math.min(22, Math.max(16, Math.ceil(Math.log2(byteLength + 1))));
  return {
    params: {
      [BROTLI_PARAM_QUALITY]: 5,
      [BROTLI_PARAM_SIZE_HINT]: byteLength,
      [BROTLI_PARAM_LGWIN]: window,
    },
  };
}

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
import type { Compression } from "../../server/http/content.ts";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const ofBrotli = promisify(brotliDecompress);
const ofGzip = promisify(gunzip);

/** Compresses and decompresses off the main thread. */
export const compression: Compression = {
  compress: async (bytes, encoding) =>
    inMemoryOfItsOwn(
      await (encoding === "br" ? toBrotli(bytes, brotliOptions(bytes)) : toGzip(bytes, { level: 6 })),
    ),
  decompress: (bytes, encoding) => (encoding === "br" ? ofBrotli(bytes) : ofGzip(bytes)),
};

/**
 * Compresses with brotli synchronously, for a thread that no other request waits for: handing the work to another thread and
 * waiting for it costs as much as compressing a list of 8 KB.
 */
export const brotliSync = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  inMemoryOfItsOwn(brotliCompressSync(bytes, brotliOptions(bytes)));

/**
 * Copies compressed bytes, which may be cached: Node cuts small buffers from pools of 64 KiB, and a cached one would
 * keep its whole pool in memory, with all that passed through it.
 */
const inMemoryOfItsOwn = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/**
 * Returns brotli's options. Quality 5 has most of its gain at a tenth of its cost. A window larger than the content
 * only wastes memory.
 */
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

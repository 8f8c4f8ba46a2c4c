import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Answer, Encoding } from "../../server/answers.ts";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Fills in one of an answer's encodings, off the main thread. */
export async function compress({ body, encoded }: Answer, encoding: Encoding): Promise<void> {
  encoded.set(encoding, encoding === "br" ? await brotli(body) : await toGzip(body, { level: 6 }));
}

/** Quality 5: most of brotli's gain at a tenth of its price. */
function brotli(body: Uint8Array): Promise<Uint8Array> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return toBrotli(body, { params: { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_SIZE_HINT]: body.byteLength } });
}

import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Answer } from "../../server/answers.ts";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Below this many bytes an encoding saves less than its header costs. */
const WORTH_IT = 500;

/** Fills in an answer's encodings, off the main thread. Quality 5: most of brotli's gain at a tenth of its price. */
export async function compress(answer: Answer): Promise<void> {
  const { body, contentType, encoded } = answer;
  if (body.byteLength < WORTH_IT || !/^text\/|json|javascript|xml|x-script/.test(contentType)) return;
  const [br, gz] = await Promise.all([
    toBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength },
    }),
    toGzip(body, { level: 6 }),
  ]);
  encoded.set("br", br);
  encoded.set("gzip", gz);
}

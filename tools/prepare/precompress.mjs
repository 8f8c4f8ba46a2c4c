import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { ROOT } from "./run.mjs";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const TEXT = new Set([".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".webmanifest", ".xml"]);
/** Bytes. Compressing anything smaller saves no packet. */
const WORTHWHILE = 500;

/**
 * Writes a .br and a .gz next to each text file under `folder`, at the highest level, so that no request has to
 * compress.
 * @param {string} folder from the project's root
 * @returns {Promise<{ files: number, before: number, after: number }>} sizes in bytes, `after` with brotli
 */
export async function precompress(folder) {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true });
  let [files, before, after] = [0, 0, 0];
  for (const entry of entries) {
    // .vite holds the build's manifest, which is never served.
    if (!entry.isFile() || !TEXT.has(extname(entry.name)) || entry.parentPath.endsWith(".vite")) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path);
    if (content.length < WORTHWHILE) continue;
    const [br, gz] = await Promise.all([
      brotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
      zip(content, { level: constants.Z_BEST_COMPRESSION }),
    ]);
    await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
    files += 1;
    before += content.length;
    after += br.length;
  }
  return { files, before, after };
}

import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { type Content, type Encoding, tagOf } from "../../server/http/content.ts";

/** How long a file may be cached: for ever if its name contains a hash of its content. */
const lifeOf = (path: string): string =>
  path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/vnd.microsoft.icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

/**
 * Reads build/client into memory: a map from a path on the site to its file, a few dozen, about a megabyte in total.
 * The .br and .gz files next to a file are its encodings.
 */
export async function loadAssets(folder: string): Promise<ReadonlyMap<string, Content>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const present = new Set(files);
  const assets = new Map<string, Content>();
  for (const file of files) {
    const contentType = TYPES[extname(file)];
    if (!contentType) continue;
    const path = `/${relative(folder, file).split(sep).join("/")}`;
    const encoded = new Map<Encoding, Uint8Array>();
    for (const [encoding, ending] of [
      ["br", ".br"],
      ["gzip", ".gz"],
    ] as const) {
      if (present.has(file + ending)) encoded.set(encoding, readFileSync(file + ending));
    }
    const body = new Uint8Array(readFileSync(file));
    assets.set(path, {
      body,
      encoded,
      contentType,
      tag: await tagOf(body),
      headers: [
        ["Cache-Control", lifeOf(path)],
        ["Vary", "Accept-Encoding"],
      ],
    });
  }
  return assets;
}

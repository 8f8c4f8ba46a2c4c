import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import type { Encoding } from "../../server/answers.ts";

/** A built file of the pages, in memory with its encodings: there are a few dozen, about a megabyte in all. */
export interface Asset {
  readonly body: Uint8Array;
  readonly encoded: ReadonlyMap<Encoding, Uint8Array>;
  readonly contentType: string;
  /** Its name carries a hash of its content. */
  readonly immutable: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

/** Reads build/client: path on the site to file. The .br and .gz files beside a file are its encodings. */
export function loadAssets(folder: string): ReadonlyMap<string, Asset> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const present = new Set(files);
  const assets = new Map<string, Asset>();
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
    assets.set(path, {
      body: readFileSync(file),
      encoded,
      contentType,
      immutable: path.startsWith("/assets/"),
    });
  }
  return assets;
}

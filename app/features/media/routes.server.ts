import type { Context, Hono } from "hono";
import { attachments } from "../../../domain/contract/completions.ts";
import { MEDIA_PATH } from "../../../domain/contract/routes.ts";
import type { ServedEntry } from "../../../server/db/media.ts";
import { MethodNotAllowed, NotFound } from "../../../server/errors.ts";
import { parametersOf } from "../../../server/forms.ts";
import { type ByteRange, isKnown, type MediaStore, sendFile } from "../../../server/media/store.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";

/** How long a file's sender waits for the store to begin, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** An attachment's key always names the same bytes; a proof and a map's picture may be replaced. */
function cacheControl(key: string): string {
  return key.includes("/attach/")
    ? "public, max-age=31536000, immutable"
    : "public, max-age=0, must-revalidate";
}

function mediaHeaders(key: string, contentType: string, etag: string): Headers {
  return new Headers({
    "Content-Type": contentType,
    "Cache-Control": cacheControl(key),
    ETag: etag,
    // Uploaded files must never act as a page of this site.
    "Content-Security-Policy":
      "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
    "Cross-Origin-Resource-Policy": "cross-origin",
  });
}

/** Sends a file by its key (as it is in the address): its thumbnail, all of it, a range, or only the headers. */
async function sendMedia(c: Context, path: string, { data, media }: Deps): Promise<Response> {
  const key = decodeKey(path);
  const entry = key === null ? null : await data.media.findByKey(key);
  if (!entry) throw new NotFound("no-such-file");
  const wantsThumbnail = parametersOf(c).has("thumbnail");
  const thumbnail = wantsThumbnail ? await sendThumbnail(c, entry, media) : null;
  return thumbnail ?? sendWhole(c, entry, media);
}

/** Sends a thumbnail, always whole because it is small. Returns null if there is none. */
async function sendThumbnail(
  c: Context,
  { key, thumbnail }: ServedEntry,
  media: MediaStore,
): Promise<Response | null> {
  if (thumbnail === null) return null;
  const etag = `"${thumbnail}"`;
  const headers = mediaHeaders(key, "image/webp", etag);
  if (isKnown(c, etag)) return c.newResponse(null, { status: 304, headers });
  const blob = await media.read(thumbnail, null, TIMEOUT_MS);
  if (!blob) return null;
  const bytes = await new Response(blob).arrayBuffer();
  headers.set("Content-Length", String(bytes.byteLength));
  return c.newResponse(c.req.method === "HEAD" ? null : bytes, { status: 200, headers });
}

async function sendWhole(c: Context, entry: ServedEntry, media: MediaStore): Promise<Response> {
  const etag = `"${entry.hash}"`;
  const headers = mediaHeaders(entry.key, entry.contentType, etag);
  headers.set("Accept-Ranges", "bytes");
  if (isKnown(c, etag)) return c.newResponse(null, { status: 304, headers });
  // Check for HEAD as well, so that both methods answer alike and never promise bytes that do not exist.
  const stored = await media.sizeOf(entry.hash, TIMEOUT_MS);
  if (stored !== null && stored !== entry.bytes) throw new NotFound("file-incomplete");
  const read = (range: ByteRange | null) => media.read(entry.hash, range, TIMEOUT_MS);
  const sent = stored === null ? null : await sendFile(c, headers, entry.bytes, read);
  if (!sent) throw new NotFound("file-gone");
  return sent;
}

function decodeKey(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Answers a request to the media host, where every path is a key and nothing else exists. */
export async function sendFromMediaHost(c: Context, deps: Deps): Promise<Response> {
  const { method, path } = c.req;
  if (method !== "GET" && method !== "HEAD") throw new MethodNotAllowed(method);
  return sendMedia(c, path.slice(1), deps);
}

export function mediaRoutes(app: Hono, router: Router, deps: Deps): void {
  const path = `${MEDIA_PATH}/*`;
  app.get(path, (c) => sendMedia(c, c.req.path.slice(MEDIA_PATH.length + 1), deps));
  app.all(path, (c) => {
    throw new MethodNotAllowed(c.req.method);
  });
  router.read(attachments, async ({ key }) => {
    const { media, proofLinks } = deps.data;
    const [files, links] =
      key === null ? [[], []] : await Promise.all([media.listFiles(key), proofLinks.listLinks(key)]);
    const attachments = files.filter((file) => file.key !== key);
    return { files: attachments.map((each) => each.key), roles: attachments.map(({ role }) => role), links };
  });
}

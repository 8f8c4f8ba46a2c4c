import type { Context, Hono } from "hono";
import { readParameter } from "../../derive/parameters.ts";
import { api, MEDIA_PATH } from "../../routes.ts";
import type { Deps } from "../app.ts";
import { NotFound } from "../errors.ts";
import { parametersOf, readRoute } from "../read-route.ts";
import { readRange } from "./range.ts";

/** An attachment's key is never given to other bytes; a proof's and a map's picture may be replaced. */
function cacheControl(key: string): string {
  return key.includes("/attach/")
    ? "public, max-age=31536000, immutable"
    : "public, max-age=0, must-revalidate";
}

/** One file by its key: whole, a range of it, or its head alone. */
async function sendMedia(c: Context, { data, media }: Deps): Promise<Response> {
  const key = decodeKey(c.req.path.slice(MEDIA_PATH.length + 1));
  const entry = key === null ? null : await data.media.findByKey(key);
  if (!entry) throw new NotFound("There is no file under this address.");
  const etag = `"${entry.hash}"`;
  const headers = new Headers({
    "Content-Type": entry.contentType,
    "Cache-Control": cacheControl(entry.key),
    ETag: etag,
    "Accept-Ranges": "bytes",
    // What people uploaded must never act as a page of this site.
    "Content-Security-Policy":
      "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
    "Cross-Origin-Resource-Policy": "cross-origin",
  });
  const known = c.req
    .header("If-None-Match")
    ?.split(",")
    .map((each) => each.trim().replace(/^W\//, ""));
  if (known?.some((each) => each === etag || each === "*"))
    return c.newResponse(null, { status: 304, headers });
  const ifRange = c.req.header("If-Range");
  const range =
    ifRange === undefined || ifRange === etag ? readRange(c.req.header("Range"), entry.bytes) : null;
  const length = range ? range.end - range.start + 1 : entry.bytes;
  headers.set("Content-Length", String(length));
  if (range) headers.set("Content-Range", `bytes ${range.start}-${range.end}/${entry.bytes}`);
  const status = range ? 206 : 200;
  if (c.req.method === "HEAD") return c.newResponse(null, { status, headers });
  const body = await media.read(entry.hash, range);
  if (!body) throw new NotFound("This file is missing from the media store.");
  return c.newResponse(body, { status, headers });
}

function decodeKey(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

export function mediaRoutes(app: Hono, deps: Deps): void {
  readRoute(app, `${MEDIA_PATH}/*`, (c) => sendMedia(c, deps));
  readRoute(app, api.attachments(), async (c) => {
    const key = readParameter(parametersOf(c), "key");
    return c.json({ files: key === null ? [] : await deps.data.media.listAttachments(key) });
  });
}

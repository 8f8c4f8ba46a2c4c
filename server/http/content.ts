import { boundedCache } from "../cache/bounded-cache.ts";
import type { Head, HeaderPair, Reply } from "./head.ts";

export type Encoding = "br" | "gzip";

/** Bytes that are sent whole to many clients: a cached answer, a built file. */
export interface Content {
  readonly contentType: string;
  /** The tag of exactly these bytes, without quotes. */
  readonly tag: string;
  /** Headers besides type, length, encoding and tag. */
  readonly headers: readonly HeaderPair[];
  /** Null if only encoded bytes are cached. */
  readonly body: Uint8Array | null;
  /** The same bytes in each encoding available so far. */
  readonly encoded: Map<Encoding, Uint8Array>;
}

/** Compresses and decompresses, off the thread that answers if the platform can. */
export interface Compression {
  compress(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array>;
  decompress(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array>;
}

/** Returns a tag of bytes. */
export async function tagOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns the strong ETag that an answer was made with, without quotes; null: none. */
export const tagIn = (headers: Headers): string | null =>
  /^"(.+)"$/.exec(headers.get("ETag") ?? "")?.[1] ?? null;

/** The supported encodings, best first. */
const ENCODINGS: readonly Encoding[] = ["br", "gzip"];

/** Below this many bytes, encoding saves less than its header costs. */
const WORTH_ENCODING = 500;

/** Whether content is worth encoding for clients that accept it. Content that is cached only encoded was worth it. */
export function isEncodable({ body, contentType }: Pick<Content, "body" | "contentType">): boolean {
  if (body === null) return true;
  return body.byteLength >= WORTH_ENCODING && /^text\/|json|javascript|xml|x-script/.test(contentType);
}

/**
 * Returns the content in brotli alone, which nearly all clients accept: a page takes a fifth of the memory. Content
 * that is not worth encoding is returned as it is.
 */
export async function packed<Some extends Content>(content: Some, { compress }: Compression): Promise<Some> {
  const { body } = content;
  if (body === null || !isEncodable(content)) return content;
  return { ...content, body: null, encoded: new Map([["br", await compress(body, "br")]]) };
}

/** Plain bytes of content that is stored only encoded, for as long as an answer of them is being read. */
const plainBytes = new WeakMap<Content, WeakRef<Uint8Array>>();
/** The same, while they are being made. */
const unpacking = new WeakMap<Content, Promise<Uint8Array>>();

/** Returns the plain bytes of content. Concurrent readers share them. */
function unpacked(content: Content, { decompress }: Compression): Promise<Uint8Array> {
  const { body, encoded } = content;
  const shared = body ?? plainBytes.get(content)?.deref();
  if (shared) return Promise.resolve(shared);
  const begun = unpacking.get(content);
  if (begun) return begun;
  const [first] = encoded;
  if (!first) return Promise.reject(new Error("The content has no bytes."));
  const making = decompress(first[1], first[0])
    .then((bytes) => {
      plainBytes.set(content, new WeakRef(bytes));
      return bytes;
    })
    .finally(() => unpacking.delete(content));
  unpacking.set(content, making);
  return making;
}

/**
 * Returns the best encoding that an Accept-Encoding header accepts (RFC 9110, section 12.5.3); null: none. Splits and
 * trims instead of matching a pattern, so the work grows no faster than the header's length.
 */
export function chooseEncoding(accepted: string | undefined): Encoding | null {
  if (!accepted) return null;
  const taken = new Set<string>();
  for (const offer of accepted.split(",")) {
    const [name = "", ...parameters] = offer.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    if (Number(quality) > 0) taken.add(name);
  }
  return ENCODINGS.find((encoding) => taken.has(encoding)) ?? null;
}

/** A cache by Accept-Encoding: nearly all clients send one of a few values. */
const chosen = boundedCache<Encoding | "none">({ most: 100, bytes: 32 * 1024 });

/** Returns the best encoding that a request accepts; null: none. */
function encodingFor({ header }: Head): Encoding | null {
  const accepted = header("accept-encoding");
  if (!accepted) return null;
  const known = chosen.get(accepted);
  if (known !== undefined) return known === "none" ? null : known;
  const encoding = chooseEncoding(accepted);
  chosen.set(accepted, encoding ?? "none");
  return encoding;
}

/** Whether If-None-Match names these bytes in any encoding: the client has them already. */
export function isKnown(ifNoneMatch: string | undefined, { tag }: Pick<Content, "tag">): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.trim() === "*" || ifNoneMatch.includes(`"${tag}"`) || ifNoneMatch.includes(`"${tag}-`);
}

/** The possible replies with some bytes in one encoding. */
interface Prepared {
  readonly whole: Reply;
  /** The reply to HEAD. */
  readonly bodiless: Reply;
  /** The reply to a client that has the bytes: 304. */
  readonly known: Reply;
}

const prepared = new WeakMap<Content, Map<Encoding | null, Prepared>>();

function notModified(
  { tag, headers }: Content,
  encoding: Encoding | null,
  common: readonly HeaderPair[],
): Reply {
  // Strong: different bytes have different tags.
  const etag = encoding === null ? `"${tag}"` : `"${tag}-${encoding}"`;
  return { status: 304, headers: [...common.flat(), "ETag", etag, ...headers.flat()], body: null };
}

function prepare(
  content: Content,
  body: Uint8Array,
  encoding: Encoding | null,
  common: readonly HeaderPair[],
): Prepared {
  const known = notModified(content, encoding, common);
  const { contentType } = content;
  const headers = [...known.headers, "Content-Type", contentType, "Content-Length", String(body.byteLength)];
  if (encoding) headers.push("Content-Encoding", encoding);
  return {
    whole: { status: 200, headers, body },
    bodiless: { status: 200, headers, body: null },
    known,
  };
}

function preparedFor(
  content: Content,
  body: Uint8Array,
  encoding: Encoding | null,
  common: readonly HeaderPair[],
): Prepared {
  let encodings = prepared.get(content);
  if (!encodings) {
    encodings = new Map();
    prepared.set(content, encodings);
  }
  let found = encodings.get(encoding);
  if (!found) {
    found = prepare(content, body, encoding, common);
    encodings.set(encoding, found);
  }
  return found;
}

/**
 * Returns the bytes in the best encoding that the request accepts, or 304 if the client has them already. Most replies
 * are synchronous; the exceptions are the first request for an encoding, and a client that accepts none of those in
 * which packed bytes are cached. Without `compression`, only the bytes as they are cached are sent. `common`: the
 * headers of every answer of the site.
 */
export function replyWith(
  content: Content,
  head: Head,
  common: readonly HeaderPair[],
  compression: Compression | null,
): Reply | Promise<Reply> {
  const taken = encodingFor(head);
  const { encoded } = content;
  const chosen =
    taken !== null && (encoded.has(taken) || (compression && isEncodable(content))) ? taken : null;
  const isHad = isKnown(head.header("if-none-match"), content);
  const choose = ({ whole, bodiless, known }: Prepared): Reply =>
    isHad ? known : head.method === "HEAD" ? bodiless : whole;
  const there = chosen === null ? content.body : encoded.get(chosen);
  if (there) return choose(preparedFor(content, there, chosen, common));
  if (isHad) return notModified(content, chosen, common);
  if (!compression) throw new Error("There are no bytes in an encoding that the request takes.");
  const plain = unpacked(content, compression);
  // Plain bytes are not cached: hardly any client asks for them, and they take more memory than all the rest.
  if (chosen === null) return plain.then((bytes) => choose(prepare(content, bytes, null, common)));
  return plain
    .then((bytes) => compression.compress(bytes, chosen))
    .then((bytes) => {
      encoded.set(chosen, bytes);
      return choose(preparedFor(content, bytes, chosen, common));
    });
}

/** Returns a minimal page, for when no other page can be made, or none may cost anything. */
export const plainPage = (sentence: string, requestId: string | null = null): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>Please try again</title><h1>Please try again</h1><p>${sentence.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p><p><a href="">Try again</a></p>` +
  `${requestId === null ? "" : `<p>Request <code>${requestId}</code></p>`}</html>`;

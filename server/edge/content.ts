import { Recent } from "../recent.ts";
import type { Head, HeaderPair, Reply } from "./head.ts";

export type Encoding = "br" | "gzip";

/** Bytes that many ask for, whole: a kept answer, a built file. */
export interface Content {
  readonly contentType: string;
  /** Of these bytes and no others; without quotes. */
  readonly tag: string;
  /** What the answer says besides type, length, encoding and tag. */
  readonly headers: readonly HeaderPair[];
  /** Null where they are kept in an encoding alone. */
  readonly body: Uint8Array | null;
  /** The same bytes in the encodings that are there. */
  readonly encoded: Map<Encoding, Uint8Array>;
}

/** Compresses and back, away from the thread that answers where the platform can. */
export interface Compression {
  compress(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array>;
  decompress(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array>;
}

/** A tag for bytes. */
export async function tagOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The tag that whoever made an answer gave it, without quotes; null: none. */
export const tagIn = (headers: Headers): string | null =>
  /^"(.+)"$/.exec(headers.get("ETag") ?? "")?.[1] ?? null;

/** The encodings we have, best first. */
const ENCODINGS: readonly Encoding[] = ["br", "gzip"];

/** Below this many bytes an encoding saves less than its header costs. */
const WORTH_ENCODING = 500;

/** Whether bytes of a type are worth an encoding, for those who take one. Those that are kept in one have been. */
export function isEncodable({ body, contentType }: Pick<Content, "body" | "contentType">): boolean {
  if (body === null) return true;
  return body.byteLength >= WORTH_ENCODING && /^text\/|json|javascript|xml|x-script/.test(contentType);
}

/** In the encoding that nearly everybody takes, and in no other: a fifth of the room, for a page. */
export async function packed<Some extends Content>(content: Some, { compress }: Compression): Promise<Some> {
  const { body } = content;
  if (body === null || !isEncodable(content)) return content;
  return { ...content, body: null, encoded: new Map([["br", await compress(body, "br")]]) };
}

/** The bytes as they are, of what may be kept in an encoding alone. */
async function unpacked({ body, encoded }: Content, { decompress }: Compression): Promise<Uint8Array> {
  if (body) return body;
  for (const [encoding, bytes] of encoded) return decompress(bytes, encoding);
  throw new Error("There are no bytes in any encoding.");
}

/**
 * The best encoding that an Accept-Encoding header takes (RFC 9110, section 12.5.3), or null. Split and trimmed, without
 * a pattern: the work grows with the header's length and no faster.
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

/** Nearly everybody sends one of a few. */
const chosen = new Recent<Encoding | null>({ most: 100, bytes: 32 * 1024 });

/** The same of a request. */
function encodingFor({ header }: Head): Encoding | null {
  const accepted = header("accept-encoding");
  if (!accepted) return null;
  const known = chosen.get(accepted);
  if (known !== undefined) return known;
  const encoding = chooseEncoding(accepted);
  chosen.set(accepted, encoding);
  return encoding;
}

/** Whether If-None-Match names these bytes in any encoding: the browser has them already. */
export function isKnown(ifNoneMatch: string | undefined, { tag }: Pick<Content, "tag">): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.trim() === "*" || ifNoneMatch.includes(`"${tag}"`) || ifNoneMatch.includes(`"${tag}-`);
}

/** The replies to be had from some bytes in one encoding. */
interface Prepared {
  readonly whole: Reply;
  /** To HEAD. */
  readonly bodiless: Reply;
  /** To whoever has them: 304. */
  readonly known: Reply;
}

const prepared = new WeakMap<Content, Map<Encoding | null, Prepared>>();

function notModified(
  { tag, headers }: Content,
  encoding: Encoding | null,
  common: readonly HeaderPair[],
): Reply {
  // Strong: other bytes, another tag.
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
 * The bytes in the best encoding that the request takes, or 304 where the browser has them already. Runs without waiting,
 * but for the first who asks for an encoding, and for who takes none of what is packed: this is what most requests are.
 * Without `compression` only what is there is sent. `common` is what every answer of the site says.
 */
export function replyWith(
  content: Content,
  head: Head,
  common: readonly HeaderPair[],
  compression: Compression | null,
): Reply | Promise<Reply> {
  const taken = encodingFor(head);
  const { encoded } = content;
  const wanted =
    taken !== null && (encoded.has(taken) || (compression && isEncodable(content))) ? taken : null;
  const isHad = isKnown(head.header("if-none-match"), content);
  const choose = ({ whole, bodiless, known }: Prepared): Reply =>
    isHad ? known : head.method === "HEAD" ? bodiless : whole;
  const there = wanted === null ? content.body : encoded.get(wanted);
  if (there) return choose(preparedFor(content, there, wanted, common));
  if (isHad) return notModified(content, wanted, common);
  if (!compression) throw new Error("There are no bytes in an encoding that the request takes.");
  const plain = unpacked(content, compression);
  // Not kept besides: hardly anybody asks for it, and it takes more room than all the rest.
  if (wanted === null) return plain.then((bytes) => choose(prepare(content, bytes, null, common)));
  return plain
    .then((bytes) => compression.compress(bytes, wanted))
    .then((bytes) => {
      encoded.set(wanted, bytes);
      return choose(preparedFor(content, bytes, wanted, common));
    });
}

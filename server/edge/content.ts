import type { Head, HeaderPair, Reply } from "./head.ts";

export type Encoding = "br" | "gzip";

/** Bytes that many ask for, whole: a kept answer, a built file. */
export interface Content {
  readonly contentType: string;
  /** Of these bytes and no others; without quotes. */
  readonly tag: string;
  /** What the answer says besides type, length, encoding and tag. */
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
  /** The same bytes in the encodings that are there. */
  readonly encoded: Map<Encoding, Uint8Array>;
}

/** Compresses, away from the thread that answers where the platform can. */
export type Compress = (bytes: Uint8Array, encoding: Encoding) => Promise<Uint8Array>;

/** A tag for bytes. */
export async function tagOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The encodings we have, best first. */
const ENCODINGS: readonly Encoding[] = ["br", "gzip"];

/** Below this many bytes an encoding saves less than its header costs. */
const WORTH_ENCODING = 500;

/** Whether bytes of a type are worth an encoding, for those who take one. */
function isEncodable({ body, contentType }: Pick<Content, "body" | "contentType">): boolean {
  return body.byteLength >= WORTH_ENCODING && /^text\/|json|javascript|xml|x-script/.test(contentType);
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

function prepare(content: Content, encoding: Encoding | null, common: readonly HeaderPair[]): Prepared {
  const { tag, contentType, encoded } = content;
  const body = (encoding && encoded.get(encoding)) ?? content.body;
  // Strong: other bytes, another tag.
  const etag = encoding === null ? `"${tag}"` : `"${tag}-${encoding}"`;
  const head = [...common.flat(), "ETag", etag, ...content.headers.flat()];
  const headers = [...head, "Content-Type", contentType, "Content-Length", String(body.byteLength)];
  if (encoding) headers.push("Content-Encoding", encoding);
  return {
    whole: { status: 200, headers, body },
    bodiless: { status: 200, headers, body: null },
    known: { status: 304, headers: head, body: null },
  };
}

function preparedFor(content: Content, encoding: Encoding | null, common: readonly HeaderPair[]): Prepared {
  let encodings = prepared.get(content);
  if (!encodings) {
    encodings = new Map();
    prepared.set(content, encodings);
  }
  let found = encodings.get(encoding);
  if (!found) {
    found = prepare(content, encoding, common);
    encodings.set(encoding, found);
  }
  return found;
}

/**
 * The bytes in the best encoding that the request takes, or 304 where the browser has them already. Runs without waiting,
 * but for the first who asks for an encoding: this is what most requests are. Without `compress` only the encodings that
 * are there are sent. `common` is what every answer of the site says.
 */
export function replyWith(
  content: Content,
  head: Head,
  common: readonly HeaderPair[],
  compress: Compress | null,
): Reply | Promise<Reply> {
  const taken = chooseEncoding(head.header("accept-encoding"));
  const wanted =
    taken !== null && content.encoded.has(taken) ? taken : compress && isEncodable(content) ? taken : null;
  const reply = (): Reply => {
    const { whole, bodiless, known } = preparedFor(content, wanted, common);
    if (isKnown(head.header("if-none-match"), content)) return known;
    return head.method === "HEAD" ? bodiless : whole;
  };
  if (!compress || wanted === null || content.encoded.has(wanted)) return reply();
  return compress(content.body, wanted).then((bytes) => {
    content.encoded.set(wanted, bytes);
    return reply();
  });
}

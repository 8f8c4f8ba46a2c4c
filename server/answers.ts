/**
 * Whole answers, kept by canonical URL and data version. A public answer depends on nothing else, so a write makes all
 * of them out of date by moving the version on. Bounded in bytes; those not asked for lately go first.
 */

export type Encoding = "br" | "gzip";

export interface Answer {
  readonly version: number;
  readonly contentType: string;
  /** Without quotes. */
  readonly tag: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
  /** Filled by the platform, each encoding when somebody first asks for it. */
  readonly encoded: Map<Encoding, Uint8Array>;
}

/** What does not change with the answer: browsers ask each time whether it is still good, a CDN may hold it briefly. */
export const CACHE_HEADERS = [
  ["Cache-Control", "public, max-age=0, must-revalidate"],
  ["CDN-Cache-Control", "max-age=10, stale-while-revalidate=60"],
  ["Vary", "Accept-Encoding"],
] as const;

/** Headers of the handler's answer that are the cache's own business or the connection's. */
const NOT_KEPT = new Set([
  "cache-control",
  "content-type",
  "content-length",
  "content-encoding",
  "date",
  "vary",
  "etag",
]);

/** An answer's weight beyond its bytes: the key, the headers, the map's own entries. */
const OVERHEAD = 1_000;

/** What the encodings will add, which are made when they are first asked for: rarely more than half of the body. */
const WITH_ENCODINGS = 1.5;

function weight(key: string, answer: Answer): number {
  return answer.body.byteLength * WITH_ENCODINGS + key.length + OVERHEAD;
}

/**
 * Two generations: what is asked for while it stands in the old one moves to the young one, and when the young one has
 * filled half of the room the old one goes. So a hit moves nothing, and what is asked for again and again stays.
 */
export class AnswerCache {
  readonly #half: number;
  #young = new Map<string, Answer>();
  #youngBytes = 0;
  #old = new Map<string, Answer>();

  constructor(limitBytes: number) {
    this.#half = limitBytes / 2;
  }

  /** The answer of this URL if it is of this data version. */
  get(url: string, version: number): Answer | null {
    const young = this.#young.get(url);
    if (young) return young.version === version ? young : null;
    const old = this.#old.get(url);
    if (old?.version !== version) return null;
    this.#old.delete(url);
    this.set(url, old);
    return old;
  }

  /** Keeps an answer whose body and encodings are complete. */
  set(url: string, answer: Answer): void {
    const bytes = weight(url, answer);
    // One answer never pushes out most of the others.
    if (bytes > this.#half / 4) return;
    const before = this.#young.get(url);
    this.#youngBytes += bytes - (before ? weight(url, before) : 0);
    this.#young.set(url, answer);
    if (this.#youngBytes <= this.#half) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#youngBytes = 0;
  }
}

/** Whether a handler's answer may be kept: a whole, public one. */
export function isKeepable(response: Response): boolean {
  return (
    response.status === 200 &&
    !response.headers.has("Set-Cookie") &&
    !/no-store|private/.test(response.headers.get("Cache-Control") ?? "")
  );
}

/** Reads a handler's answer into one that can be kept. */
export async function toAnswer(response: Response, version: number): Promise<Answer> {
  const body = new Uint8Array(await response.arrayBuffer());
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  const tag = Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const headers = Array.from(response.headers).filter(([name]) => !NOT_KEPT.has(name));
  return {
    version,
    contentType: response.headers.get("Content-Type") ?? "application/octet-stream",
    tag,
    headers,
    body,
    encoded: new Map(),
  };
}

const OFFERS: readonly (readonly [Encoding, RegExp])[] = [
  ["br", /(?:^|[\s,])br\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/],
  ["gzip", /(?:^|[\s,])gzip\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/],
];

/** Below this many bytes an encoding saves less than its header costs. */
const WORTH_ENCODING = 500;

/** Whether the answer is sent in an encoding to those who take one. */
export function isEncodable({ body, contentType }: Answer): boolean {
  return body.byteLength >= WORTH_ENCODING && /^text\/|json|javascript|xml|x-script/.test(contentType);
}

/** The best encoding that a request accepts, or null. */
export function chooseEncoding(accepted: string | undefined): Encoding | null {
  if (!accepted) return null;
  for (const [encoding, pattern] of OFFERS) {
    const offer = pattern.exec(accepted);
    if (offer && Number(offer[1] ?? 1) > 0) return encoding;
  }
  return null;
}

/** The strong tag of an answer in an encoding: other bytes, another tag. */
export function etagOf(answer: Answer, encoding: Encoding | null): string {
  return encoding === null ? `"${answer.tag}"` : `"${answer.tag}-${encoding}"`;
}

/** Whether If-None-Match names this answer in any encoding: the browser has it already. */
export function isKnown(ifNoneMatch: string | undefined, answer: Answer): boolean {
  if (!ifNoneMatch) return false;
  return (
    ifNoneMatch.trim() === "*" ||
    ifNoneMatch.includes(`"${answer.tag}"`) ||
    ifNoneMatch.includes(`"${answer.tag}-`)
  );
}
